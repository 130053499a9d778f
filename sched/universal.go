package sched

import (
	"fmt"
	"math"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// universalLimit is the most vertices UniversalBound searches from.
const universalLimit = 8192

// UniversalBound is LowerBound for any graph, vertex-transitive or not: the words
// (hops, for an exchange) of all vertices against all links of the graph, and those of
// each vertex against the links they come in by (broadcast, exchange) or leave by
// (accumulate, exchange), T, LB2 or load; and the greatest distance served, D. 2·P
// breadth-first searches at most; up to 8,192 vertices.
func UniversalBound(g cayley.Graph, task Task, model Model, scope Scope) (Bound, error) {
	if cayley.VertexTransitive(g) {
		return LowerBound(g, task, model, scope)
	}
	return boundOfAll(g, task, model, scope, 1)
}

// SegmentBound is UniversalBound of a broadcast or an accumulation of words cut in m
// segments, two-way, in short steps: those that move one segment over an arc.
func SegmentBound(g cayley.Graph, task Task, scope Scope, m int) (Bound, error) {
	switch {
	case m < 1 || int64(m)*int64(g.Order()) > math.MaxInt32:
		return Bound{}, fmt.Errorf("sched: %s: %d segments: want 1 or more, and with %d vertices at most %d in all", g.Name(), m, g.Order(), math.MaxInt32)
	case task != Broadcast && task != Accumulate:
		return Bound{}, fmt.Errorf("sched: a broadcast or an accumulate can be cut in segments, not %s", task)
	case !cayley.VertexTransitive(g):
		return boundOfAll(g, task, TwoWay, scope, m)
	}
	if err := scope.validate(); err != nil {
		return Bound{}, err
	}
	size := cayley.CountSpheres(cayley.DistancesFrom(g, 0))
	for k := range size {
		size[k] *= m
	}
	return boundOf(size, 2*g.Degree(), task, scope), nil
}

// boundOfAll is UniversalBound from what each vertex has to do, with m words for one.
func boundOfAll(g cayley.Graph, task Task, model Model, scope Scope, m int) (Bound, error) {
	if err := scope.validate(); err != nil {
		return Bound{}, err
	}
	if p := g.Order(); p > universalLimit {
		return Bound{}, fmt.Errorf("sched: %s: %d vertices: bounds of graphs that are not vertex-transitive are made up to %d", g.Name(), p, universalLimit)
	}
	ways := []cayley.Graph{g}
	switch turned := cayley.Turned(g); {
	case task == Broadcast:
		ways[0] = turned // words are counted where they come to
	case task == Exchange:
		ways = append(ways, turned)
	}
	bound := Bound{Kind: "none"}
	var all []int // pairs of vertices by distance
	for i, way := range ways {
		for v := range way.Order() {
			far := cayley.DistancesFrom(way, v)
			if slices.Contains(far, -1) {
				return Bound{}, fmt.Errorf("sched: %s is not strongly connected", g.Name())
			}
			size, links := cayley.CountSpheres(far), 0
			for k := range size {
				size[k] *= m
			}
			for k := range way.Degree() {
				if way.Neighbor(v, k) >= 0 {
					links++
				}
			}
			b := boundOf(size, 2*links, Broadcast, scope)
			bound.raise(b.Value, b.Kind)
			if i > 0 {
				continue
			}
			all = append(all, make([]int, max(0, len(size)-len(all)))...)
			for k, n := range size {
				all[k] += n
			}
		}
	}
	b := boundOf(all, 2*linksOf(g, model), task, scope)
	if b.Value >= bound.Value {
		bound = b
	}
	return bound, nil
}

// linksOf is how many words the graph carries in one step: one on every arc or, one-way,
// on every arc without an opposite and every pair.
func linksOf(g cayley.Graph, model Model) (links int) {
	for v := range g.Order() {
		for k := range g.Degree() {
			if w := g.Neighbor(v, k); w >= 0 && (model == TwoWay || v < w || !joined(g, w, v)) {
				links++
			}
		}
	}
	return links
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
// UniversalBound for the rest. Schedules of segments are bounded in short steps.
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
		if n := s.segments(); n > 1 {
			return SegmentBound(s.Graph, s.Task, s.Scope, n)
		}
		return UniversalBound(s.Graph, s.Task, TwoWay, s.Scope)
	case *Chunked:
		t := s.Segments[0]
		return SegmentBound(t.Graph, t.Task, t.Scope, len(s.Segments))
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
