package spectral

import (
	"github.com/cayleycoll/cayleycoll/cayley"
)

// Plan is a global sum in len(Lambda) rounds (paper, Theorem 5.1). With y₀ the
// processors' values and A the adjacency matrix, round t is, on every v,
//
//	y[t+1](v) = Scale[t]·( Σ_k y[t](Neighbor(v,k)) - Lambda[t]·y[t](v) + Mu[t]·y[t-1](v) )
//
// and the sum is P times any value after the last round. Every round keeps the
// mean. Neighbours are the heads of the arcs OUT of v, so in a directed graph
// words travel against the arcs; summing over the arcs into v works as well
// with the same plan, because the transpose of A has the same minimal
// polynomial.
//
// Mu is nil where all roots are real: then each round is one factor (A-λI) and
// no older vector is kept. A pair of roots a±bi takes two rounds, both with
// Lambda = a: the first with Mu = 0 and Scale = 1/(d-a), the second with
// Mu = b²/(d-a) and Scale = (d-a)/((d-a)²+b²), together
// ((A-aI)²+b²I)/((d-a)²+b²).
//
// A round sends d words a processor for each word of the vector.
type Plan struct {
	Graph    cayley.Graph
	Lambda   []float64
	Scale    []float64
	Mu       []float64
	Diameter int
	Spectrum Spectrum
	Source   string       // where the spectrum comes from
	Proof    Proof        // why the result is the sum
	Leja     Stability    // of this plan
	Natural  [2]Stability // of the factors by falling and by rising eigenvalues, for comparison

	shape *shape
}

// New plans the global sum on g: the spectrum by a closed form, by characters
// or by an eigensolver; the factors in Leja order from the eigenvalue farthest
// from d. The number of rounds is the number of distinct eigenvalues less one,
// or the degree of the minimal polynomial less one where A is not
// diagonalizable (errata 16), never less than the diameter.
//
// Before it is returned the plan is proved on the arcs of g (Proof).
//
// Errors: g is irregular or not connected; or has no closed form and more
// vertices than an eigensolver can be asked for; or the proof failed. Cost:
// O(P·d) for families with a closed form and for abelian groups, O(c³) for
// an equitable partition of c ≤ 2,048 cells.
func New(g cayley.Graph) (*Plan, error) {
	s, err := examine(g)
	if err != nil {
		return nil, err
	}
	columns := s.columns(maxCells)
	spec, source, err := s.spectrum(columns)
	if err != nil {
		return nil, err
	}
	d, fs := float64(s.d), spec.factors()
	order := leja(fs, d)
	p := &Plan{Graph: g, Diameter: s.diameter, Spectrum: spec, Source: source, shape: s}
	p.Lambda, p.Scale, p.Mu = rounds(order, d)
	p.Leja = s.stability("leja", order, spec, columns)
	p.Natural[0] = s.stability("falling", natural(fs, false), spec, columns)
	p.Natural[1] = s.stability("rising", natural(fs, true), spec, columns)
	s.dist = nil
	if err := p.prove(columns); err != nil {
		return nil, err
	}
	return p, nil
}

// maxCells bounds the work on graphs whose columns are all different.
const maxCells = 1 << 14

// Steps is the number of rounds.
func (p *Plan) Steps() int { return len(p.Lambda) }

// rounds turns an order of the factors into the coefficients of Plan.
func rounds(order []complex128, d float64) (lambda, scale, mu []float64) {
	pairs := false
	for _, r := range order {
		a, b := real(r), imag(r)
		lambda, scale, mu = append(lambda, a), append(scale, 1/(d-a)), append(mu, 0)
		if b == 0 {
			continue
		}
		pairs = true
		lambda, mu = append(lambda, a), append(mu, b*b/(d-a))
		scale = append(scale, (d-a)/((d-a)*(d-a)+b*b))
	}
	if !pairs {
		mu = nil
	}
	return lambda, scale, mu
}
