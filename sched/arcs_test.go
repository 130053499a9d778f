package sched

import (
	"math/rand/v2"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestArcNumbers: an arc has the number that a look at all of its tail's finds, however often and of
// whichever kind of graph it is asked for; of ends that no arc joins there is none.
func TestArcNumbers(t *testing.T) {
	var hub [][2]int
	for v := 1; v < 40; v++ {
		hub = append(hub, [2]int{v, 0}, [2]int{0, v})
	}
	star, err := cayley.NewGraph("star", 40, hub)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, g := range []cayley.Graph{star, graph(t, "hypercube:3"), graph(t, "hypercube:11"), graph(t, "johnson:7,3"), graph(t, "petersen"), graph(t, "transposition:5")} {
		a := newArcs(g, 0)
		for range 20 * g.Order() {
			u, v := rng.IntN(g.Order()), rng.IntN(g.Order())
			if rng.IntN(2) > 0 {
				u = 0
			}
			if got, want := a.find(int32(u), int32(v)), cayley.Arc(g, u, v); got != want {
				t.Fatalf("%s: %d → %d is arc %d, want %d", g.Name(), u, v, got, want)
			}
		}
	}
}
