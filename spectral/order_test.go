package spectral

import (
	"math/big"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// TestOrderIsNotWhatUnitVectorsLack: one number on one processor of johnson:16,4
// is summed with more than 2e-15 a step in every order of the factors, so no
// weighting of leja could help. What it lacks is accuracy within a round: with
// rounds that round once, every order is well within.
func TestOrderIsNotWhatUnitVectorsLack(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("exact arithmetic on all orders")
	}
	p := plan(t, "johnson:16,4")
	n, fs := p.Graph.Order(), p.Spectrum.factors()
	limit := 2e-15 * float64(len(fs))
	unit := func(v int, a float64) []float64 {
		x := make([]float64, n)
		x[v] = a
		return x
	}
	best, worstExact := 1.0, 0.0
	permute(len(fs), func(order []int) {
		var o []factor
		for _, i := range order {
			o = append(o, fs[i])
		}
		q := rounds(o, float64(p.shape.d))
		q.Graph, q.shape = p.Graph, p.shape
		worst := 0.0
		for _, v := range []int{0, n / 3} {
			for _, a := range []float64{1.0 / 3, 1, 0.7} {
				x := unit(v, a)
				y, err := q.Simulate(x)
				if err != nil {
					t.Fatal(err)
				}
				worst = max(worst, RelativeError(y, x))
			}
		}
		best = min(best, worst)
		x := unit(n/3, 1.0/3)
		worstExact = max(worstExact, RelativeError(roundedOnce(q, x), x))
	})
	t.Logf("best order %.1f of the limit; the worst, rounding once a round, %.2f", best/limit, worstExact/limit)
	if best <= limit {
		t.Errorf("an order has error %.1e only: leja should find it", best)
	}
	if worstExact > limit/2 {
		t.Errorf("rounding once a round leaves an error of %.1e", worstExact)
	}
}

// permute calls f with every order of 0 … n-1.
func permute(n int, f func([]int)) {
	var grow func(order []int, used int)
	grow = func(order []int, used int) {
		if len(order) == n {
			f(order)
		}
		for i := range n {
			if used>>i&1 == 0 {
				grow(append(order, i), used|1<<i)
			}
		}
	}
	grow(nil, 0)
}

// roundedOnce is Simulate with every round computed in 200 bits before it is
// rounded to a float64.
func roundedOnce(p *Plan, x []float64) []float64 {
	d := float64(p.shape.d)
	wide := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	cur, next := append([]float64(nil), x...), make([]float64, len(x))
	for _, lambda := range p.Lambda {
		l, gap := wide(lambda), wide(d-lambda)
		for v := range next {
			sum := wide(cur[v])
			sum.Neg(sum.Mul(sum, l))
			for k := range p.shape.d {
				sum.Add(sum, wide(cur[p.Graph.Neighbor(v, k)]))
			}
			next[v], _ = sum.Quo(sum, gap).Float64()
		}
		cur, next = next, cur
	}
	for v := range cur {
		cur[v] *= float64(len(x))
	}
	return cur
}
