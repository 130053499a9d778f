package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// arcOrbits knows which arcs are images of one another.
type arcOrbits struct {
	orbit []int32 // by vertex
	elem  []int32 // by vertex: the element that carries the first of its orbit there
	first []int   // by orbit
	graph cayley.Graph
	act   cayley.FreeAction
	index []map[int32]int32 // by orbit: from a neighbour of first to its arc
}

// newArcOrbits refuses what does not act freely, or not by automorphisms: makers and the
// verifier alike rest on it.
func newArcOrbits(g cayley.Graph, act cayley.FreeAction) (*arcOrbits, error) {
	p := g.Order()
	a := &arcOrbits{graph: g, act: act, orbit: slices.Repeat([]int32{-1}, p), elem: make([]int32, p)}
	for v := range p {
		if a.orbit[v] >= 0 {
			continue
		}
		for x := range act.Order() {
			w := act.Act(x, v)
			switch {
			case w < 0 || w >= p:
				return nil, fmt.Errorf("sched: %s: element %d carries vertex %d to %d: they are 0 to %d", cayley.ShortName(g), x, v, w, p-1)
			case x == 0 && w != v:
				return nil, fmt.Errorf("sched: %s: element 0 carries vertex %d to %d: it must be the identity", cayley.ShortName(g), v, w)
			case a.orbit[w] >= 0:
				return nil, fmt.Errorf("sched: %s: the group does not act freely: element %d carries %d to %d, and so does another", cayley.ShortName(g), x, v, w)
			}
			a.orbit[w], a.elem[w] = int32(len(a.first)), int32(x)
		}
		index := make(map[int32]int32, g.Degree())
		for k := range g.Degree() {
			if w := g.Neighbor(v, k); w >= 0 {
				index[int32(w)] = int32(k)
			}
		}
		a.first, a.index = append(a.first, v), append(a.index, index)
	}
	if err := a.automorphisms(); err != nil {
		return nil, err
	}
	return a, nil
}

// orbitsOf is how many orbits of vertices a group has if it acts freely: all are as long as
// the group is large.
func orbitsOf(g cayley.Graph, act cayley.FreeAction) int {
	return (g.Order()-1)/max(1, act.Order()) + 1
}

// find is the number of the orbit of arc u → v, -1 if it is no arc.
func (a *arcOrbits) find(u, v int32) int {
	o := a.orbit[u]
	k, ok := a.index[o][int32(a.act.Act(a.act.Inv(int(a.elem[u])), int(v)))]
	if !ok {
		return -1
	}
	return int(o)*a.graph.Degree() + int(k)
}

// image is where arc k of the first vertex of u's orbit leads when carried to u.
func (a *arcOrbits) image(u int32, k int) int {
	return a.act.Act(int(a.elem[u]), a.graph.Neighbor(a.first[a.orbit[u]], k))
}

// table lists the arcs of every vertex as images of those of the first of its orbit.
func (a *arcOrbits) table() adjacency {
	p, d := a.graph.Order(), a.graph.Degree()
	adj := adjacency{g: a.graph, d: d, table: make([]int32, p*d), order: int32(p)}
	for u := range int32(p) {
		for k := range d {
			w := -1
			if k < len(a.index[a.orbit[u]]) {
				w = a.image(u, k)
			}
			adj.table[int(u)*d+k] = int32(w)
		}
	}
	return adj
}

// automorphisms checks, against the arcs that the graph names and without find, that the
// element that carries the first vertex of an orbit to another carries arcs to arcs and
// nothing else to arcs: their images are arcs of the other, each another one, and it has
// as many.
func (a *arcOrbits) automorphisms() error {
	p := len(a.orbit)
	left := make([]int, p) // by vertex: v+1 if v has an arc to it that is no image so far
	for v := range p {
		first := a.first[a.orbit[v]]
		n, want := linksAt(a.graph, v), linksAt(a.graph, first)
		if n != want {
			return fmt.Errorf("sched: %s: element %d carries vertex %d, of %d arcs, to %d, of %d; want as many", cayley.ShortName(a.graph), a.elem[v], first, want, v, n)
		}
		for k := range n {
			left[a.graph.Neighbor(v, k)] = v + 1
		}
		for k := range n {
			w := a.image(int32(v), k)
			if w < 0 || w >= p || left[w] != v+1 {
				return fmt.Errorf("sched: %s: element %d does not carry arcs to arcs: %d → %d", cayley.ShortName(a.graph), a.elem[v], first, a.graph.Neighbor(first, k))
			}
			left[w] = 0
		}
	}
	return nil
}
