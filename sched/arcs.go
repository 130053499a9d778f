package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// arcs finds the number of an arc from its ends.
type arcs struct {
	table adjacency
	group cayley.Cayley
	index []int32 // by group element: its generator, or -1
	asked []uint8 // of a graph without group or table, by tail: how often, up to often
	known map[[2]int32]int32
}

// often is after how many look-ups the arcs of a vertex are put into a map: one vertex of a file's
// graph may have almost all of them.
const often = 16

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
		return a
	}
	a.asked, a.known = make([]uint8, g.Order()), map[[2]int32]int32{}
	return a
}

func (a *arcs) find(from, to int32) int {
	if a.group != nil {
		return int(a.index[a.group.Mul(a.group.Inv(int(from)), int(to))])
	}
	if a.asked != nil {
		if a.asked[from] == often {
			if k, ok := a.known[[2]int32{from, to}]; ok {
				return int(k)
			}
			return -1
		}
		if a.asked[from]++; a.asked[from] == often {
			a.know(from)
		}
	}
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
