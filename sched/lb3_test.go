package sched

import (
	"slices"
	"testing"
)

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

// TestFalseCertificates: vertices that are counted twice or need not be served prove
// nothing, nor does the name of a bound.
func TestFalseCertificates(t *testing.T) {
	g := parse(t, "hypercube:3")
	c, err := LB3(g, Broadcast, Scope{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(g, Scope{}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []Certificate{
		{Bound: Bound{50, "LB3"}, Gen: c.Gen, Time: c.Time, Hall: slices.Repeat([]int32{7}, 1000)},
		{Bound: Bound{3, "LB3"}, Gen: c.Gen, Time: c.Time, Hall: []int32{0, 1, 2, 3, 4, 5, 6, 7}},
		{Bound: Bound{3, "LB3"}, Gen: c.Gen, Time: c.Time, Hall: []int32{8}},
		{Bound: Bound{1000, "T"}, Gen: c.Gen, Time: c.Time},
	} {
		if f.Check(g, Scope{}) == nil {
			t.Errorf("%v with %d vertices passes", f.Bound, len(f.Hall))
		}
	}
}
