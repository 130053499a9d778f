package spectral

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Plan is a global sum in len(Lambda) rounds (paper, Theorem 5.1). With y₀ the
// processors' values and A the adjacency matrix, round t is, on every v,
//
//	y[t+1](v) = Scale[t]·( Σ_k y[t](Neighbor(v,k)) - (Lambda[t]+Low[t])·y[t](v) + Mu[t]·y[t-1](v) )
//
// and the sum is P times any value after the last round. Every round keeps the mean. Neighbours
// are the heads of the arcs OUT of v, so in a directed graph words travel against the arcs.
// Summing over the arcs into v works as well, with the same plan: the transpose of A has the
// same minimal polynomial, and where rounds have parts, a chain's subgroups are their own
// inverses.
//
// Low is the bits that an eigenvalue next to d lacks in a float64: d-λ is small there, and
// without them the result would be off by 2^-53·d/(d-λ) (ring:512: 1e-12). Low is nil where
// every Lambda is exact, and 0 where Mu isn't, so that one kernel with a third operand serves
// both: own or older.
//
// Mu is nil where all roots are real: then each round is one factor (A-λI) and
// no older vector is kept. A pair of roots a±bi takes two rounds, both with
// Lambda = a: the first with Mu = 0 and Scale = 1/(d-a), the second with
// Mu = b²/(d-a) and Scale = (d-a)/((d-a)²+b²), together
// ((A-aI)²+b²I)/((d-a)²+b²).
//
// A round sends d words a processor for each word of the vector.
//
// Parts is nil for New's plans. For those of ByParts, Parts[t] lists the arcs that round t adds
// up: k runs through it instead of 0 … d-1, and its length takes the place of d.
//
// Range: where A is normal (undirected graphs, commutative groups) no intermediate result is
// above 2d·(Leja.Growth+1)·Σ|x| or, with pairs of roots, 4d·(2d·max(Scale)·Leja.Growth+1)·Σ|x|.
// Where that overflows, a finite sum may come out as ±Inf or NaN; an infinite x may come out as
// NaN, too. Below Σ|x| = P·2^-1022 digits are lost, and a sum of less than P·2^-1074 may
// vanish.
type Plan struct {
	Graph    cayley.Graph
	Lambda   []float64
	Low      []float64
	Scale    []float64
	Mu       []float64
	Parts    [][]int
	Diameter int
	Spectrum Spectrum
	Source   string       // where the spectrum comes from
	Proof    Proof        // why the result is the sum
	Leja     Stability    // of this plan
	Natural  [2]Stability // of the factors by falling and by rising eigenvalues, for comparison

	shape *shape
}

// New plans the global sum on g. The spectrum comes from a closed form that g's name has, from
// characters or from an eigensolver; the factors are in Leja order from the eigenvalue farthest
// from d. The number of rounds is the number of distinct eigenvalues less one or, where A is
// not diagonalizable, the degree of the minimal polynomial less one (errata 16). It is never
// less than the diameter.
//
// The plan is proved on the arcs of g before it is returned (Proof).
//
// Errors: g is irregular or not connected; or has no closed form, or none that can be proved for
// want of known symmetry, and more vertices than an eigensolver can be asked for (ErrSize); or is
// not known to be vertex-transitive and too large for cayley.Diameter (ErrSize); or rounding
// could cost more than 1e-6 of Σ|x|, as on products of long cycles (torus:31x37); or the proof
// failed. Cost: O(P·d) for families with a closed form and for abelian groups, O(c³) for an
// equitable partition of c ≤ 2,048 cells; some m⁴ + m·c² for a directed graph without characters,
// whose minimal polynomial of degree m ≤ 256 is found over the integers (1 s at m = 130). In addition,
// for F distinct eigenvalues and a arcs of the partition: O(F²) for the order, and O(F·a) for
// what rounding can do in this order and the natural ones. That is half a second at most for
// F = 1,000, some seconds for the 8,193 of ring:16384.
//
// The plan is the same on every architecture, to the bit, unless an eigensolver finds more than
// 256 eigenvalues. Up to 256 are made roots of the minimal polynomial. That takes some seconds
// for 256 of a graph of large degree, less than one for every default graph of a machine.
func New(g cayley.Graph) (*Plan, error) {
	return byEigenvalues(g, true)
}

// byEigenvalues is New's plan; compare asks for Natural, which costs as much again.
func byEigenvalues(g cayley.Graph, compare bool) (*Plan, error) {
	if g == nil {
		return nil, errors.New("spectral: plan without a graph")
	}
	s, err := examine(g)
	if err != nil {
		return nil, err
	}
	return s.byEigenvalues(s.columns(), compare)
}

func (s *shape) byEigenvalues(columns []*quotient, compare bool) (*Plan, error) {
	if columns == nil { // a name may be anybody's, and there is nothing to prove it on
		s.closed = nil
	}
	p, err := s.plan(columns, s.closed, compare)
	wrong, is := err.(mistaken)
	if !is {
		return p, err
	}
	if s.closed != nil { // a name may be anybody's
		if other, err := s.plan(columns, nil, compare); err == nil {
			return other, nil
		}
	}
	return nil, wrong.error
}

// mistaken is the error of a spectrum that turns out to be another graph's.
type mistaken struct{ error }

// plan is the plan by a closed form, or by another source where that is nil.
func (s *shape) plan(columns []*quotient, closed Spectrum, compare bool) (*Plan, error) {
	spec, source, err := s.spectrum(columns, closed)
	if err != nil {
		return nil, err
	}
	d, fs := float64(s.d), spec.factors()
	order := leja(fs, d)
	p := rounds(order, d)
	p.Graph, p.Diameter, p.Spectrum, p.Source, p.shape = s.g, s.diameter, spec, source, s
	p.Leja = s.stability(order, spec, columns)
	if !(p.Leja.Bound <= mostError) {
		return nil, fmt.Errorf("spectral: %s: rounding in %d rounds could cost up to %.0e of Σ|x|, and %.0e is allowed; use another algorithm", cayley.ShortName(s.g), p.Steps(), p.Leja.Bound, mostError)
	}
	if compare {
		p.Natural = s.natural(fs, spec, columns)
	}
	s.dist = nil
	if err := p.prove(columns); err != nil {
		return nil, mistaken{err}
	}
	return p, nil
}

// mostError is the predicted error, as a part of Σ|x|, from which a plan is refused. On
// products of several long cycles, with hundreds of eigenvalues close together, no order
// of the factors known is good: on torus:11x13x17 the sum is off by more than Σ|x| in 377
// rounds.
const mostError = 1e-6
