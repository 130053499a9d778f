package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// adjacency answers Neighbor many times over: from a table of 4·d bytes a
// vertex while that is at most 40 bytes a vertex, else by arithmetic.
type adjacency struct {
	g     cayley.Graph
	d     int
	table []int32
	order int32 // > 0: vertices are pairs copy·order + u, arcs x = orbit·d + k
}

func newAdjacency(g cayley.Graph) adjacency {
	if g.Degree() > 10 {
		return adjacency{g: g, d: g.Degree()}
	}
	return newTable(g)
}

// newTable takes the table in any case.
func newTable(g cayley.Graph) adjacency {
	a := adjacency{g: g, d: g.Degree()}
	p := g.Order()
	a.table = make([]int32, p*a.d)
	for v, i := 0, 0; v < p; v++ {
		for k := range a.d {
			a.table[i] = int32(g.Neighbor(v, k))
			i++
		}
	}
	return a
}

// next is where arc k of v leads, -1 where an irregular graph has none.
func (a *adjacency) next(v, k int32) int32 {
	if a.order > 0 {
		u := v % a.order
		if w := a.table[int(u)*a.d+int(k)%a.d]; w >= 0 {
			return v - u + w
		}
		return -1
	}
	if a.table != nil {
		return a.table[int(v)*a.d+int(k)]
	}
	return int32(a.g.Neighbor(int(v), int(k)))
}

// in is cayley.In of a Cayley graph, over the table where each arc has its opposite.
func (a *adjacency) in() func(v, k int) int {
	inv := cayley.InverseGens(a.g.(cayley.Cayley))
	if a.table == nil || slices.Contains(inv, -1) {
		return cayley.In(a.g)
	}
	return func(v, k int) int { return int(a.table[v*a.d+inv[k]]) }
}

// distances is cayley.DistancesFrom(g, 0) over the table. It stops when every vertex is
// found: dense graphs do not cost their arcs.
func (a *adjacency) distances() []int32 {
	dist := slices.Repeat([]int32{-1}, a.g.Order())
	queue := make([]int32, 1, len(dist))
	dist[0] = 0
	for head := 0; head < len(queue) && len(queue) < len(dist); head++ {
		u := queue[head]
		for k := range int32(a.d) {
			if v := a.next(u, k); v >= 0 && dist[v] < 0 {
				dist[v] = dist[u] + 1
				queue = append(queue, v)
			}
		}
	}
	return dist
}

// numbered is the table and the distances with the vertices numbered as a
// breadth-first search meets them, and that order: what is near is together in
// memory, which is what the cost of large graphs hangs on. Where that would take
// more than 44 bytes a vertex (d > 8) the numbers stay and order is nil. Vertices
// out of reach are an error.
func numbered(g cayley.Graph) (a adjacency, dist, order []int32, err error) {
	p := g.Order()
	a = adjacency{g: g, d: g.Degree()}
	if a.d > 8 {
		a = newAdjacency(g)
		dist = a.distances()
		if v := slices.Index(dist, -1); v >= 0 {
			err = apart(g, false, 0, v)
		}
		return a, dist, nil, err
	}
	a.table = make([]int32, p*a.d)
	place, dist := slices.Repeat([]int32{-1}, p), make([]int32, p)
	order = append(make([]int32, 0, p), 0)
	place[0] = 0
	for i, head := 0, 0; head < len(order); head++ {
		u := int(order[head])
		for k := range a.d {
			v := g.Neighbor(u, k)
			n := place[v]
			if n < 0 {
				n = int32(len(order))
				place[v], dist[n] = n, dist[head]+1
				order = append(order, int32(v))
			}
			a.table[i] = n
			i++
		}
	}
	if len(order) < p {
		return a, nil, nil, apart(g, false, 0, slices.Index(place, -1))
	}
	return a, dist, order, nil
}
