package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// maxLooks bounds the arcs looked at to find what is in scope: a few seconds.
const maxLooks = 1 << 29

// nearby searches from one vertex after another, no deeper than a scope. A search costs
// the arcs it looks at, however large the graph is.
type nearby struct {
	graph cayley.Graph
	deep  int32
	dist  []int32 // of what was met, else -1
	met   []int32
	left  int64 // arcs that may still be looked at
}

func newNearby(g cayley.Graph, scope Scope, looks int64) *nearby {
	p := g.Order()
	deep := min(p, scope.Deepest())
	return &nearby{g, int32(deep), slices.Repeat([]int32{-1}, p), make([]int32, 0, p), looks}
}

// search finds the vertices near a, and says no where that looks at too many arcs.
func (n *nearby) search(a int32) bool {
	for _, v := range n.met {
		n.dist[v] = -1
	}
	n.met, n.dist[a] = append(n.met[:0], a), 0
	d := n.graph.Degree()
	for i := 0; i < len(n.met) && len(n.met) < len(n.dist) && n.dist[n.met[i]] < n.deep; i++ {
		u := n.met[i]
		for k := range d {
			v := n.graph.Neighbor(int(u), k)
			if v < 0 {
				break
			}
			n.left--
			if n.dist[v] < 0 {
				n.dist[v] = n.dist[u] + 1
				n.met = append(n.met, int32(v))
			}
		}
		if n.left < 0 {
			return false
		}
	}
	return true
}
