package asm

import (
	"math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// way is one of the ways to a result; Fold chooses among them by the sizes.
type way[T Elem] struct {
	name string
	f    func(op Op, dst, src []*T, off, n int)
}

// ways is those that can take the vectors to one another, whether they are the
// fastest or not.
func ways[T Elem](op Op, dst, src []*T) []way[T] {
	w := []way[T]{{"Fold", Fold[T]}, {"FoldNT", FoldNT[T]}}
	if !fast[T](op) {
		return w
	}
	w = append(w, way[T]{"one pass", foldFast[T]}, way[T]{"tiled", func(op Op, dst, src []*T, off, n int) { foldTiled(op, dst, src, off, n, false) }},
		way[T]{"large groups", func(op Op, dst, src []*T, off, n int) {
			foldGroups(op, dst, src, off, n, nearGroup, nearStores, false)
		}})
	if outside(dst, src[min(srcGroup, len(src)):]) >= 0 {
		w = append(w, way[T]{"runs", foldRuns[T]})
	}
	past := ntBlock > 0 && alike(dst)
	if past {
		w = append(w, way[T]{"tiled past the caches", func(op Op, dst, src []*T, off, n int) {
			head, body := ntSplit(dst[0], off, n)
			foldGeneric(op, dst, src, off, head)
			foldTiled(op, dst, src, off+head, body, true)
			foldGeneric(op, dst, src, off+head+body, n-head-body)
		}})
	}
	if relayTile == 0 || op != Sum || len(src) < relayGroup {
		return w
	}
	w = append(w, way[T]{"near relay", func(_ Op, dst, src []*T, off, n int) { relay(relayNear, dst, src, off, n) }},
		way[T]{"far relay", func(_ Op, dst, src []*T, off, n int) { relay(relayFar, dst, src, off, n) }})
	if len(src) >= aheadGroup {
		w = append(w, way[T]{"relay over its sources", func(_ Op, dst, src []*T, off, n int) { relay(relayOver, dst, src, off, n) }})
	}
	if past {
		w = append(w, way[T]{"relay past the caches", func(op Op, dst, src []*T, off, n int) { relayedPast(relayPast, op, dst, src, off, n) }})
	}
	if past && len(src) >= aheadGroup {
		w = append(w, way[T]{"relay that asks a tile ahead", func(op Op, dst, src []*T, off, n int) { relayedPast(relayAhead, op, dst, src, off, n) }},
			way[T]{"relay that asks a group ahead", func(op Op, dst, src []*T, off, n int) { relayedPast(relayNext, op, dst, src, off, n) }})
	}
	return w
}

// relayedPast is the relay of a kind past the caches, and what comes before its aligned destinations.
func relayedPast[T Elem](how relayKind, _ Op, dst, src []*T, off, n int) {
	head, _ := ntSplit(dst[0], off, n)
	foldGeneric(Sum, dst, src, off, head)
	relay(how, dst, src, off+head, n-head)
}

// dealt is a call with vectors at places from the decks. The destinations lie
// alike if asked, as non-temporal stores need them; each is one of the sources
// about every other time.
func dealt(r *rand.Rand, froms, tos *deck, ns, nd int, alike bool, n int) *placed {
	c := &placed{ns: ns, off: r.IntN(9), n: n}
	for range ns {
		c.at = append(c.at, froms.deal())
	}
	for range nd {
		c.alias, c.at = append(c.alias, max(-1, r.IntN(2*ns)-ns)), append(c.at, tos.deal())
	}
	if alike {
		for d := range nd {
			c.at[c.slot(d)] = c.at[ns]
		}
	}
	return c
}

// rest is a call with a destination at every place that none has had yet.
func rest(froms *deck, met uint32, n int) *placed {
	c := &placed{ns: 1 + n%8, n: n}
	for range c.ns {
		c.at = append(c.at, froms.deal())
	}
	for place := range froms.cards {
		if met>>place&1 == 0 || len(c.alias) == 0 {
			c.alias, c.at = append(c.alias, -1), append(c.at, place)
		}
	}
	return c
}

// met counts what the calls of one type had between them.
type met struct {
	from, to [lengths]uint32       // a bit for each place of a vector
	ns, nd   [lengths]uint32       // a bit for each number of them
	in       [18][18][lengths]bool // so many sources, the destination is that one, length
}

func (m *met) note(c *placed) {
	if c.n >= lengths {
		return
	}
	m.ns[c.n] |= 1 << c.ns
	m.nd[c.n] |= 1 << len(c.alias)
	for _, at := range c.at[:c.ns] {
		m.from[c.n] |= 1 << at
	}
	for d, j := range c.alias {
		m.to[c.n] |= 1 << c.at[c.slot(d)]
		if j >= 0 {
			m.in[c.ns][j][c.n] = true
		}
	}
}

// check holds the test to what it says about itself.
func (m *met) check(t *testing.T, places int) {
	for n := range lengths {
		if skipped(n) {
			continue
		}
		if all := uint32(1)<<places - 1; m.from[n] != all || m.to[n] != all {
			t.Errorf("length %d met sources at %b and destinations at %b, want all %d places", n, m.from[n], m.to[n], places)
		}
		if ns, nd := bits.OnesCount32(m.ns[n]), bits.OnesCount32(m.nd[n]); ns < 3 || nd < 3 {
			t.Errorf("length %d met %d numbers of sources, %d of destinations, want 3", n, ns, nd)
		}
	}
	for ns := range m.in[1:] {
		for j := range ns {
			at := 0
			for _, in := range m.in[ns][j] {
				if in {
					at++
				}
			}
			if at < 10 && !testing.Short() {
				t.Errorf("of %d sources, %d was a destination at %d lengths, want 10", ns, j, at)
			}
		}
	}
}

// apartAll takes every length with several numbers of sources and destinations,
// each vector at a place of its own, some destinations being sources, by every way
// there is.
func apartAll[T Elem](t *testing.T) {
	size := int(unsafe.Sizeof(*new(T)))
	r := rand.New(rand.NewPCG(6, 9))
	y := newYard[T](r, 32, pairsFrom/size+200)
	froms, tos := newDeck[T](r), newDeck[T](r)
	var m met
	call := func(op Op, c *placed) {
		m.note(c)
		y.lay(c)
		want := reference(op, y.from, c.off, c.n)
		for _, w := range ways(op, y.dst, y.src) {
			y.try(t, c, op.String()+" by "+w.name, want, func(dst, src []*T) { w.f(op, dst, src, c.off, c.n) })
		}
	}
	one := func(op Op, ns, nd int, alike bool, n int) { call(op, dealt(r, froms, tos, ns, nd, alike, n)) }
	for n := range lengths {
		if skipped(n) {
			continue
		}
		for op := Sum; op <= Max; op++ {
			odd := (n+int(op))%2 == 0
			one(op, 1+r.IntN(3), 1+r.IntN(9), odd, n)
			one(op, 4+r.IntN(5), 1+r.IntN(4), !odd, n)
			one(op, 9+r.IntN(9), 1+r.IntN(3), odd, n)
		}
		call(Op(n%4), rest(froms, m.to[n], n))
	}
	for op := Sum; op <= Max; op++ {
		// Where the loop for two to two begins, with and without a rest, and that past the caches.
		for _, more := range []int{-1, 0, 1, 7, 65, 128} {
			one(op, 2, 2, more%2 == 0, pairsFrom/size+more)
		}
		for _, from := range []int{relayPastTile / size, 2 * relayPastTile / size} {
			for i := range 20 {
				one(op, 2, 2, i%2 == 0, from+i*i/3)
				one(op, 1+r.IntN(9), 1+r.IntN(9), true, from+i*i/3-3)
			}
		}
	}
	y.untouched(t)
	m.check(t, 64/size)
}

// relayPastTile is relayTileNT where there is one.
const relayPastTile = 8192

// pairsFrom is as in _gen/straight.go.
const pairsFrom = 128 << 10

func TestFoldApart(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		eachType(t, apartAll[float64], apartAll[float32], apartAll[int64], apartAll[int32])
	})
}
