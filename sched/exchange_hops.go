package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// tooManyHops is the error of an exchange that has too many sends to write out on the shortest
// paths already: those of a vertex tell on a vertex-transitive graph, of others one search from
// every vertex. Where no path leads, or LowerBound refuses, others say so.
func tooManyHops(g cayley.Graph, scope Scope) error {
	p := g.Order()
	if p <= 800 { // p²·(p-1)/2 sends, the most on any graph, are not too many
		return nil
	}
	if cayley.VertexTransitive(g) {
		each, reached := hopsTo(cayley.Distances(g), scope)
		if !reached {
			return nil
		}
		return tooMany(p, each)
	}
	if p > universalLimit {
		return nil
	}
	all := int64(0)
	for v := range p {
		each, reached := hopsTo(cayley.DistancesFrom(g, v), scope)
		if !reached {
			return nil
		}
		all += each
	}
	return tooMany(1, all)
}

// hopsTo is the sum of the distances in scope, and whether a path leads to every vertex.
func hopsTo(dist []int32, scope Scope) (sum int64, reached bool) {
	for d, n := range cayley.CountSpheres(dist) {
		if scope.Has(d) {
			sum += int64(d) * int64(n)
		}
	}
	return sum, !slices.Contains(dist, -1)
}

// leastHops is the least sum of the distances from a vertex to all p of a graph of degree d, the
// spheres being as large as they can be (Moore); what is above MaxSends is not counted to the end.
func leastHops(p, d int) (sum int64) {
	left, sphere := int64(p)-1, int64(d)
	for at := int64(1); left > 0 && d > 0 && sum <= MaxSends; at++ {
		n := min(left, sphere)
		sum, left, sphere = sum+at*n, left-n, min(sphere*int64(d), int64(p))
	}
	return sum
}
