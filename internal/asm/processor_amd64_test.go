//go:build !purego

package asm

import (
	"math/rand/v2"
	"testing"
)

// as sets what a processor is like until the test ends.
func as[T any](t *testing.T, is *T, like T) {
	was := *is
	*is = like
	t.Cleanup(func() { *is = was })
}

// TestOtherProcessors: what this processor does not do is right as well.
func TestOtherProcessors(t *testing.T) {
	if Variant() == generic {
		t.Skip("generic code is the same on all")
	}
	r := rand.New(rand.NewPCG(6, 12))
	add := func(op Op, dst, src []*float64, off, n int) { Add(op, span(dst[0], off, n), span(src[1], off, n+1)) }
	tiled := func(op Op, dst, src []*float64, off, n int) { foldTiled(op, dst, src, off, n, false) }
	as(t, &addDeepFrom, 4<<10)
	for _, is := range []*bool{&narrow, &halves} {
		as(t, &narrow, false)
		as(t, &halves, false)
		as(t, is, true)
		foldOnce(t, r, add, Sum, 2, 0, 0, 1000, []int{0})
		foldOnce(t, r, Fold[float64], Sum, 3, 0, 1, 30_001, []int{-1})
		foldOnce(t, r, Fold[float64], Sum, 3, 0, 1, 1000, []int{-1, 0})
		foldOnce(t, r, tiled, Sum, 20, 0, 1, 3000, []int{-1, -1, 3})
	}

	as(t, &zen4, true)
	v := pointers(aligned(20, 1)) // stand for vectors that nobody touches
	for _, c := range []struct{ dst, n, from, to int }{{2, tile - 1, nearGroup, nearStores}, {2, tile, srcGroup, dstGroup}, {1, 100, srcGroup, dstGroup}} {
		if from, to := groups(v[:c.dst], v, c.n); from != c.from || to != c.to {
			t.Errorf("%+v: groups of %d and %d", c, from, to)
		}
	}

	as(t, &tagged, true)
	for _, c := range []struct {
		op       Op
		dst, src []*float64
		want     bool
	}{
		{Sum, v[:2], v[:2], true},
		{Max, v[:2], v[:2], false},
		{Sum, v[:2], v[1:3], false},
		{Sum, v[:2], []*float64{v[0], v[2]}, false},
		{Sum, v[:2], []*float64{v[2], v[1]}, false},
	} {
		if got := intoBoth(c.op, c.dst, c.src, 1000); got != c.want {
			t.Errorf("%v: into both %v, want %v", c, got, c.want)
		}
	}
}

