package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Certificate proves an LB3 bound: a universal broadcast of a Cayley graph in T steps gives
// every vertex v in scope a pair of its own, of a generator x and a time t ≤ T, with
// dist(v·x⁻¹) ≤ t-1, for templates and for any other schedule alike (errata 7 and 13).
type Certificate struct {
	Bound Bound
	// Gen and Time are such a matching for T = Bound.Value: the argument cannot give more.
	// Gen[v] is -1 where v is not in scope.
	Gen, Time []int32
	// Hall are vertices with fewer than len(Hall) pairs (generator, time) open
	// to them for T = Bound.Value-1: the argument gives no less. Nil where the
	// bound is that of LowerBound.
	Hall []int32
}

// LB3 is the matching bound of a broadcast or accumulate, at least LowerBound without "relays".
// An accumulation is bounded as the broadcast of the reversed graph. O(P·d)
// time and 12·d bytes a vertex when few augmentations are needed, O(P²·d) at
// worst; O(P) on complete graphs.
func LB3(g cayley.Cayley, task Task, scope Scope) (*Certificate, error) {
	switch task {
	case Broadcast:
	case Accumulate:
		g = cayley.Reverse(g)
	default:
		return nil, fmt.Errorf("sched: LB3 bounds broadcast and accumulate, not %s", task)
	}
	if err := scope.validate(); err != nil {
		return nil, err
	}
	if own := ownGens(g); own != nil {
		return completeLB3(own, scope), nil
	}
	adj := newAdjacency(g)
	return lb3(&adj, adj.distances(), scope), nil
}

func lb3(adj *adjacency, dist []int32, scope Scope) *Certificate {
	m := newMatcher(adj, dist, scope)
	b := boundOf(cayley.CountSpheres(dist), 2*adj.d, Broadcast, scope)
	c := &Certificate{Bound: b}
	for steps := b.Value; ; steps++ {
		hall := m.run(steps)
		if hall == nil {
			c.Bound.raise(steps, "LB3")
			c.Gen, c.Time = m.matching()
			return c
		}
		c.Hall = hall
	}
}

// Check verifies both halves of the certificate against the distances of g,
// the graph it was made for (its reverse, for an accumulation).
func (c *Certificate) Check(g cayley.Cayley, scope Scope) error {
	dist := cayley.DistancesFrom(g, 0)
	if len(c.Gen) != len(dist) || len(c.Time) != len(dist) {
		return fmt.Errorf("sched: certificate of %d generators and %d times for %d vertices", len(c.Gen), len(c.Time), len(dist))
	}
	if c.Bound.Value < 0 {
		return fmt.Errorf("sched: certificate of a bound of %d: a bound is 0 steps or more", c.Bound.Value)
	}
	tail := cayley.In(g)
	used := newBits(int64(g.Degree()), c.Bound.Value, len(dist))
	for v, d := range dist {
		if !scope.Has(int(d)) {
			continue
		}
		x, t := c.Gen[v], c.Time[v]
		if x < 0 || int(x) >= g.Degree() || t < 1 || int(t) > c.Bound.Value {
			return fmt.Errorf("sched: certificate gives vertex %d generator %d at time %d: want 0 to %d, at 1 to %d", v, x, t, g.Degree()-1, c.Bound.Value)
		}
		if dist[tail(v, int(x))] > t-1 {
			return fmt.Errorf("sched: certificate has vertex %d over generator %d at time %d, too early", v, x, t)
		}
		if used.set(int64(x), int(t)) {
			return fmt.Errorf("sched: certificate uses generator %d at time %d twice", x, t)
		}
	}
	if c.Bound.Kind != "LB3" {
		if b := boundOf(cayley.CountSpheres(dist), 2*g.Degree(), Broadcast, scope); b.Value != c.Bound.Value {
			return fmt.Errorf("sched: certificate claims a bound of %d (%s), and it is %d (%s)", c.Bound.Value, c.Bound.Kind, b.Value, b.Kind)
		}
		return nil
	}
	seen := make([]bool, len(dist))
	for _, v := range c.Hall {
		if v < 0 || int(v) >= len(dist) || seen[v] || !scope.Has(int(dist[v])) {
			return fmt.Errorf("sched: certificate counts vertex %d, which is not a vertex, not in the scope, or counted twice", v)
		}
		seen[v] = true
	}
	slots := 0
	for x := range g.Degree() {
		open := 0 // slots of x that some member of Hall may use
		for _, v := range c.Hall {
			open = max(open, c.Bound.Value-1-int(dist[tail(int(v), x)]))
		}
		slots += open
	}
	if slots >= len(c.Hall) {
		return fmt.Errorf("sched: certificate: %d vertices have %d slots in %d steps", len(c.Hall), slots, c.Bound.Value-1)
	}
	return nil
}
