package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Distances returns the length of a shortest path from vertex `from` to every
// vertex, -1 where there is none. O(P·d) time, 8 bytes a vertex.
func Distances(g cayley.Graph, from int) []int32 {
	p, d := g.Order(), g.Degree()
	dist := make([]int32, p)
	for i := range dist {
		dist[i] = -1
	}
	queue := make([]int32, 1, p)
	queue[0] = int32(from)
	dist[from] = 0
	for head := 0; head < len(queue); head++ {
		u := queue[head]
		for k := range d {
			if v := g.Neighbor(int(u), k); v >= 0 && dist[v] < 0 {
				dist[v] = dist[u] + 1
				queue = append(queue, int32(v))
			}
		}
	}
	return dist
}

// Spheres returns the number of vertices at each distance 0 … D from `from`,
// of those that can be reached.
func Spheres(g cayley.Graph, from int) []int { return spheres(Distances(g, from)) }

func spheres(dist []int32) []int {
	var n []int
	for _, d := range dist {
		for int(d) >= len(n) {
			n = append(n, 0)
		}
		if d >= 0 {
			n[d]++
		}
	}
	return n
}

// inverses returns, by generator, the index of its inverse among the
// generators or -1, and whether every generator has one (Δ = Δ⁻¹).
func inverses(g cayley.Cayley) (inv []int, symmetric bool) {
	inv = cayley.InverseGens(g)
	return inv, !slices.Contains(inv, -1)
}
