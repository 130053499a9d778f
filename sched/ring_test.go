package sched

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
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
	// Where trying all ways on takes too long, the ends of a path are turned round: at random, so
	// that an irregular graph is asked for arcs that it has not, and on the second graph for ever
	// but for a path begun anew.
	for _, seed := range []uint64{1, 2} {
		rng := rand.New(rand.NewPCG(seed, 9))
		const p = 40
		has := map[[2]int]bool{}
		add := func(u, v int) {
			if u != v {
				has[[2]int{u, v}], has[[2]int{v, u}] = true, true
			}
		}
		order := rng.Perm(p)
		for i, v := range order {
			add(v, order[(i+1)%p])
		}
		for range p / 2 {
			add(rng.IntN(p), rng.IntN(p))
		}
		arcs := slices.SortedFunc(maps.Keys(has), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
		g, err := cayley.NewGraph("a cycle and more", p, arcs)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := RingCycle(g, Broadcast); err != nil || r.Steps != p-1 || r.Verify() != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	one, err := cayley.NewGraph("one", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := RingCycle(one, Accumulate); err != nil || r.Steps != 0 || len(r.Sends) != 0 {
		t.Errorf("one vertex: %+v, %v", r, err)
	}
	// Z12 with the steps 3 and 4 has no directed Hamiltonian cycle (Rankin).
	if _, err := RingCycle(graph(t, "circulant:12:3,4"), Broadcast); !errors.Is(err, ErrNoRing) || !strings.Contains(err.Error(), "has no Hamiltonian cycle") {
		t.Errorf("circulant:12:3,4: %v", err)
	}
}
