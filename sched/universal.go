package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// universalLimit is the most vertices UniversalBound searches from.
const universalLimit = 8192

// UniversalBound is LowerBound for any graph, vertex-transitive or not: words
// (hops, for an exchange) against all links of the graph, T or load (3.1, 3.5);
// and the greatest distance served, D. P breadth-first searches; at most 8,192
// vertices.
func UniversalBound(g cayley.Graph, task Task, model Model, scope Scope) (Bound, error) {
	if cayley.VertexTransitive(g) {
		return LowerBound(g, task, model, scope)
	}
	if err := scope.validate(); err != nil {
		return Bound{}, err
	}
	p := g.Order()
	if p > universalLimit {
		return Bound{}, fmt.Errorf("sched: %s: %d vertices: bounds of graphs that are not vertex-transitive are made up to %d", g.Name(), p, universalLimit)
	}
	links := 0
	for v := range p {
		for k := range g.Degree() {
			if w := g.Neighbor(v, k); w >= 0 && (model == TwoWay || v < w || !joined(g, w, v)) {
				links++
			}
		}
	}
	words, hops, far := 0, 0, 0
	for v := range p {
		for _, d := range cayley.DistancesFrom(g, v) {
			if d < 0 {
				return Bound{}, fmt.Errorf("sched: %s is not strongly connected", g.Name())
			}
			if scope.Has(int(d)) {
				words++
				hops += int(d)
				far = max(far, int(d))
			}
		}
	}
	b := Bound{Kind: "none"}
	if links == 0 {
		return b, nil
	}
	if task == Exchange {
		b.raise((hops+links-1)/links, "load")
	} else {
		b.raise((words+links-1)/links, "T")
	}
	b.raise(far, "D")
	return b, nil
}

func joined(g cayley.Graph, u, v int) bool {
	for k := range g.Degree() {
		if g.Neighbor(u, k) == v {
			return true
		}
	}
	return false
}

// BoundOf is the best bound known for the task of a schedule: what Certify says
// for templates, the distance of the farthest vertex for one root, LowerBound or
// UniversalBound for the rest. A Chunked schedule is bounded in short steps.
func BoundOf(s Schedule) (Bound, error) {
	switch s := s.(type) {
	case *Template:
		return s.Certify()
	case *ExchangeTemplate:
		b, err := LowerBound(s.Graph, Exchange, TwoWay, s.Scope)
		if err == nil && s.Steps > b.Value {
			adj := newAdjacency(s.Graph)
			b.raiseExchange(&adj, adj.distances(), s)
		}
		return b, err
	case *OrbitSchedule:
		return UniversalBound(s.Graph, s.Task, TwoWay, s.Scope)
	case *Chunked:
		t := s.Segments[0]
		b, err := LowerBound(t.Graph, t.Task, TwoWay, t.Scope)
		if err != nil {
			return b, err
		}
		n := 0
		for _, at := range t.Time {
			if at > 0 {
				n++
			}
		}
		if n == 0 {
			return Bound{Kind: "none"}, nil
		}
		d := t.Graph.Degree()
		return Bound{(n*len(s.Segments) + d - 1) / d, "T"}, nil
	case *Explicit:
		if s.Rooted {
			tree, err := shortestTree(s.Graph, s.Root, s.Task == Accumulate)
			if err != nil {
				return Bound{}, err
			}
			b := Bound{Kind: "none"}
			for _, d := range tree.dist {
				if s.Scope.Has(int(d)) {
					b.raise(int(d), "D")
				}
			}
			return b, nil
		}
		b, err := UniversalBound(s.Graph, s.Task, s.Model, s.Scope)
		if c, ok := s.Graph.(cayley.Cayley); ok && err == nil && s.Model == OneWay && s.Steps > b.Value {
			b.raiseOneWay(c, s)
		}
		return b, err
	}
	return Bound{}, fmt.Errorf("sched: no bound is known for a %T", s)
}
