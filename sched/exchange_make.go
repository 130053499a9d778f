package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// MakeExchange makes a universal exchange of a Cayley graph: BuildExchange for
// every distance.
func MakeExchange(g cayley.Cayley) (*ExchangeTemplate, error) {
	t, _, err := BuildExchange(g, Scope{})
	return t, err
}

// BuildExchange makes and verifies an exchange over shortest paths or, on graphs of up to 256
// vertices, over longer ones where those load the generators more evenly.
//
// Abelian groups: the generators of a path may come in any order. So paths chosen for even
// generator loads, and an edge colouring of the words × generators graph (Kőnig), take exactly
// the larger of the greatest load and the longest path. Other groups: the same choice of paths,
// then a job shop, longest remaining path first. Its time is the greatest load on every graph
// of the grammar tried (star, pancake, bubble, … to 7 symbols). All sources take the same
// paths; where only different paths can meet the bound, Plan can.
//
// The bound holds for every exchange, not only for templates. It is LowerBound or, where
// generators are not alike, that of a set W of them: the word for v takes at least as many hops
// of W as the path to v with the fewest, and a step has |W|. It may also give prices to the
// generators instead of choosing W. Both are called "weights". K_{n,n} has paths in closed
// form. O(hops·d) time, some 30 bytes a hop and, up to 2²⁷ arcs, 4 an arc.
func BuildExchange(g cayley.Cayley, scope Scope) (*ExchangeTemplate, Bound, error) {
	if err := scope.validate(); err != nil {
		return nil, Bound{}, err
	}
	if scope.All() && leastHops(g.Order(), g.Degree()) > MaxSends {
		return nil, Bound{}, manyHops(g)
	}
	adj := newAdjacency(g)
	dist := adj.distances()
	if v := slices.Index(dist, -1); v >= 0 {
		return nil, Bound{}, apart(g, false, 0, v)
	}
	h, err := newHops(g, dist, scope, adj.d, 1)
	if err != nil {
		return nil, Bound{}, err
	}
	if h.loose = true; bipartite(g) && adj.d > 2 {
		h.chooseBipartite(adj.d)
	} else {
		newPaths(g, dist).choose(&h, evenWork)
		h.loose = slices.Max(dist) < 2 || cayley.Abelian(g)
	}
	bound := boundOf(cayley.CountSpheres(dist), 2*adj.d, Exchange, scope)
	bound.raiseFactors(g, TwoWay, scope)
	h.schedule(bound.Value)
	if h.steps > bound.Value {
		bound.raiseExchange(&adj, dist, h.load(), scope, nil, h.steps)
	}
	shortest := h
	if h.steps > bound.Value {
		h.take(detours(&adj, &shortest, lanesOf(adj.d, nil), bound.Value), bound.Value)
	}
	if h.steps > bound.Value && len(dist) <= detourLimit {
		arcs, err := newArcOrbits(g, cayley.FreeActionOf(g))
		if err != nil {
			return nil, Bound{}, err
		}
		h.take(reroute(arcs, dist, &shortest, bound.Value), bound.Value)
	}
	t, err := made(h.template(g, scope))
	return t, bound, err
}
