package sched

import "testing"

// TestOneWayPrices: an exchange over one-way links is bounded by prices of links, as a two-way
// one is: the flip of a dihedral graph has half a link a vertex, and where no arc has an
// opposite both models are the same.
func TestOneWayPrices(t *testing.T) {
	for spec, want := range map[string]int{"circulant:17:1,4": 28, "dihedral:5:r,r2,f": 10, "circulant:7:1,2,3": 4} {
		s, b, err := Plan(parse(t, spec), Request{Task: Exchange, Model: OneWay, Method: "exact"})
		if err != nil || s.Tau() != want || b != (Bound{want, "weights"}) {
			t.Errorf("%s: bound %v, %v", spec, b, err)
		}
	}
}

// TestOneWayMatching: the bound by a matching of words and links, where it exceeds those
// that count.
func TestOneWayMatching(t *testing.T) {
	for spec, want := range map[string]Bound{"dihedral:3:r,f,rf": {3, "LB3"}, "dihedral:4:r,f,rf": {4, "LB3"}} {
		s, b, err := Plan(parse(t, spec), Request{Model: OneWay, Scope: Scope{At: []int{2}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Verify(); err != nil || b != want || s.Tau() < b.Value {
			t.Errorf("%s: %d steps, bound %v, want %v: %v", spec, s.Tau(), b, want, err)
		}
	}
}

// TestOneWayPaths: an exchange over one-way links takes paths that load these evenly, in fewer steps than over the
// paths of the two-way one.
func TestOneWayPaths(t *testing.T) {
	for _, spec := range []string{"dihedral:9:r,r2,f", "dihedral:6:r,r3,r4,f,r2f,r5f", "dihedral:12:r,r3,f,rf", "bipartite:3"} {
		g := parse(t, spec)
		x, err := MakeExchange(g)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := x.OneWay()
		if err != nil {
			t.Fatal(err)
		}
		s, b, err := Plan(g, Request{Task: Exchange, Model: OneWay})
		if err != nil || s.Tau() >= packed.Steps || s.Tau() < b.Value {
			t.Errorf("%s: %d steps, bound %v, over the two-way paths %d: %v", spec, s.Tau(), b, packed.Steps, err)
		}
	}
}
