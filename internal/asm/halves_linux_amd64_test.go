//go:build !purego

package asm

import (
	"fmt"
	"testing"
	"unsafe"
)

// BenchmarkHalves is sums in the first cache by AVX2 in turn with AVX-512, and what Fold costs beside
// foldHot.
func BenchmarkHalves(b *testing.B) {
	if !useAVX512 {
		b.Skip("no AVX-512")
	}
	pin(b)
	const calls = 16
	for _, c := range []struct{ src, dst int }{{2, 1}, {2, 2}, {4, 1}, {4, 4}, {8, 1}} {
		for _, n := range []int{32, 128, 256, 512, 1024} {
			if 8*n*(c.src+c.dst) > 32<<10 {
				continue
			}
			b.Run(fmt.Sprintf("src=%d/dst=%d/n=%d", c.src, c.dst, n), func(b *testing.B) {
				v := mapped(b, c.src+c.dst, n)
				src, dst := pointers(v[:c.src]), pointers(v[c.src:])
				s, d := (**float64)(unsafe.Pointer(&src[0])), (**float64)(unsafe.Pointer(&dst[0]))
				many := func(f func()) func() {
					return func() {
						for range calls {
							f()
						}
					}
				}
				t := inTurn(101, 100, many(func() { Fold(Sum, dst, src, 0, n) }),
					many(func() { foldHot(unsafe.Pointer(d), unsafe.Pointer(s), c.dst, c.src, 0, n) }),
					many(func() { foldSumF64AVX512(d, s, c.dst, c.src, 0, n) }), many(func() { foldSumF64AVX2(d, s, c.dst, c.src, 0, n) }))
				b.ReportMetric(t[0]/calls, "ns/op")
				b.ReportMetric((t[0]-t[1])/calls, "call-ns")
				b.ReportMetric(t[3]/t[2], "avx2/avx512")
			})
		}
	}
}
