package sched

import (
	"testing"
)

// TestSearchAlone: where greedy is cut off, the search finds what it finds.
func TestSearchAlone(t *testing.T) {
	for _, spec := range []string{"hypercube:4", "circulant:9:1,3,4,6", "circulant:13:1,5", "dihedral:6:r,r3,r4,f,r2f,r5f", "star:4", "torus:3x4"} {
		g := parse(t, spec)
		best, bound, err := Build(g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		adj := newAdjacency(g)
		tm := &Template{Graph: g, Steps: best.Steps + 3}
		tm.search(&adj, adj.distances(), bound.Value)
		if tm.Steps != best.Steps || tm.Verify() != nil {
			t.Errorf("%s: search finds %d, greedy %d: %v", spec, tm.Steps, best.Steps, tm.Verify())
		}
	}
}
