package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestComplete: LB3 and the regular order of complete graphs, of which some have more arcs than
// could be looked at, are those of the definitions, whatever the order of the generators.
func TestComplete(t *testing.T) {
	for _, spec := range []string{"complete:1", "complete:2", "complete:7", "circulant:6:5,2,1,3,4", "hypercube:1", "complete:1000000"} {
		g := parse(t, spec)
		for _, s := range []Scope{{}, {At: []int{1}}, {At: []int{2}}} {
			for _, task := range []Task{Broadcast, Accumulate} {
				c, err := LB3(g, task, s)
				if err != nil {
					t.Fatal(err)
				}
				of := g
				if task == Accumulate {
					of = cayley.Reverse(g)
				}
				if err := c.Check(of, s); err != nil {
					t.Errorf("%s, %s at %v: %v", spec, task, s.At, err)
				}
				if g.Order() > 7 {
					continue
				}
				adj := newAdjacency(of)
				if want := lb3(&adj, adj.distances(), s); c.Bound != want.Bound {
					t.Errorf("%s, %s at %v: %v, by a matching %v", spec, task, s.At, c.Bound, want.Bound)
				}
			}
		}
		r, answer, why, err := FindRegularOrder(g)
		if answer != Yes || err != nil {
			t.Fatalf("%s: %s (%s), %v", spec, answer, why, err)
		}
		if err := r.Verify(); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for _, spec := range []string{"ring:1", "ring:4", "bipartite:3", "circulant:5:1,2,3"} {
		if own := ownGens(parse(t, spec)); own != nil {
			t.Errorf("%s is complete by %v", spec, own)
		}
	}
}
