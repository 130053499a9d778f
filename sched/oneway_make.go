package sched

import (
	"math/rand/v2"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Limits of what one-way schedules are asked for.
const (
	oneWayOrder = 2048    // vertices of oneWayGreedy
	oneWayArcs  = 1 << 18 // arcs of lb3OneWay
)

// raiseOneWay raises the bound of a one-way schedule of a Cayley graph by the
// arguments that cost more: LB3, or weights for an exchange.
func (b *Bound) raiseOneWay(c cayley.Cayley, e *Explicit) {
	if e.Task == Accumulate {
		c = cayley.Reverse(c)
	}
	adj := newAdjacency(c)
	dist := adj.distances()
	switch {
	case e.Task == Exchange:
		b.raiseExchange(&adj, dist, e.load(), e.Scope, cayley.InverseGens(c), e.Steps)
	case c.Order()*c.Degree() <= oneWayArcs:
		b.raise(lb3OneWay(c, &adj, dist, e.Scope, b.Value), "LB3")
	}
}

// shorten looks for a one-way broadcast or accumulation in fewer steps than e,
// at best `bound`: round a cycle; templates made for one-way links, where the graph is a
// Cayley graph of moderate size; links filled one by one, where these take more than
// that or there is no group; and the last steps of any taken away.
func (e *Explicit) shorten(bound int) (*Explicit, error) {
	if e.Task == Accumulate {
		back := e.reverse()
		back.Graph = cayley.Turned(e.Graph)
		b, err := back.shorten(bound)
		if err != nil {
			return nil, err
		}
		r := b.reverse()
		r.Graph = e.Graph
		return made(r)
	}
	tight := *e
	best := &tight
	best.Sends = slices.Clone(e.Sends)
	best.tighten(bound)
	if other := e.around(bound); other != nil && best.Steps > bound {
		best = other
	}
	if c, ok := e.Graph.(cayley.Cayley); ok && best.Steps > bound && c.Order() <= oneWayOrder {
		if other := oneWayTemplates(c, best.Steps, bound, e.Scope); other != nil {
			best = other
		}
	}
	if best.Steps > bound {
		if other := fillLinks(e.Graph, e.Scope, best.Steps, bound); other != nil {
			best = other
		}
	}
	return made(best)
}

// around is the broadcast on a graph that is a cycle, if it takes no more than `bound` steps:
// every word goes round the same way. Two generators that are their own inverses make such a
// graph, on which a template, whose words go both ways, takes a step too many.
func (e *Explicit) around(bound int) *Explicit {
	if e.Graph.Degree() != 2 || e.Graph.Order()-1 > bound || !e.Scope.All() {
		return nil
	}
	r, err := RingCycle(e.Graph, Broadcast)
	if err != nil {
		return nil
	}
	r.Model = OneWay
	return r
}

// oneWayTemplates tries templates of fewer than `steps` steps, and tightens the
// best of them: nil if there is none.
func oneWayTemplates(g cayley.Cayley, steps, bound int, scope Scope) (best *Explicit) {
	adj := newAdjacency(g)
	o := newOneWayGreedy(g, &adj, adj.distances(), scope)
	rng := rand.New(rand.NewPCG(0, 3))
	p := g.Order()
	tries := min(300, 1+30_000_000/(p*p))
	for i := 0; i < tries && steps > bound; i++ {
		n := o.run(steps, rng) // as long as the best: it may be tightened
		if n == 0 || n == steps && i%8 != 0 {
			continue
		}
		e := o.expand(g, n, scope)
		if e.tighten(bound); e.Steps < steps {
			best, steps = e, e.Steps
		}
	}
	return best
}
