package spectral

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func parse(t testing.TB, name string) cayley.Graph {
	t.Helper()
	g, err := cayley.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func plan(t testing.TB, name string) *Plan {
	t.Helper()
	p, err := New(parse(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func random(n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, n)
	for i := range x {
		x[i] = r.Float64() - 0.5
	}
	return x
}

func TestSumsEverywhere(t *testing.T) {
	for _, name := range []string{"hypercube:0", "hypercube:1", "hypercube:6", "ring:3", "ring:12", "complete:8", "bipartite:4", "torus:4x3", "folded:5"} {
		p := plan(t, name)
		x := random(p.Graph.Order(), 7)
		var want, size float64
		for _, a := range x {
			want, size = want+a, size+math.Abs(a)
		}
		result, err := p.Simulate(x)
		if err != nil {
			t.Fatal(err)
		}
		for v, got := range result {
			if math.Abs(got-want) > 1e-14*float64(1+p.Steps())*size {
				t.Errorf("%s: processor %d has %v, want %v", name, v, got, want)
				break
			}
		}
	}
}
