package sched

import "slices"

// tightenLimit is the most sends tighten is tried on.
const tightenLimit = 1 << 22

// tighten takes the last step from a one-way broadcast as often as it can, down
// to `bound`: sends that nothing depends on move to other links and earlier
// steps, along chains that displace one another (augmenting paths).
func (e *Explicit) tighten(bound int) {
	if len(e.Sends) > tightenLimit {
		return
	}
	t := newTightener(e)
	for e.Steps > bound && t.lastStep() {
		e.Steps--
	}
}

type tightener struct {
	e      *Explicit
	edges  [][]edgeTo         // by vertex
	slot   []int32            // by edge·steps + time-1: its send +1
	steps  int                // when slot was made
	by     pairs              // by word and vertex: the send that brings it, +1
	leaf   []bool             // by send
	seen   map[int32]struct{} // slots met by this search
	budget int
}

type edgeTo struct{ from, edge int32 }

func newTightener(e *Explicit) *tightener {
	p, d := e.Graph.Order(), e.Graph.Degree()
	t := &tightener{e: e, edges: make([][]edgeTo, p), steps: e.Steps, by: newPairs(p, p, len(e.Sends)), leaf: make([]bool, len(e.Sends))}
	number := map[int64]int32{}
	name := func(u, v int32) int64 { return int64(min(u, v))*int64(p) + int64(max(u, v)) }
	for u := range int32(p) {
		for k := range d {
			v := e.Graph.Neighbor(int(u), k)
			if v < 0 {
				continue
			}
			n, ok := number[name(u, int32(v))]
			if !ok {
				n = int32(len(number))
				number[name(u, int32(v))] = n
			}
			t.edges[v] = append(t.edges[v], edgeTo{u, n}) // arcs into v
		}
	}
	t.slot = make([]int32, len(number)*e.Steps)
	sender := newPairs(p, p, len(e.Sends))
	for i, s := range e.Sends {
		t.slot[int(number[name(s.From, s.To)])*t.steps+int(s.Time)-1] = int32(i + 1)
		t.by.put(s.Item, s.To, int32(i+1))
		sender.put(s.Item, s.From, 1)
	}
	for i, s := range e.Sends {
		t.leaf[i] = sender.get(s.Item, s.To) == 0
	}
	return t
}

// lastStep empties the last step, or changes nothing and says no.
func (t *tightener) lastStep() bool {
	old := slices.Clone(t.e.Sends)
	slots := slices.Clone(t.slot)
	for i := range t.e.Sends {
		if int(t.e.Sends[i].Time) != t.e.Steps {
			continue
		}
		t.seen, t.budget = map[int32]struct{}{}, 20_000
		if !t.move(int32(i)) {
			copy(t.e.Sends, old)
			copy(t.slot, slots)
			return false
		}
	}
	return true
}

// move finds a place before the last step for a send that nothing depends on.
func (t *tightener) move(i int32) bool {
	s := t.e.Sends[i]
	place := func(from int32, at int, n int32) bool {
		t.e.Sends[i].From, t.e.Sends[i].Time = from, int32(at)
		t.slot[n] = i + 1
		return true
	}
	for displace := range 2 { // a free place first
		for _, in := range t.edges[s.To] {
			came := 0
			if in.from != s.Item {
				by := t.by.get(s.Item, in.from) - 1
				if by < 0 || t.leaf[by] { // what may move has no others wait for it
					continue
				}
				came = int(t.e.Sends[by].Time)
			}
			for at := came + 1; at < t.e.Steps; at++ {
				n := int32(int(in.edge)*t.steps + at - 1)
				j := t.slot[n] - 1
				if j < 0 {
					return place(in.from, at, n)
				}
				if displace == 0 || j == i || !t.leaf[j] {
					continue
				}
				if _, was := t.seen[n]; was {
					continue
				}
				t.seen[n] = struct{}{}
				if t.budget--; t.budget < 0 {
					return false
				}
				if t.move(j) {
					return place(in.from, at, n)
				}
			}
		}
	}
	return false
}
