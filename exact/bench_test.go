package exact

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

//go:noinline
func plain(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}

// BenchmarkAdd is sums and inner products beside a plain sum.
func BenchmarkAdd(b *testing.B) {
	for _, n := range []int{16, 256, 4096, 65536} {
		x := make([]float64, n)
		for i := range x {
			x[i] = rand.NormFloat64()
		}
		b.Run(fmt.Sprintf("n=%d/by=loop", n), func(b *testing.B) {
			b.SetBytes(int64(8 * n))
			for b.Loop() {
				plain(x)
			}
		})
		b.Run(fmt.Sprintf("n=%d/by=exact", n), func(b *testing.B) {
			b.SetBytes(int64(8 * n))
			var s Sum
			for b.Loop() {
				s.AddSlice(x)
			}
		})
		b.Run(fmt.Sprintf("n=%d/by=dot", n), func(b *testing.B) {
			b.SetBytes(int64(8 * n))
			var s Sum
			for b.Loop() {
				s.AddDot(x, x)
			}
		})
	}
}