// TestRoutes: which way Fold and FoldNT go, on processors of each kind.
func TestRoutes(t *testing.T) {
	const (
		onZen4 = iota
		onZen5
		onServer // of Intel, with AVX-512
	)
	cached := secondCache / 8 // elements
	for _, c := range []struct {
		on       int
		op       Op
		src, dst int
		inPlace  bool
		crowd    bool
		n        int
		want     route
		how      relayKind
		past     route
		howPast  relayKind
	}{
		{onZen4, Sum, 2, 2, true, true, 1000, byBoth, relayNot, byPasses, relayNot},
		{onZen5, Sum, 2, 2, true, true, 1000, byPass, relayNot, byPasses, relayNot},
		{onZen5, Sum, 2, 2, true, true, 2000, byPasses, relayNot, byPasses, relayNot},
		{onZen5, Sum, 4, 4, false, true, cached / 4, byRuns, relayNot, byPasses, relayNot},
		{onZen4, Sum, 8, 8, false, true, cached / 4, byRelay, relayFar, byPasses, relayNot},
		{onZen5, Sum, 4, 4, false, true, 9600, byRelay, relayNear, byPasses, relayNot},
		{onServer, Sum, 4, 4, false, true, 9600, byPasses, relayNot, byPasses, relayNot},
		{onZen5, Prod, 20, 20, true, true, cached, byTiles, relayNot, byTiles, relayNot},
		{onZen5, Sum, 20, 20, true, true, cached, byTiles, relayNot, byTiles, relayNot},
		{onZen4, Sum, 20, 20, true, true, cached, byTiles, relayNot, byTiles, relayNot},
		{onServer, Sum, 20, 20, true, true, cached, byRelay, relayOver, byTiles, relayNot},
		{onServer, Sum, 16, 16, true, true, cached, byPasses, relayNot, byPasses, relayNot},
		{onServer, Sum, 20, 20, true, true, cached/20 + cached/100, byTiles, relayNot, byTiles, relayNot},
		{onZen5, Sum, 20, 20, false, true, cached, byRuns, relayNot, byRelay, relayPast},
		{onZen4, Sum, 20, 20, false, true, cached, byRelay, relayFar, byRelay, relayAhead},
		{onServer, Sum, 20, 20, false, true, cached, byRuns, relayNot, byRelay, relayNext},
		{onZen4, Sum, 7, 20, false, true, cached, byRelay, relayFar, byRelay, relayPast},
		{onServer, Sum, 7, 20, false, true, cached, byRuns, relayNot, byRelay, relayPast},
		{onServer, Sum, 64, 1, false, true, cached, byPasses, relayNot, byPasses, relayNot},
		{onZen5, Sum, 64, 1, false, true, cached, byTiles, relayNot, byTiles, relayNot},
		{onZen4, Sum, 4, 4, false, false, 9600, byPasses, relayNot, byPasses, relayNot},
		{onZen4, Sum, 16, 16, true, false, cached, byPasses, relayNot, byPasses, relayNot},
		{onZen4, Max, 16, 16, true, false, 1000, byPass, relayNot, byPasses, relayNot},
		{onZen4, Sum, 20, 20, true, false, cached, byTiles, relayNot, byTiles, relayNot},
		{onZen4, Sum, 16, 16, false, false, 2000, byPasses, relayNot, byTiles, relayNot},
		{onZen4, Sum, 16, 16, false, true, 2000, byRelay, relayFar, byTiles, relayNot},
		{onZen5, Sum, 16, 16, false, true, 2000, byTiles, relayNot, byTiles, relayNot},
		{onZen4, Sum, 16, 16, false, false, cached, byRelay, relayFar, byRelay, relayAhead},
		{onZen4, Sum, 12, 1, false, true, cached, byPasses, relayNot, byPasses, relayNot},
		{onZen5, Sum, 12, 1, false, false, cached, byTiles, relayNot, byTiles, relayNot},
	} {
		as(t, &hasRuns, c.on != onZen4)
		as(t, &zen4, c.on == onZen4)
		as(t, &tagged, c.on == onZen4)
		as(t, &intel, c.on == onServer)
		as(t, &asking, [...]relayKind{onZen4: relayAhead, onZen5: relayNot, onServer: relayNext}[c.on])
		as(t, &useAVX512, true)
		as(t, &useAVX2, true)
		dst, src := inPages(c.dst, c.src, c.inPlace, c.crowd)
		if by, how := routed(c.op, dst, src, c.n); by != c.want || how != c.how {
			t.Errorf("%+v: by %d, relay %d", c, by, how)
		}
		if by, how := routedNT(c.op, dst, src, c.n); by != c.past || how != c.howPast {
			t.Errorf("%+v: past the caches by %d, relay %d", c, by, how)
		}
	}
}

// TestCallsAreBounded: nothing can preempt a call of a kernel, so none is given more than perCall and
// tiles say.
func TestCallsAreBounded(t *testing.T) {
	for _, vectors := range []int{2, 3, 8, 64, 1000} {
		if m := perCall(vectors); m < 1 || m > stretch && m*vectors > 1<<17 {
			t.Errorf("%d elements of %d vectors a call", m, vectors)
		}
		for how := relayNear; how <= relayNext; how++ {
			least, most := 4, 1<<20
			if how.asks() {
				least, most = 8, 8<<20
			}
			if n := how.tiles(vectors); n < least || n > least && n*how.tile()*vectors > most {
				t.Errorf("relay %d: %d tiles of %d vectors a call", how, n, vectors)
			}
		}
	}
}
