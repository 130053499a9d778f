package asm

import "testing"

func TestNoAllocation(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		a, b := make([]float64, 300), make([]float64, 300)
		if n := testing.AllocsPerRun(100, func() {
			var src, dst [40]*float64
			for i := range src {
				src[i], dst[i] = &a[0], &b[0]
			}
			Fold(Sum, dst[:1], src[:3], 0, 300)
			Fold(Sum, dst[:], src[:], 0, 300)
			FoldNT(Max, dst[:2], src[:3], 0, 300)
			Neighbor(&b[0], &a[0], src[:3], 1, 2, 0, 300)
			Add(Prod, b, a)
			CopyNT(b, a)
		}); n != 0 {
			t.Errorf("%v allocations a run, want 0", n)
		}
	})
}
