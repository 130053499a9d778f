package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// BuildOrbitExchange makes a universal exchange on any graph, over a group of
// automorphisms that acts freely (cayley.FreeActionOf; the identity alone will
// do on small graphs): the job shop of BuildExchange with orbits of arcs for
// generators, and its longer paths, written out. The bound is that of UniversalBound.
// More than MaxSends sends are refused. O(m·P·d) and 20 bytes a send, m orbits.
func BuildOrbitExchange(g cayley.Graph, act cayley.FreeAction, scope Scope) (*Explicit, Bound, error) {
	if err := scope.validate(); err != nil {
		return nil, Bound{}, err
	}
	bound, err := UniversalBound(g, Exchange, TwoWay, scope)
	if err != nil {
		return nil, Bound{}, err
	}
	x, err := newOrbitExchange(g, act, scope, evenWork)
	if err != nil {
		return nil, Bound{}, err
	}
	x.shop(bound.Value)
	if x.steps > bound.Value {
		x = x.rerouted(bound.Value)
	}
	e, err := x.explicit()
	return e, bound, err
}

// orbitExchange is an exchange by translation with the elements of a group: the paths of
// the words of the first vertex of each orbit, element by element as paths numbers them.
type orbitExchange struct {
	arcs  *arcOrbits
	scope Scope
	dist  []int32
	hops
	steps int
}

// newOrbitExchange chooses shortest paths, in so much work; they have no times.
func newOrbitExchange(g cayley.Graph, act cayley.FreeAction, scope Scope, work int64) (*orbitExchange, error) {
	arcs, err := newArcOrbits(g, act)
	if err != nil {
		return nil, err
	}
	w, err := newOrbitPaths(arcs)
	if err != nil {
		return nil, err
	}
	x := &orbitExchange{arcs: arcs, scope: scope, dist: w.dist, hops: hops{start: make([]int, len(w.dist)+1)}}
	for v, d := range w.dist {
		x.start[v+1] = x.start[v]
		if scope.Has(int(d)) {
			x.start[v+1] += int(d)
		}
		if int64(act.Order())*int64(x.start[v+1]) > MaxSends {
			return nil, fmt.Errorf("sched: %s: more than %d hops in an exchange: serve a smaller scope", cayley.ShortName(g), MaxSends)
		}
	}
	total := x.start[len(w.dist)]
	x.gen, x.time = make([]int32, total), make([]int32, total)
	w.choose(x.hops, work)
	return x, nil
}

// letters is the number of orbits of arcs.
func (x *orbitExchange) letters() int { return len(x.arcs.first) * x.arcs.graph.Degree() }

// top is the greatest load of an orbit of arcs.
func (x *orbitExchange) top() int {
	load := make([]int, x.letters()+1)
	for _, k := range x.gen {
		load[k]++
	}
	return slices.Max(load)
}

// shop gives the hops their times.
func (x *orbitExchange) shop(bound int) { x.steps = x.jobShop(x.letters(), bound) }

// rerouted is the exchange over paths with a smaller load if that makes it shorter, else
// itself.
func (x *orbitExchange) rerouted(bound int) *orbitExchange {
	h := reroute(x.arcs, x.dist, x.hops, bound, false)
	if h == nil {
		return x
	}
	r := *x
	r.hops = *h
	if r.shop(bound); r.steps < x.steps {
		return &r
	}
	return x
}

// explicit writes out the words of all sources.
func (x *orbitExchange) explicit() (*Explicit, error) {
	g, act := x.arcs.graph, x.arcs.act
	e := &Explicit{Graph: g, Task: Exchange, Scope: x.scope, Steps: x.steps, Sends: make([]Send, 0, len(x.gen)*act.Order())}
	p, d := g.Order(), g.Degree()
	for v := range len(x.start) - 1 {
		root, to := x.arcs.first[v/p], v%p
		at := root
		for i := x.start[v]; i < x.start[v+1]; i++ {
			from := at
			at = x.arcs.image(int32(from), int(x.gen[i])%d)
			for a := range act.Order() {
				e.Sends = append(e.Sends, Send{Time: x.time[i], From: int32(act.Act(a, from)),
					To: int32(act.Act(a, at)), Item: int32(act.Act(a, root)), Dst: int32(act.Act(a, to))})
			}
		}
	}
	if err := e.Verify(); err != nil {
		return nil, fmt.Errorf("sched: internal error: made an invalid exchange: %w", err)
	}
	return e, nil
}
