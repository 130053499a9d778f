package asm

import (
	"math/rand/v2"
	"testing"
)

// addAll takes every length with either vector at every place.
func addAll[T Elem](t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	y, tos, froms := newYard[T](r, 3, lengths), newDeck[T](r), newDeck[T](r)
	for n := range lengths {
		if skipped(n) {
			continue
		}
		for k := range 16 {
			c := &placed{ns: 2, alias: []int{0}, at: []int{tos.deal(), froms.deal(), 0}, off: n % 8, n: n}
			y.lay(c)
			op := Op(k % 4)
			y.try(t, c, op.String()+" by Add", reference(op, y.from, c.off, n), func(dst, src []*T) {
				Add(op, span(dst[0], c.off, n), span(src[1], c.off, n+1))
			})
			if n > 0 && fast[T](op) { // of the variant itself, where Add prefers a narrower one
				y.try(t, c, op.String()+" by addFast", reference(op, y.from, c.off, n), func(dst, src []*T) {
					addFast(op, &span(dst[0], c.off, n)[0], &span(src[1], c.off, n)[0], n)
				})
			}
		}
	}
	y.untouched(t)
	viaAdd := func(op Op, dst, src []*T, off, n int) { Add(op, span(dst[0], off, n), span(src[1], off, n+1)) }
	foldOnce(t, r, viaAdd, Sum, 2, 0, 0, 200_001, []int{0})
	for _, n := range []int{1, addInline, addInline + 1, 100, lengths, addStretch + 7} {
		for op := Sum; op <= Max; op++ {
			x := make([]T, n)
			fill(r, x)
			want := reference(op, [][]T{x, x}, 0, n)
			Add(op, x, x)
			differ(t, op.String()+" of x and x", x, want)
		}
	}
}

func TestAdd(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		eachType(t, addAll[float64], addAll[float32], addAll[int64], addAll[int32])
	})
}

// overAll combines up to 70 elements, special ones too, as as many vectors of one element.
func overAll[T Elem](t *testing.T) {
	r := rand.New(rand.NewPCG(9, 4))
	x := make([]T, 70)
	for n := range x {
		for op := Sum; op <= Max; op++ {
			fill(r, x)
			vectors := make([][]T, n+1)
			for i := range vectors {
				vectors[i] = x[i : i+1]
			}
			differ(t, op.String()+" by Over", []T{Over(op, x[0], x[1:n+1])}, reference(op, vectors, 0, 1))
		}
	}
}

func TestOver(t *testing.T) {
	eachType(t, overAll[float64], overAll[float32], overAll[int64], overAll[int32])
}
