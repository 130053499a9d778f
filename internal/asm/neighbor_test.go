package asm

import (
	"math/rand/v2"
	"testing"
)

// neighborAll takes every length with all vectors at every place, each at its own,
// the destination being none, own, or any of the sources.
func neighborAll[T float64 | float32](t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	lambda, scale := T(-2.7), T(1)/3
	calls := perCall(3)*2 + 5 // more than two calls of the kernel, of one source
	y, places := newYard[T](r, 13, calls), newDeck[T](r)
	for n := range lengths + 1 {
		if n == lengths {
			n = calls
		} else if skipped(n) {
			continue
		}
		for place := range places.cards {
			ns := 1 + r.IntN(9)
			// The last of the sources laid out is own.
			c := &placed{ns: ns + 1, alias: []int{max(-1, r.IntN(2*ns+2)-ns-1)}, off: n % 4, n: n}
			for range ns + 1 {
				c.at = append(c.at, places.deal())
			}
			c.at = append(c.at, place)
			c.at[c.slot(0)] = place
			y.lay(c)
			want := reference(Sum, y.from[:ns], c.off, n)
			for i, own := range y.from[ns][c.off : c.off+n] {
				want[i] = T(want[i]-T(lambda*own)) * scale
			}
			y.try(t, c, "neighbor", want, func(dst, src []*T) {
				Neighbor(dst[0], src[ns], src[:ns], lambda, scale, c.off, n)
			})
		}
	}
	y.untouched(t)
}

func TestNeighbor(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		t.Run("type=float64", neighborAll[float64])
		t.Run("type=float32", neighborAll[float32])
	})
}
