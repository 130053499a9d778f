package spectral

import (
	"math"
	"slices"
	"testing"
)

// TestRange: up to the Σ|x| that Plan states all stays finite and right, on vectors that
// lie in one processor, in two, and everywhere with either sign.
func TestRange(t *testing.T) {
	var plans []*Plan
	for _, name := range []string{"petersen", "hypercube:6", "ring:64", "ring:127", "johnson:8,3", "star:4", "complete:9", "circulant:7:1,2", "circulant:40:1,3"} {
		plans = append(plans, plan(t, name))
	}
	for _, name := range []string{"torus:7x9", "star:4", "bubble:4", "ccc:4", "butterfly:3", "circulant:40:1,3", "product(petersen;ring:5)"} {
		plans = append(plans, byParts(t, name))
	}
	for _, p := range plans {
		name := p.Graph.Name()
		n, d := p.Graph.Order(), float64(p.Graph.Degree())
		most := 2 * d * (p.Leja.Growth + 1)
		if p.Mu != nil {
			most = 4 * d * (2*d*slices.Max(p.Scale)*p.Leja.Growth + 1)
		}
		total := 0.999 * math.MaxFloat64 / most
		one, two, all := make([]float64, n), make([]float64, n), make([]float64, n)
		one[0] = total
		two[0], two[n-1] = total/2, -total/2
		for v := range all {
			all[v] = total / float64(n) * float64(1-v&1*2)
		}
		for _, x := range [][]float64{one, two, all} {
			y, err := p.Simulate(x)
			if err != nil {
				t.Fatal(err)
			}
			for i := range y { // the judge adds up too
				y[i] /= float64(4 * n)
			}
			small := slices.Clone(x)
			for i := range small {
				small[i] /= float64(4 * n)
			}
			if e := RelativeError(y, small); !(e <= p.Leja.Bound+1e-15) {
				t.Errorf("%s: Σ|x| = %.3g: error %.1e, bound %.1e", name, total, e, p.Leja.Bound)
			}
		}
	}
	x := make([]float64, 10)
	x[0] = 1e308
	if y, err := plan(t, "petersen").Simulate(x); err != nil || !slices.ContainsFunc(y, func(v float64) bool { return math.IsInf(v, 0) || math.IsNaN(v) }) {
		t.Errorf("petersen: 1e308 in one processor gives %v, %v: the stated range is too small", y, err)
	}
}
