package main

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestBest: a short search finds graphs as good as those of the table where there are
// few to try, and none better.
func TestBest(t *testing.T) {
	for p := 3; p <= 20; p++ {
		g, err := cayley.Best(p)
		if err != nil {
			t.Fatal(err)
		}
		if p&(p-1) == 0 {
			continue
		}
		want := measured(g)
		if got := best(p, 100); got.diameter != want.diameter || got.sum != want.sum {
			t.Errorf("P=%d: found %v, the table has %v", p, got, want)
		}
	}
}

// TestFill: a set has as many generators as wanted, or there is none.
func TestFill(t *testing.T) {
	for _, f := range families(14) {
		for links := 1; links < 14; links++ {
			if g := f.climb(newRand(14), links); g.name != "" {
				if made, err := cayley.Parse(g.name); err != nil || made.Degree() != links {
					t.Errorf("%s has %d links, want %d: %v", g.name, made.Degree(), links, err)
				}
			}
		}
	}
}
