package asm

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// runsAll checks foldRuns around the ends of its tiles and runs, in place too,
// and not aligned.
func runsAll[T Elem](t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	per := runBytes / int(unsafe.Sizeof(*new(T)))
	for _, c := range []struct{ ns, nd int }{{1, 2}, {2, 2}, {3, 9}, {8, 8}, {9, 3}, {16, 2}, {23, 5}} {
		for _, n := range []int{1, tile - 1, tile + 1, per - 1, per, per + 1, 2*per + tile + 7} {
			if testing.Short() && n > 2*per {
				continue
			}
			alias := make([]int, c.nd)
			for d := range alias {
				alias[d] = -1
				if d > 0 && r.IntN(3) == 0 {
					alias[d] = r.IntN(c.ns)
				}
			}
			r.Shuffle(c.nd, func(i, j int) { alias[i], alias[j] = alias[j], alias[i] })
			op := Op(r.IntN(4))
			if !fast[T](op) {
				op = Sum
			}
			foldOnce(t, r, foldRuns[T], op, c.ns, r.IntN(8), r.IntN(5), n, alias)
		}
	}
}

func TestRuns(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		if Variant() == generic {
			t.Skip("generic code has no runs")
		}
		eachType(t, runsAll[float64], runsAll[float32], runsAll[int64], runsAll[int32])
	})
}

// TestRunsAreChosen checks when Fold takes foldRuns, and that it is right then.
func TestRunsAreChosen(t *testing.T) {
	if !hasRuns {
		t.Skip("no string instruction here")
	}
	for _, c := range []struct {
		ns, nd, n int
		inPlace   bool
		want      bool
		what      string
	}{
		{4, 4, secondCache/64 + 8, false, true, "beyond the second cache"},
		{4, 4, secondCache/64 - 8, false, false, "within it"},
		{2, 2, 60000, false, false, "few, hardly beyond it"},
		{2, 2, 120000, false, true, "few, beyond it"},
		{8, 1, 40000, false, false, "nothing to copy"},
		{90, 90, 1000, false, false, "short vectors"},
		{12, 4, 40000, true, false, "all destinations are sources, none of the first"},
		{8, 8, 40000, true, false, "in place"},
	} {
		v := aligned(c.ns+c.nd, c.n)
		src, dst := pointers(v[:c.ns]), pointers(v[c.ns:])
		if c.inPlace {
			dst = src[c.ns-c.nd:]
			if c.ns > srcGroup {
				dst = src[srcGroup:]
			}
		}
		if got := inRuns(dst, src, c.n); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	eachVariant(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 5))
		foldOnce(t, r, Fold[float64], Max, 3, 1, 2, 40_001, []int{-1, 2, -1, -1})
		foldOnce(t, r, Fold[int32], Sum, 12, 0, 3, 40_001, []int{7, 8, 9, 10, 2, -1})
	})
}
