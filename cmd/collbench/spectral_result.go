package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// spectralResult is the JSON. A complex number is a pair [re, im].
type spectralResult struct {
	Graph          string  `json:"graph"`
	Processors     int     `json:"processors"`
	Degree         int     `json:"degree"`
	Eigenvalues    []any   `json:"eigenvalues"` // distinct, the degree first
	Multiplicities []int   `json:"multiplicities"`
	Indices        []int   `json:"indices"` // as roots of the minimal polynomial
	Source         string  `json:"source"`
	Steps          int     `json:"steps"`
	Diameter       int     `json:"diameter"`
	Order          []any   `json:"order"` // the factors; of a pair the one with im > 0
	MaxRelErr      float64 `json:"max_rel_err"`
	ErrLimit       float64 `json:"err_limit"` // 2e-15 a step
	ErrBound       float64 `json:"err_bound"` // predicted, for every vector
	Growth         float64 `json:"growth"`
	NaturalBound   float64 `json:"natural_err_bound,omitempty"` // the better of rising and falling order
	NaturalGrowth  float64 `json:"natural_growth,omitempty"`
	Exact          bool    `json:"exact"`
	Proof          string  `json:"proof"`
	// Rounds are those of a plan by parts, which has no eigenvalues and no natural order.
	Rounds []spectralRound `json:"rounds,omitempty"`

	plan  *spectral.Plan
	parts int // steps by parts where New's plan is shown; 0: none known
}

// spectralRound adds up the generators in Arcs, subtracts Lambda times its own, multiplies
// by Scale.
type spectralRound struct {
	Arcs   []int   `json:"arcs"`
	Lambda float64 `json:"lambda"`
	Mu     float64 `json:"mu,omitempty"` // times what it was a round before
	Scale  float64 `json:"scale"`
}

// spectralPlans is the plan wanted and the steps of the one by parts if that is another.
func spectralPlans(g cayley.Graph, parts bool) (p *spectral.Plan, steps int, err error) {
	if parts {
		if p, err = spectral.ByParts(g); err != nil {
			err = fmt.Errorf("--parts: %s; leave it out", plain(err))
		}
		return p, 0, err
	}
	other, none := spectral.ByParts(g)
	if none == nil {
		steps = other.Steps()
	}
	if p, err = spectral.New(g); err != nil {
		err = fmt.Errorf("--graph: %s", plain(err))
		if none == nil {
			err = fmt.Errorf("%w; --parts sums in %d steps", err, steps)
		}
	}
	return p, steps, err
}

func spectralReport(g cayley.Graph, parts bool) (*spectralResult, error) {
	p, other, err := spectralPlans(g, parts)
	if err != nil {
		return nil, err
	}
	r := &spectralResult{
		Graph: g.Name(), Processors: g.Order(), Degree: g.Degree(), Source: p.Source,
		Eigenvalues: []any{}, Multiplicities: []int{}, Indices: []int{}, Order: []any{},
		Steps: p.Steps(), Diameter: p.Diameter, ErrLimit: 2e-15 * float64(max(p.Steps(), 1)),
		ErrBound: p.Leja.Bound, Growth: p.Leja.Growth,
		NaturalBound:  min(p.Natural[0].Bound, p.Natural[1].Bound),
		NaturalGrowth: min(p.Natural[0].Growth, p.Natural[1].Growth),
		Exact:         p.Proof.Exact, Proof: p.Proof.Text, plan: p, parts: other,
	}
	for t := 0; p.Parts != nil && t < p.Steps(); t++ {
		round := spectralRound{Arcs: p.Arcs(t), Lambda: p.Lambda[t], Scale: p.Scale[t]}
		if p.Mu != nil {
			round.Mu = p.Mu[t]
		}
		r.Rounds = append(r.Rounds, round)
	}
	for _, e := range p.Spectrum {
		r.Eigenvalues = append(r.Eigenvalues, number(e.Value))
		r.Multiplicities = append(r.Multiplicities, e.Multiplicity)
		r.Indices = append(r.Indices, e.Index)
	}
	for _, l := range p.Order() {
		r.Order = append(r.Order, number(l))
	}
	for seed := range uint64(2) {
		x := spectralVector(g.Order(), seed)
		y, err := p.Simulate(x)
		if err != nil {
			return nil, err
		}
		r.MaxRelErr = max(r.MaxRelErr, spectral.RelativeError(y, x))
	}
	return r, nil
}

// spectralVector is random in (-1,1), and for seed 1 over 16 decades.
func spectralVector(n int, seed uint64) []float64 {
	rnd := rand.New(rand.NewPCG(seed, 5))
	x := make([]float64, n)
	for i := range x {
		x[i] = 2*rnd.Float64() - 1
		if seed == 1 {
			x[i] *= math.Pow(10, 16*rnd.Float64())
		}
	}
	return x
}

func number(z complex128) any {
	if imag(z) == 0 {
		return real(z)
	}
	return [2]float64{real(z), imag(z)}
}
