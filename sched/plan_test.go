package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestMethodGreedy: "greedy" does without the exact search, which this graph needs.
func TestMethodGreedy(t *testing.T) {
	g, err := cayley.Parse("dihedral:13:r12,r12f,f")
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string]int{}
	for _, method := range []string{"auto", "exact", "greedy"} {
		s, b, err := Plan(g, Request{Task: Broadcast, Method: method})
		if err != nil || b.Value != 9 {
			t.Fatalf("%s: bound %v, want 9: %v", method, b, err)
		}
		steps[method] = s.Tau()
	}
	if steps["auto"] != 9 || steps["exact"] != 9 || steps["greedy"] <= 9 {
		t.Errorf("steps by method: %v, want 9, and more of greedy", steps)
	}
}
