package sched

import (
	"github.com/cayleycoll/cayleycoll/cayley"
)

// BuildOrbitExchange makes a universal exchange on any graph by a group of automorphisms that
// acts freely (cayley.FreeActionOf; on small graphs the identity alone will do). It uses the
// job shop and the longer paths of BuildExchange, with orbits of arcs in place of generators,
// and writes the sends out. The bound is that of LowerBound. More than MaxSends sends are
// refused. O(m·P·d) and 20 bytes a send, for m orbits.
func BuildOrbitExchange(g cayley.Graph, act cayley.FreeAction, scope Scope) (*Explicit, Bound, error) {
	if err := scope.validate(); err != nil {
		return nil, Bound{}, err
	}
	if err := early(g, fewPaths(g, act)); err != nil {
		return nil, Bound{}, err
	}
	bound, err := LowerBound(g, Exchange, TwoWay, scope)
	if err != nil {
		return nil, Bound{}, err
	}
	x, err := newOrbitExchange(g, act, scope, evenWork)
	if err != nil {
		return nil, Bound{}, err
	}
	x.schedule(bound.Value)
	x.reroute(bound.Value)
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
}

// newOrbitExchange chooses shortest paths, in so much work; they have no times.
func newOrbitExchange(g cayley.Graph, act cayley.FreeAction, scope Scope, work int64) (*orbitExchange, error) {
	if err := fewPaths(g, act); err != nil {
		return nil, err
	}
	arcs, err := newArcOrbits(g, act)
	if err != nil {
		return nil, err
	}
	w, err := newOrbitPaths(arcs)
	if err != nil {
		return nil, err
	}
	h, err := newHops(g, w.dist, scope, len(arcs.first)*g.Degree(), act.Order())
	if err != nil {
		return nil, err
	}
	w.choose(&h, work)
	return &orbitExchange{arcs, scope, w.dist, h}, nil
}

// reroute takes paths with a smaller load where that makes it shorter.
func (x *orbitExchange) reroute(bound int) {
	if x.steps > bound {
		x.take(reroute(x.arcs, x.dist, &x.hops, bound), bound)
	}
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
	return made(e)
}
