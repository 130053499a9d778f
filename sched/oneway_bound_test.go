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
