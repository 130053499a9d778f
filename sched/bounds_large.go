package sched

import (
	"math"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// largeBound is LowerBound for graphs of more vertices than it searches from, so that
// a schedule made elsewhere stands beside a bound too: it searches from one vertex only,
// that with the fewest links. Of all others it counts the words at distance 1 and, if
// every distance is served, the rest as at distance 2. O(P·d), and no more than
// LowerBound.
func largeBound(g cayley.Graph, task Task, model Model, scope Scope) (Bound, error) {
	if cayley.VertexTransitive(g) || g.Order() <= universalLimit {
		return LowerBound(g, task, model, scope)
	}
	if err := scope.validate(); err != nil {
		return Bound{}, err
	}
	bound := Bound{Kind: "none"}
	for _, way := range waysOf(g, task) {
		v, links := narrowest(way.graph)
		b := boundOf(cayley.CountSpheres(cayley.DistancesFrom(way.graph, v)), 2*links, Broadcast, scope)
		bound.raise(b.Value, b.Kind)
	}
	p, arcs := g.Order(), linksOf(g, TwoWay)
	all := []int{p, arcs}
	if scope.All() {
		const most = math.MaxInt / 8 // to be counted in an int of 32 bits
		all = append(all, int(min(int64(p)*int64(p-1)-int64(arcs), most)))
	}
	b := boundOf(all, 2*linksOf(g, model), task, scope)
	b.raise(bound.Value, bound.Kind)
	return b, nil
}

// narrowest is the vertex with the fewest links out, and how many: one that has any.
func narrowest(g cayley.Graph) (at, fewest int) {
	for v := range g.Order() {
		links := linksAt(g, v)
		if links > 0 && (fewest == 0 || links < fewest) {
			at, fewest = v, links
		}
	}
	return at, fewest
}
