package sched

import (
	"fmt"
	"math"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// universalLimit is the most vertices boundOfAll searches from.
const universalLimit = 8192

// SegmentBound is LowerBound of a two-way broadcast or accumulation of words cut into m
// segments. It counts short steps, each of which moves one segment over an arc.
func SegmentBound(g cayley.Graph, task Task, scope Scope, m int) (Bound, error) {
	switch most := math.MaxInt32 / max(1, g.Order()); {
	case m < 1 || m > most:
		return Bound{}, fmt.Errorf("sched: %s: %d segments of %d vertices: want 1 to %d", cayley.ShortName(g), m, g.Order(), most)
	case task != Broadcast && task != Accumulate:
		return Bound{}, fmt.Errorf("sched: a broadcast or an accumulate can be cut in segments, not %s", task)
	case !cayley.VertexTransitive(g):
		return boundOfAll(g, task, TwoWay, scope, m)
	}
	if err := scope.validate(); err != nil {
		return Bound{}, err
	}
	size := cayley.Spheres(g)
	for k := range size {
		size[k] *= m
	}
	return boundOf(size, 2*g.Degree(), task, scope), nil
}

// boundOfAll is LowerBound from what each vertex has to do, with m words for one.
func boundOfAll(g cayley.Graph, task Task, model Model, scope Scope, m int) (Bound, error) {
	if err := scope.validate(); err != nil {
		return Bound{}, err
	}
	if p := g.Order(); p > universalLimit {
		return Bound{}, fmt.Errorf("sched: %s has %d vertices: for graphs that are not vertex-transitive, there are bounds and schedules only up to %d", cayley.ShortName(g), p, universalLimit)
	}
	bound := Bound{Kind: "none"}
	from := g
	if task == Accumulate {
		from = cayley.Turned(g)
	}
	c, cut := newCuts(from, task, model, scope, m), 0
	var all []int // pairs of vertices by distance
	for i, way := range waysOf(g, task) {
		for v := range g.Order() {
			far := cayley.DistancesFrom(way.graph, v)
			if slices.Contains(far, -1) {
				return Bound{}, apart(g, way.turned, v, slices.Index(far, -1))
			}
			size := cayley.CountSpheres(far)
			for k := range size {
				size[k] *= m
			}
			b := boundOf(size, 2*linksAt(way.graph, v), Broadcast, scope)
			bound.raise(b.Value, b.Kind)
			switch {
			case c == nil:
			case way.turned == (task != Accumulate):
				cut = max(cut, c.balls(far, size))
			default:
				one, _ := c.bound(far, len(size))
				cut = max(cut, one)
			}
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
	b.raise(bound.Value, bound.Kind)
	if c != nil {
		b.raise(max(cut, c.branches(from)), "cut")
	}
	if task == Exchange {
		b.raiseFactors(g, model, scope)
	}
	return b, nil
}

// way is a graph and whether its arcs were turned: graphs may hold slices, so that == on
// two of them can panic.
type way struct {
	graph  cayley.Graph
	turned bool
}

// waysOf is a graph, turned or not, or both: so that words are counted where they come to
// (broadcast), where they leave from (accumulate), or at both ends.
func waysOf(g cayley.Graph, task Task) []way {
	switch task {
	case Broadcast:
		return []way{{cayley.Turned(g), true}}
	case Exchange:
		return []way{{g, false}, {cayley.Turned(g), true}}
	}
	return []way{{g, false}}
}
