package sched

import (
	"errors"
	"strings"
	"testing"
)

// TestRings: every family has one, by a snake or by search, or says why not.
func TestRings(t *testing.T) {
	for _, spec := range []string{"star:4", "star:5", "star:6", "star:7", "pancake:6", "bubble:5", "transposition:5", "ccc:5", "butterfly:4", "dihedral:6:r,r3,r4,f,r2f,r5f", "ring:1"} {
		g := parse(t, spec)
		for _, task := range []Task{Broadcast, Accumulate} {
			r, err := Ring(g, task)
			if err != nil || r.Steps != g.Order()-1 {
				t.Errorf("%s %s: %v", spec, task, err)
			}
		}
	}
	// Z12 with the steps 3 and 4 has no directed Hamiltonian cycle (Rankin).
	if _, err := RingCycle(graph(t, "circulant:12:3,4"), Broadcast); !errors.Is(err, ErrNoRing) || !strings.Contains(err.Error(), "has no Hamiltonian cycle") {
		t.Errorf("circulant:12:3,4: %v", err)
	}
}
