package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// raiseRelays raises the bound of a scope that leaves distances out by the
// relays that it needs. In T steps a word has a path of at most T arcs; to a
// vertex at a distance above T-1 (T-2 if all cycles are even) that is a
// shortest path. So all vertices at such a distance have parents one closer,
// at least their number over the most children a vertex can have, and those
// have parents again. Vertices at distance k and more, relays included, have
// the steps from k on. twice is what LowerBound counts links in.
func (b *Bound) raiseRelays(adj *adjacency, dist []int32, scope Scope, twice int) {
	if len(scope.At) == 0 || twice == 0 {
		return
	}
	size := cayley.CountSpheres(dist)
	if scope.gapless(min(slices.Max(scope.At), len(size)-1)) {
		return // no relays: LB2 says as much without a look at every arc
	}
	children, even := mostChildren(adj, dist, len(size))
	slack := 1
	if even {
		slack = 2
	}
	for ; ; b.Value, b.Kind = b.Value+1, "relays" {
		need, beyond, ok := 0, 0, true
		for k := len(size) - 1; k > 0; k-- {
			if need > 0 {
				need = (need + children[k] - 1) / children[k]
			}
			if scope.Has(k) {
				beyond += size[k]
				if k > b.Value-slack {
					need = size[k]
				}
			} else {
				if need == 0 && beyond > 0 {
					need = 1 // every path passes every distance
				}
				beyond += need
			}
			if k-1+(2*beyond+twice-1)/twice > b.Value && beyond > 0 {
				ok = false
			}
		}
		if ok {
			return
		}
	}
}

// mostChildren is, by distance, the most arcs of a vertex to the next distance,
// and whether every arc changes the distance by one.
func mostChildren(adj *adjacency, dist []int32, spheres int) (most []int, even bool) {
	most, even = make([]int, spheres), true
	for u := range int32(len(dist)) {
		n := 0
		for x := range int32(adj.d) {
			v := adj.next(u, x)
			switch dist[v] - dist[u] {
			case 1:
				n++
			case -1:
			default:
				even = false
			}
		}
		most[dist[u]] = max(most[dist[u]], n)
	}
	return most, even
}
