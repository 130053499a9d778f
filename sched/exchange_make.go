package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// MakeExchange makes a universal exchange of a Cayley graph: BuildExchange for
// every distance.
func MakeExchange(g cayley.Cayley) (*ExchangeTemplate, error) {
	t, _, err := BuildExchange(g, Scope{})
	return t, err
}

// BuildExchange makes an exchange over shortest paths, or on graphs of up to 256
// vertices over longer ones where those load the generators more evenly, and
// verifies it.
//
// Abelian groups: the order of the generators of a path is free, so a choice of
// paths with even generator loads and an edge colouring of the words ×
// generators graph (Kőnig) take exactly the larger of the greatest load and the
// longest path. Other groups: the same choice of paths, then
// a job shop, longest remaining path first, which takes the greatest load on
// every graph of the grammar tried (star, pancake, bubble, … to 7 symbols). All sources
// take the same paths; where the bound can be met only if they do not, Plan can.
//
// The bound holds for every exchange, not only for templates. It is LowerBound,
// or, where generators are not alike, that of a set W of them: the word for v
// takes at least as many hops of W as the cheapest path does, and a step
// has |W|, or the same with prices for generators ("weights"). K_{n,n} has paths in
// closed form. O(hops·d) time, some 30 bytes a hop and, up to 2²⁷ arcs, 4 an arc.
func BuildExchange(g cayley.Cayley, scope Scope) (*ExchangeTemplate, Bound, error) {
	if err := scope.validate(); err != nil {
		return nil, Bound{}, err
	}
	adj := newAdjacency(g)
	dist := adj.distances()
	if v := slices.Index(dist, -1); v >= 0 {
		return nil, Bound{}, apart(g, false, 0, v)
	}
	t := &ExchangeTemplate{Graph: g, Scope: scope, Start: make([]int, len(dist)+1)}
	total := int64(0)
	for v, d := range dist {
		t.Start[v] = int(total)
		if scope.Has(int(d)) {
			total += int64(d)
		}
		if total > MaxSends {
			return nil, Bound{}, fmt.Errorf("sched: %s: more than %d hops in an exchange: serve a smaller scope", cayley.ShortName(g), MaxSends)
		}
	}
	t.Start[len(dist)] = int(total)
	t.Gen, t.Time = make([]int32, total), make([]int32, total)
	bound := boundOf(cayley.CountSpheres(dist), 2*adj.d, Exchange, scope)
	free := true
	if h := (hops{t.Start, t.Gen, t.Time}); bipartite(g) && adj.d > 2 {
		h.chooseBipartite(adj.d)
	} else {
		newPaths(g, dist).choose(h, evenWork)
		free = slices.Max(dist) < 2 || cayley.Abelian(g)
	}
	t.schedule(free, bound.Value)
	if t.Steps > bound.Value {
		bound.raiseExchange(&adj, dist, t.load(), scope, t.Steps)
	}
	short := t
	if t.Steps > bound.Value {
		if longer := t.detoured(&adj, free, bound.Value); longer != nil && longer.Steps < t.Steps {
			t = longer
		}
	}
	if t.Steps > bound.Value {
		other, err := short.rerouted(dist, bound.Value)
		if err != nil {
			return nil, Bound{}, err
		}
		if other != nil && other.Steps < t.Steps {
			t = other
		}
	}
	if err := t.Verify(); err != nil {
		return nil, Bound{}, fmt.Errorf("sched: internal error: made an invalid exchange: %w", err)
	}
	return t, bound, nil
}

// schedule gives the hops of the words their times.
func (t *ExchangeTemplate) schedule(free bool, bound int) {
	if free {
		Colour(t.Start, t.Gen, t.Time, t.Graph.Degree())
	} else {
		hops{t.Start, t.Gen, t.Time}.jobShop(t.Graph.Degree(), bound)
	}
	t.Steps = lastTime(t.Time)
}

// detoured is the exchange over longer paths with a smaller load, or nil.
func (t *ExchangeTemplate) detoured(adj *adjacency, free bool, bound int) *ExchangeTemplate {
	paths := detours(adj, hops{t.Start, t.Gen, t.Time}, bound)
	if paths == nil {
		return nil
	}
	r := &ExchangeTemplate{Graph: t.Graph, Scope: t.Scope, Start: make([]int, 0, len(t.Start))}
	for _, path := range paths {
		r.Start = append(r.Start, len(r.Gen))
		r.Gen = append(r.Gen, path...)
	}
	r.Start = append(r.Start, len(r.Gen))
	r.Time = make([]int32, len(r.Gen))
	r.schedule(free, bound)
	return r
}
