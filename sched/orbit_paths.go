package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// pathLimit is the most numbers a table of all shortest paths may have: orbits
// times vertices times degree.
const pathLimit = 1 << 27

// newOrbitPaths is the shortest paths between any two vertices, up to the
// action: its elements are the pairs orbit·P + vertex. Vertices may have fewer
// arcs than the degree.
func newOrbitPaths(arcs *arcOrbits) (*paths, error) {
	g, act := arcs.graph, arcs.act
	p, d, m := g.Order(), g.Degree(), len(arcs.first)
	if int64(m)*int64(p)*int64(d) > pathLimit {
		return nil, fmt.Errorf("sched: %s: %d templates of %d vertices with %d arcs each are too many for an exchange: want a smaller graph, or one with more symmetry, of at most %d arcs in all", cayley.ShortName(g), m, p, d, pathLimit)
	}
	w := &paths{d: d, p: p, rest: make([]int32, m*p*d), last: make([]int32, m*p)}
	for _, root := range arcs.first {
		far := cayley.DistancesFrom(g, root)
		for v, r := range far {
			if r < 0 {
				return nil, apart(g, false, root, v)
			}
		}
		w.dist = append(w.dist, far...)
	}
	for o, root := range arcs.first {
		for k := range d {
			h := g.Neighbor(root, k)
			if h < 0 {
				for v := range p {
					w.rest[(o*p+v)*d+k] = -1
				}
				continue
			}
			w.last[o*p+h] = int32(k)
			back := act.Inv(int(arcs.elem[h]))
			for v := range p {
				r := arcs.orbit[h]*int32(p) + int32(act.Act(back, v))
				if w.dist[r] >= w.dist[o*p+v] {
					r = -1
				}
				w.rest[(o*p+v)*d+k] = r
			}
		}
	}
	return w, nil
}

// BuildOrbitExchange makes a universal exchange on any graph, over a group of
// automorphisms that acts freely (cayley.FreeActionOf; the identity alone will
// do on small graphs): the job shop of BuildExchange with orbits of arcs for
// generators, written out. The bound is that of UniversalBound. More than
// MaxSends sends are refused. O(m·P·d) and 20 bytes a send, m orbits.
func BuildOrbitExchange(g cayley.Graph, act cayley.FreeAction, scope Scope) (*Explicit, Bound, error) {
	if err := scope.validate(); err != nil {
		return nil, Bound{}, err
	}
	bound, err := UniversalBound(g, Exchange, TwoWay, scope)
	if err != nil {
		return nil, Bound{}, err
	}
	arcs, err := newArcOrbits(g, act)
	if err != nil {
		return nil, Bound{}, err
	}
	w, err := newOrbitPaths(arcs)
	if err != nil {
		return nil, Bound{}, err
	}
	h := hops{start: make([]int, len(w.dist)+1)}
	for v, d := range w.dist {
		h.start[v+1] = h.start[v]
		if scope.Has(int(d)) {
			h.start[v+1] += int(d)
		}
		if int64(act.Order())*int64(h.start[v+1]) > MaxSends {
			return nil, Bound{}, fmt.Errorf("sched: %s: more than %d hops in an exchange: serve a smaller scope", cayley.ShortName(g), MaxSends)
		}
	}
	total := h.start[len(w.dist)]
	h.gen, h.time = make([]int32, total), make([]int32, total)
	w.choose(h)
	steps := h.jobShop(w.letters(), bound.Value)
	e := &Explicit{Graph: g, Task: Exchange, Scope: scope, Steps: steps, Sends: make([]Send, 0, total*act.Order())}
	e.images(arcs, h)
	if err := e.Verify(); err != nil {
		return nil, Bound{}, fmt.Errorf("sched: internal error: made an invalid exchange: %w", err)
	}
	return e, bound, nil
}

// images writes out the words of all sources.
func (e *Explicit) images(arcs *arcOrbits, h hops) {
	g, act := arcs.graph, arcs.act
	p, d := g.Order(), g.Degree()
	for v := range len(h.start) - 1 {
		root, to := arcs.first[v/p], v%p
		at := root
		for i := h.start[v]; i < h.start[v+1]; i++ {
			from := at
			at = arcs.image(int32(from), int(h.gen[i])%d)
			for a := range act.Order() {
				e.Sends = append(e.Sends, Send{Time: h.time[i], From: int32(act.Act(a, from)),
					To: int32(act.Act(a, at)), Item: int32(act.Act(a, root)), Dst: int32(act.Act(a, to))})
			}
		}
	}
}
