package report

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// Rounding is how far a spectral sum is from the sum after each of its steps:
// the greatest |P·y(v) - Σx| over Σ|x|, before the first step and after each.
type Rounding struct {
	Graph  string    `json:"graph"`
	Order  string    `json:"order"` // leja, rising, falling
	Errors []float64 `json:"errors"`
}

var roundingGraphs = []string{"hypercube:10", "ring:64", "petersen"}

// rounding runs the spectral sum on a random vector, with the factors in the
// order of the plan and in the order of their eigenvalues.
func rounding(name string) ([]Rounding, error) {
	g, err := cayley.Parse(name)
	if err != nil {
		return nil, err
	}
	p, err := spectral.New(g)
	if err != nil {
		return nil, err
	}
	rnd := rand.New(rand.NewPCG(9, uint64(g.Order())))
	x := make([]float64, g.Order())
	for i := range x {
		x[i] = 2*rnd.Float64() - 1
	}
	list := []Rounding{{name, "leja", errorsOf(p, x)}}
	if p.Mu != nil { // pairs of complex roots have no order
		return list, nil
	}
	for _, order := range []string{"rising", "falling"} {
		list = append(list, Rounding{name, order, errorsOf(reordered(p, order), x)})
	}
	return list, nil
}

// reordered is the plan with its factors by rising or falling eigenvalues.
func reordered(p *spectral.Plan, order string) *spectral.Plan {
	at := make([]int, len(p.Lambda))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(i, j int) int {
		if order == "falling" {
			i, j = j, i
		}
		return cmp.Compare(p.Lambda[i], p.Lambda[j])
	})
	q := *p
	q.Lambda, q.Scale, q.Low = nil, nil, nil
	for _, i := range at {
		q.Lambda, q.Scale = append(q.Lambda, p.Lambda[i]), append(q.Scale, p.Scale[i])
		if p.Low != nil {
			q.Low = append(q.Low, p.Low[i])
		}
	}
	return &q
}

func errorsOf(p *spectral.Plan, x []float64) []float64 {
	n := len(x)
	all := make([]float64, n)
	cur, next, prev := slices.Clone(x), make([]float64, n), make([]float64, n)
	scaled := func() float64 {
		for v, y := range cur {
			all[v] = y * float64(n)
		}
		return spectral.RelativeError(all, x)
	}
	errs := []float64{scaled()}
	for t := range p.Lambda {
		p.Round(t, next, cur, prev)
		prev, cur, next = cur, next, prev
		errs = append(errs, scaled())
	}
	for i, e := range errs {
		if math.IsInf(e, 0) || math.IsNaN(e) {
			errs[i] = math.MaxFloat64
		}
	}
	return errs
}
