package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// pathLimit is the most numbers a table of all shortest paths may have: orbits
// times vertices times degree.
const pathLimit = 1 << 27

// fewPaths refuses tables of more than pathLimit numbers, before there is any work.
func fewPaths(g cayley.Graph, act cayley.FreeAction) error {
	p, d, m := g.Order(), g.Degree(), orbitsOf(g, act)
	if int64(m)*int64(p)*int64(d) <= pathLimit {
		return nil
	}
	return fmt.Errorf("sched: %s: %d templates of %d vertices with %d arcs each are too many for an exchange: want a smaller graph, or one with more symmetry, of at most %d arcs in all", cayley.ShortName(g), m, p, d, pathLimit)
}

// newOrbitPaths is the shortest paths between any two vertices, up to the
// action: its elements are the pairs orbit·P + vertex. Vertices may have fewer
// arcs than the degree.
func newOrbitPaths(arcs *arcOrbits) (*paths, error) {
	g, act := arcs.graph, arcs.act
	p, d, m := g.Order(), g.Degree(), len(arcs.first)
	w := &paths{d: d, p: p, rest: make([]int32, m*p*d), last: make([]int32, m*p)}
	for _, root := range arcs.first {
		far := cayley.DistancesFrom(g, root)
		if v := slices.Index(far, -1); v >= 0 {
			return nil, apart(g, false, root, v)
		}
		w.dist = append(w.dist, far...)
	}
	for o, root := range arcs.first {
		for k := range d {
			h := g.Neighbor(root, k)
			if h < 0 {
				for v := range p {
					w.rest[(o*p+v)*d+k] = -1
				}
				continue
			}
			w.last[o*p+h] = int32(k)
			back := act.Inv(int(arcs.elem[h]))
			for v := range p {
				r := arcs.orbit[h]*int32(p) + int32(act.Act(back, v))
				if w.dist[r] >= w.dist[o*p+v] {
					r = -1
				}
				w.rest[(o*p+v)*d+k] = r
			}
		}
	}
	return w, nil
}
