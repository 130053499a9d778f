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
		foldOnce(t, r, tiled, Sum, 20, 0, 1, 3000, []int{-1, -1, 3})
	}

	as(t, &nearGroups, true)
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
		zen4 = iota
		zen5
		server // of Intel, with AVX-512
	)
	cached := secondCache / 8 // elements
	for _, c := range []struct {
		on       int
		op       Op
		src, dst int
		inPlace  bool
		n        int
		want     route
		how      relayKind
		past     route
		howPast  relayKind
	}{
		{zen4, Sum, 2, 2, true, 1000, byBoth, relayNot, byPasses, relayNot},
		{zen5, Sum, 2, 2, true, 1000, byPass, relayNot, byPasses, relayNot},
		{zen5, Sum, 2, 2, true, 2000, byPasses, relayNot, byPasses, relayNot},
		{zen5, Sum, 4, 4, false, cached / 4, byRuns, relayNot, byPasses, relayNot},
		{zen4, Sum, 4, 4, false, cached / 4, byRelay, relayFar, byPasses, relayNot},
		{zen5, Sum, 4, 4, false, 9600, byRelay, relayNear, byPasses, relayNot},
		{server, Sum, 4, 4, false, 9600, byPasses, relayNot, byPasses, relayNot},
		{zen5, Prod, 20, 20, true, cached, byTiles, relayNot, byTiles, relayNot},
		{zen5, Sum, 20, 20, true, cached, byTiles, relayNot, byTiles, relayNot},
		{zen4, Sum, 20, 20, true, cached, byTiles, relayNot, byTiles, relayNot},
		{server, Sum, 20, 20, true, cached, byRelay, relayOver, byTiles, relayNot},
		{server, Sum, 16, 16, true, cached, byPasses, relayNot, byPasses, relayNot},
		{server, Sum, 20, 20, true, cached/20 + cached/100, byTiles, relayNot, byTiles, relayNot},
		{zen5, Sum, 20, 20, false, cached, byRuns, relayNot, byRelay, relayPast},
		{zen4, Sum, 20, 20, false, cached, byRelay, relayFar, byRelay, relayAhead},
		{server, Sum, 20, 20, false, cached, byRuns, relayNot, byRelay, relayNext},
		{zen4, Sum, 7, 20, false, cached, byRelay, relayFar, byRelay, relayPast},
		{server, Sum, 7, 20, false, cached, byRuns, relayNot, byRelay, relayPast},
		{server, Sum, 64, 1, false, cached, byPasses, relayNot, byPasses, relayNot},
		{zen5, Sum, 64, 1, false, cached, byTiles, relayNot, byTiles, relayNot},
	} {
		as(t, &hasRuns, c.on != zen4)
		as(t, &tagged, c.on == zen4)
		as(t, &intel, c.on == server)
		as(t, &asking, [...]relayKind{zen4: relayAhead, zen5: relayNot, server: relayNext}[c.on])
		as(t, &useAVX512, true)
		as(t, &useAVX2, true)
		v := pointers(aligned(c.src+c.dst, 1))
		src, dst := v[:c.src], v[c.src:]
		if c.inPlace {
			dst = src
		}
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
