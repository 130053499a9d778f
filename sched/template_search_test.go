package sched

import (
	"math/rand/v2"
	"slices"
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

// TestSearchGivesUp: after as many choices as it may make the search takes all of them back.
func TestSearchGivesUp(t *testing.T) {
	g := parse(t, "hypercube:4")
	adj := newAdjacency(g)
	for most, want := range map[int]bool{14: false, 1000: true} { // 15 vertices are served
		s := &searcher{adj: &adj, dist: adj.distances(), steps: 4, open: 15, budget: most, rng: rand.New(rand.NewPCG(4, 7)), gen: slices.Repeat([]int32{-1}, 16), time: make([]int32, 16)}
		if got := s.step(1); got != want {
			t.Errorf("%d choices: %t, want %t", most, got, want)
		}
		if !want && (s.open != 15 || slices.Max(s.time) > 0 || slices.Max(s.gen) >= 0) {
			t.Errorf("%d vertices are left, by generators %v at times %v", s.open, s.gen, s.time)
		}
	}
}
