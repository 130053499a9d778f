package sched

import "testing"

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
