package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// On a complete graph every vertex but 0 is a generator: it is served by that one at time 1, in
// the one block of a regular order. That is known in O(P), where a matching looks at P² arcs.

// ownGens is the generator that each vertex is, -1 for vertex 0; nil if the graph is not
// complete, or a single vertex.
func ownGens(g cayley.Cayley) []int32 {
	p, d := g.Order(), g.Degree()
	if d == 0 || d != p-1 {
		return nil
	}
	own := slices.Repeat([]int32{-1}, p)
	for k := range d {
		v := g.Gen(k)
		if v < 1 || v >= p || own[v] >= 0 { // a caller's graph may be none
			return nil
		}
		own[v] = int32(k)
	}
	return own
}

// completeLB3 is lb3 of the complete graph of these generators: one step, if any.
func completeLB3(own []int32, scope Scope) *Certificate {
	p := len(own)
	c := &Certificate{Bound: boundOf([]int{1, p - 1}, 2*(p-1), Broadcast, scope), Gen: own, Time: make([]int32, p)}
	if !scope.Has(1) {
		c.Gen = slices.Repeat([]int32{-1}, p)
		return c
	}
	for v := 1; v < p; v++ {
		c.Time[v] = 1
	}
	return c
}

// completeOrder is the regular order of the complete graph of these generators.
func completeOrder(g cayley.Cayley, own []int32) *RegularOrder {
	r := &RegularOrder{Graph: g, Vertices: make([]int32, len(own)), Gens: own}
	for v := range r.Vertices {
		r.Vertices[v] = int32(v)
	}
	return r
}
