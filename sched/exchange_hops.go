package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// tooManyHops is the error of an exchange that has too many sends to write out on the shortest
// paths already: those of a vertex tell on a vertex-transitive graph, of others one search from
// every vertex. Where no path leads, or LowerBound refuses, others say so.
func tooManyHops(g cayley.Graph, scope Scope) error {
	p := int64(g.Order())
	if p*p*(p-1)/2 <= MaxSends { // whatever the graph
		return nil
	}
	if cayley.VertexTransitive(g) {
		each, reached := hopsTo(cayley.Distances(g), scope)
		if !reached {
			return nil
		}
		return tooMany(int(p), each)
	}
	if p > universalLimit {
		return nil
	}
	all := 0
	for v := range int(p) {
		each, reached := hopsTo(cayley.DistancesFrom(g, v), scope)
		if !reached {
			return nil
		}
		all += each
	}
	return tooMany(1, all)
}

// hopsTo is the sum of the distances in scope, and whether a path leads to every vertex.
func hopsTo(dist []int32, scope Scope) (sum int, reached bool) {
	for d, n := range cayley.CountSpheres(dist) {
		if scope.Has(d) {
			sum += d * n
		}
	}
	return sum, !slices.Contains(dist, -1)
}
