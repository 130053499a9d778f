package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// arcs finds the number of an arc from its ends.
type arcs struct {
	table adjacency
	group cayley.Cayley
	index []int32 // by group element: its generator, or -1
}

// newArcs takes a table only where `uses` look-ups pay for it.
func newArcs(g cayley.Graph, uses int) arcs {
	if g.Degree() <= 10 && g.Order() <= uses+1024 {
		return arcs{table: newAdjacency(g)}
	}
	a := arcs{table: adjacency{g: g, d: g.Degree()}}
	if c, ok := g.(cayley.Cayley); ok {
		a.group, a.index = c, make([]int32, c.Order())
		for v := range a.index {
			a.index[v] = -1
		}
		for k := range c.Degree() {
			a.index[c.Gen(k)] = int32(k)
		}
	}
	return a
}

func (a *arcs) find(from, to int32) int {
	if a.group != nil {
		return int(a.index[a.group.Mul(a.group.Inv(int(from)), int(to))])
	}
	for k := range int32(a.table.d) {
		if a.table.next(from, k) == to {
			return int(k)
		}
	}
	return -1
}
