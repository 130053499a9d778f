package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// arcs finds the number of an arc from its ends.
type arcs struct {
	table adjacency
	group cayley.Cayley
	index []int32 // by group element: its generator, or -1
	seen  []int64 // of a graph without group or table, by tail: arcs looked past; -1: they are known
	known map[[2]int32]int32
}

// often is how many times a vertex's arcs may be looked past before they are put into a map: one
// vertex of a file's graph may have almost all of the arcs.
const often = 8

// newArcs takes a table only where `uses` look-ups pay for it.
func newArcs(g cayley.Graph, uses int) arcs {
	if g.Degree() <= 10 && g.Order() <= uses+1024 {
		return arcs{table: newAdjacency(g)}
	}
	a := arcs{table: adjacency{g: g, d: g.Degree()}}
	if c, ok := g.(cayley.Cayley); ok {
		a.group, a.index = c, slices.Repeat([]int32{-1}, c.Order())
		for k := range c.Degree() {
			a.index[c.Gen(k)] = int32(k)
		}
		return a
	}
	a.seen, a.known = make([]int64, g.Order()), map[[2]int32]int32{}
	return a
}

func (a *arcs) find(from, to int32) int {
	if a.group != nil {
		return int(a.index[a.group.Mul(a.group.Inv(int(from)), int(to))])
	}
	if a.seen != nil && a.seen[from] < 0 {
		if k, ok := a.known[[2]int32{from, to}]; ok {
			return int(k)
		}
		return -1
	}
	k := a.look(from, to)
	if a.seen != nil {
		if a.seen[from] += int64(k); k < 0 {
			a.seen[from] += int64(a.table.d) + 1
		}
		if a.seen[from] > often*int64(a.table.d) {
			a.know(from)
		}
	}
	return k
}

// look is find by looking at one arc after the other.
func (a *arcs) look(from, to int32) int {
	for k := range int32(a.table.d) {
		switch a.table.next(from, k) {
		case to:
			return int(k)
		case -1:
			return -1
		}
	}
	return -1
}

// know puts the arcs out of a vertex into the map.
func (a *arcs) know(from int32) {
	a.seen[from] = -1
	for k := range int32(a.table.d) {
		to := a.table.next(from, k)
		if to < 0 {
			break
		}
		if _, again := a.known[[2]int32{from, to}]; !again {
			a.known[[2]int32{from, to}] = k
		}
	}
}
