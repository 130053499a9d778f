package sched

import (
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
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
	changed := func(list []int32, x int32) []int32 {
		list = slices.Clone(list)
		list[1] = x
		return list
	}
	for _, f := range []Certificate{
		{Bound: c.Bound, Gen: changed(c.Gen, -1), Time: c.Time, Hall: c.Hall},
		{Bound: c.Bound, Gen: changed(c.Gen, 3), Time: c.Time, Hall: c.Hall},
		{Bound: c.Bound, Gen: c.Gen, Time: changed(c.Time, 0), Hall: c.Hall},
		{Bound: c.Bound, Gen: c.Gen, Time: changed(c.Time, int32(c.Bound.Value)+1), Hall: c.Hall},
		{Bound: Bound{50, "LB3"}, Gen: c.Gen, Time: c.Time, Hall: slices.Repeat([]int32{7}, 1000)},
		{Bound: Bound{3, "LB3"}, Gen: c.Gen, Time: c.Time, Hall: []int32{0, 1, 2, 3, 4, 5, 6, 7}},
		{Bound: Bound{3, "LB3"}, Gen: c.Gen, Time: c.Time, Hall: []int32{8}},
		{Bound: Bound{-1, "T"}, Gen: c.Gen, Time: c.Time},
		{Bound: Bound{-1000, "LB3"}, Gen: c.Gen, Time: c.Time, Hall: c.Hall},
		{Bound: Bound{1000, "T"}, Gen: c.Gen, Time: c.Time},
	} {
		if f.Check(g, Scope{}) == nil {
			t.Errorf("%v with %d vertices passes", f.Bound, len(f.Hall))
		}
	}
}

// TestCertificatesOfScopes: every certificate is right for its scope, with gaps or
// without, and Certify says no less than LowerBound.
func TestCertificatesOfScopes(t *testing.T) {
	for _, spec := range []string{"hypercube:3", "hypercube:5", "ring:9", "circulant:13:1,3", "star:4", "star:5", "pancake:4", "ccc:3", "bubble:4"} {
		g := parse(t, spec)
		far, err := cayley.Diameter(g)
		if err != nil {
			t.Fatal(err)
		}
		for set := 1; set < 1<<min(far, 5); set++ {
			var s Scope
			for d := 1; d <= far; d++ {
				if set>>(d-1)&1 == 1 {
					s.At = append(s.At, d)
				}
			}
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
			}
			tm, _, err := Build(g, Options{Scope: s, Greedy: true})
			if err != nil {
				continue // not for every scope
			}
			least, err := LowerBound(g, Broadcast, TwoWay, s)
			if err != nil {
				t.Fatal(err)
			}
			if b, err := tm.Certify(); err != nil || b.Value < least.Value {
				t.Errorf("%s at %v: certified %v, and at least %v: %v", spec, s.At, b, least, err)
			}
		}
	}
}
