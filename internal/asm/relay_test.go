package asm

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// relayAll checks the relay around the ends of its tiles, with groups of all
// sizes on both sides, in place, next to one another, and not aligned.
func relayAll[T Elem](t *testing.T) {
	if relayTile == 0 {
		t.Skip("this build has no relay")
	}
	r := rand.New(rand.NewPCG(6, 2))
	per := relayTile / int(unsafe.Sizeof(*new(T)))
	near := func(_ Op, dst, src []*T, off, n int) { relay(relayNear, dst, src, off, n) }
	far := func(_ Op, dst, src []*T, off, n int) { relay(relayFar, dst, src, off, n) }
	past := func(op Op, dst, src []*T, off, n int) { relayedPast(relayPast, op, dst, src, off, n) }
	ahead := func(op Op, dst, src []*T, off, n int) { relayedPast(relayAhead, op, dst, src, off, n) }
	next := func(op Op, dst, src []*T, off, n int) { relayedPast(relayNext, op, dst, src, off, n) }
	over := func(_ Op, dst, src []*T, off, n int) { relay(relayOver, dst, src, off, n) }
	perAhead := aheadTile / int(unsafe.Sizeof(*new(T)))
	for ns := relayGroup; ns <= 2*aheadGroup+1; ns++ {
		for nd := 1; nd <= 2*aheadGroup+1; nd += 1 + r.IntN(3) {
			alias := make([]int, nd)
			for d := range alias {
				alias[d] = -1
				if ns >= nd && (ns+nd)%3 == 0 {
					alias[d] = d // in place
				} else if d < ns && r.IntN(5) == 0 {
					alias[d] = d
				}
			}
			for _, n := range []int{per - 1, per, per + 1, 2 * per, 3*per + 7} {
				foldOnce(t, r, near, Sum, ns, r.IntN(8), r.IntN(5), n, alias)
				foldOnce(t, r, far, Sum, ns, r.IntN(8), r.IntN(5), n, alias)
				if ns >= aheadGroup {
					foldOnce(t, r, over, Sum, ns, r.IntN(8), r.IntN(5), n, alias)
				}
			}
			for _, n := range []int{1, 4 * per, 6*per + 5, 11*per + 3} {
				foldOnce(t, r, past, Sum, ns, 0, r.IntN(5), n, alias)
			}
			for _, n := range []int{1, perAhead, 3*perAhead + 5} {
				if ns >= aheadGroup {
					foldOnce(t, r, ahead, Sum, ns, 0, r.IntN(5), n, alias)
					foldOnce(t, r, next, Sum, ns, 0, r.IntN(5), n, alias)
				}
			}
			if testing.Short() {
				nd++
			}
		}
	}
}

func TestRelay(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		if Variant() == generic {
			t.Skip("generic code has no relay")
		}
		eachType(t, relayAll[float64], relayAll[float32], relayAll[int64], relayAll[int32])
	})
}

// TestRelayIsChosen checks when Fold and FoldNT relay, and that they sum.
func TestRelayIsChosen(t *testing.T) {
	if relayTile == 0 {
		t.Skip("this build has no relay")
	}
	many, over := relayPast, relayNot
	if asking != relayNot {
		many = asking
	}
	if asking == relayNext {
		over = relayOver
	}
	for _, c := range []struct {
		op       Op
		ns, nd   int
		n        int
		plain    relayKind
		nt       relayKind
		inPlace  bool
		expected string
	}{
		{Sum, 4, 4, 9600, relayNear, relayNot, false, "4 to 4 beyond the first cache"},
		{Sum, 4, 4, 600, relayNot, relayNot, false, "in the first cache"},
		{Sum, 8, 8, 4800, relayNear, relayNot, false, "8 to 8"},
		{Sum, 8, 8, secondCache/(8*16) + 1000, relayFar, relayNot, false, "8 to 8 beyond the second cache"},
		{Prod, 8, 8, 9600, relayNot, relayNot, false, "sums only"},
		{Sum, 8, 8, 9600, relayNot, relayNot, true, "in place one pass follows 8"},
		{Sum, 20, 20, secondCache*3/2/(8*20) + 10, over, relayNot, true, "many in place, half as many again as the second cache holds"},
		{Sum, 20, 20, secondCache*3/2/(8*20) - 10, relayNot, relayNot, true, "fewer in place"},
		{Sum, 6, 6, 9600, relayNot, relayNot, false, "groups not full"},
		{Sum, 16, 16, 2400, relayNot, relayNot, false, "many, in the second cache"},
		{Sum, 18, 18, secondCache/(8*36) + 5000, relayFar, many, false, "many, beyond it"},
		{Sum, 8, 18, secondCache/(8*26) + 5000, relayFar, many, false, "8 to many, beyond it"},
		{Sum, 7, 18, secondCache/(8*25) + 5000, relayFar, relayPast, false, "less than a large group to many"},
	} {
		dst, src := inPages(c.nd, c.ns, c.inPlace, false)
		if got := relayed(c.op, dst, src, c.n, false); got != c.plain {
			t.Errorf("%s: relay %d", c.expected, got)
		}
		if got := relayed(c.op, dst, src, c.n, true); got != c.nt {
			t.Errorf("%s: relay %d past the caches", c.expected, got)
		}
	}
	eachVariant(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 3))
		for _, k := range []int{4, 8, 18} {
			alias := make([]int, k)
			for d := range alias {
				alias[d] = -1
			}
			foldOnce(t, r, Fold[float64], Sum, k, 3, 2, 7000, alias)
			foldOnce(t, r, FoldNT[float64], Sum, k, 0, 2, 7000, alias)
		}
	})
}

// TestRelayGrowsTheStack calls the relay, whose frame is large, from new
// goroutines with vectors on their stacks.
func TestRelayGrowsTheStack(t *testing.T) {
	if relayTile == 0 {
		t.Skip("this build has no relay")
	}
	eachVariant(t, func(t *testing.T) {
		if Variant() == generic {
			t.Skip("generic code has no relay")
		}
		for _, how := range []relayKind{relayNear, relayFar, relayOver, relayPast, relayAhead, relayNext} {
			done := make(chan error)
			for i := range 50 {
				go func() { done <- relayOnStack(float64(i), how) }()
			}
			for range 50 {
				if err := <-done; err != nil {
					t.Error(err)
				}
			}
		}
	})
}

func relayOnStack(x float64, how relayKind) error {
	const n = 2 * 8192 / 8
	var v [aheadGroup + 1][n + 8]float64
	var src [aheadGroup]*float64
	at := int(-uintptr(unsafe.Pointer(&v[0])) % 64 / 8)
	for j := range src {
		src[j] = &v[j][at]
	}
	for i := range n {
		v[0][at+i], v[1][at+i], v[3][at+i] = x, float64(i), 1
	}
	dst := [2]*float64{&v[aheadGroup][at], src[0]}
	if how >= relayPast && uintptr(unsafe.Pointer(dst[0]))%64 != uintptr(unsafe.Pointer(dst[1]))%64 {
		return fmt.Errorf("vectors of %d bytes do not lie alike", len(v[0])*8)
	}
	relay(how, dst[:], src[:], 0, n)
	for i := range n {
		if want := x + float64(i) + 1; v[aheadGroup][at+i] != want || v[0][at+i] != want {
			return fmt.Errorf("element %d is %v and %v, want %v", i, v[aheadGroup][at+i], v[0][at+i], want)
		}
	}
	return nil
}
