package asm

import (
	"fmt"
	"testing"
	"unsafe"

	"gonum.org/v1/gonum/blas/blas64"
)

// aligned returns count vectors of n elements, each on a cache line of its own.
func aligned(count, n int) [][]float64 {
	v := make([][]float64, count)
	for i := range v {
		s := make([]float64, n+16)
		for uintptr(unsafe.Pointer(&s[0]))%64 != 0 {
			s = s[1:]
		}
		v[i] = s[:n:n]
		for j := range v[i] {
			v[i][j] = float64(i+j) * 0x1p-20
		}
	}
	return v
}

// sizes is the working sets: the first level of cache, the second, the third,
// memory.
var sizes = []struct {
	name  string
	bytes int
}{{"L1", 24 << 10}, {"L2", 600 << 10}, {"L3", 12 << 20}, {"mem", 256 << 20}}

//go:noinline
func plainAdd(dst, src []float64) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] += v
	}
}

func eachBenchVariant(b *testing.B, f func(b *testing.B)) {
	before := Variant()
	defer func() { _ = use(before) }()
	for _, name := range Variants() {
		_ = use(name)
		b.Run("impl="+name, f)
	}
}

// BenchmarkAdd counts the bytes of both operands and of the result.
func BenchmarkAdd(b *testing.B) {
	for _, s := range sizes {
		n := s.bytes / 16
		v := aligned(2, n)
		b.Run(fmt.Sprintf("level=%s/n=%d", s.name, n), func(b *testing.B) {
			eachBenchVariant(b, func(b *testing.B) {
				b.SetBytes(int64(24 * n))
				for b.Loop() {
					Add(Sum, v[0], v[1])
				}
			})
			b.Run("impl=gonum", func(b *testing.B) {
				b.SetBytes(int64(24 * n))
				x, y := blas64.Vector{N: n, Data: v[1], Inc: 1}, blas64.Vector{N: n, Data: v[0], Inc: 1}
				for b.Loop() {
					blas64.Axpy(1, x, y)
				}
			})
			b.Run("impl=plain", func(b *testing.B) {
				b.SetBytes(int64(24 * n))
				for b.Loop() {
					plainAdd(v[0], v[1])
				}
			})
		})
	}
}

// BenchmarkFold is sums of k sources to d destinations, out of place.
func BenchmarkFold(b *testing.B) {
	for _, s := range sizes {
		for _, c := range []struct{ k, d int }{{2, 1}, {8, 1}, {2, 2}, {4, 4}, {8, 8}, {64, 64}, {256, 256}} {
			n := max(8, s.bytes/8/(c.k+c.d)&^7)
			v := aligned(c.k+c.d, n)
			dst, src := pointers(v[:c.d]), pointers(v[c.d:])
			b.Run(fmt.Sprintf("level=%s/src=%d/dst=%d/n=%d", s.name, c.k, c.d, n), func(b *testing.B) {
				eachBenchVariant(b, func(b *testing.B) {
					b.SetBytes(int64(8 * n * (c.k + c.d)))
					for b.Loop() {
						Fold(Sum, dst, src, 0, n)
					}
				})
				b.Run("impl=nt", func(b *testing.B) {
					b.SetBytes(int64(8 * n * (c.k + c.d)))
					for b.Loop() {
						FoldNT(Sum, dst, src, 0, n)
					}
				})
				if hasRuns {
					b.Run("impl=string", func(b *testing.B) { // the other
						b.SetBytes(int64(8 * n * (c.k + c.d)))
						for b.Loop() {
							for i := range max(c.k, c.d) {
								copyRun(unsafe.Pointer(&v[i%c.d][0]), unsafe.Pointer(&v[c.d+i%c.k][0]), 8*n)
							}
						}
					})
				}
				b.Run("impl=copy", func(b *testing.B) { // one of the two best loops of as many loads and stores
					b.SetBytes(int64(8 * n * (c.k + c.d)))
					for b.Loop() {
						for i := range max(c.k, c.d) {
							copy(v[i%c.d], v[c.d+i%c.k])
						}
					}
				})
			})
		}
	}
}
