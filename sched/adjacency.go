package sched

import "github.com/cayleycoll/cayleycoll/cayley"

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

func (a *adjacency) next(v, k int32) int32 {
	if a.order > 0 {
		u := v % a.order
		return v - u + a.table[int(u)*a.d+int(k)%a.d]
	}
	if a.table != nil {
		return a.table[int(v)*a.d+int(k)]
	}
	return int32(a.g.Neighbor(int(v), int(k)))
}

// distances is Distances(g, 0) over the table. It stops when every vertex is
// found: dense graphs do not cost their arcs.
func (a *adjacency) distances() []int32 {
	dist := make([]int32, a.g.Order())
	for i := range dist {
		dist[i] = -1
	}
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
