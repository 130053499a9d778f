package sched

import "testing"

// TestLB3OfLargeGraphs: the matching stays near linear.
func TestLB3OfLargeGraphs(t *testing.T) {
	if testing.Short() {
		t.Skip("large")
	}
	for _, spec := range []string{"star:8", "torus:64x64x64", "ccc:12", "ring:5000", "hypercube:16"} {
		g := parse(t, spec)
		c, err := LB3(g, Broadcast, Scope{})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(g, Scope{}); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
		t.Logf("%s: %v", spec, c.Bound)
	}
}
