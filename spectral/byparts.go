package spectral

import (
	"errors"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// ErrNoParts is wrapped by ByParts' error for a graph whose sum by parts it does not know.
var ErrNoParts = errors.New("no sum by parts is known")

// ByParts plans a global sum whose rounds each add up over a part of the generators: a product
// of factors (A_S-λI), where A_S is the adjacency matrix of the arcs in S alone and S changes
// from round to round. Theorem 5.1 needs a factor for every eigenvalue of the whole graph but d.
// ByParts sums along a chain of subgroups, or in one direction of a product after the other,
// and needs factors only for the pieces. The rounds are
//
//	product(G;H;…)    the rounds of the factors, each by Fewest; tori and Hamming graphs
//	                  are products of cycles and of complete graphs
//	chains of cycles  ⌊m/2⌋ for each generator in turn, m its order modulo those before
//	                  (m-1 where its inverse is no generator): abelian groups, and dihedral
//	                  ones where a rotation generates all others
//	transposition:n   n-1, by Σ S_n = ∏ (1 + (1 k) + … + (k-1 k)) (Jucys, Murphy)
//	bubble:n          n(n-1)/2
//	star:n, pancake:n 2n-3, for n ≥ 2
//	ccc:d             2d-1+⌊d/2⌋
//	butterfly:d       ⌊3d/2⌋
//
// That is the diameter, the least that any sum takes, for tori, Hamming graphs, dihedral groups
// with a rotation, its inverse and a flip, transposition and bubble-sort graphs, butterflies,
// and products of graphs whose own sums take their diameters. A round sends a word only over
// each arc of its part. Intermediate results stay near the mean: torus:31x37, for whose 303
// factors no safe order is known, is summed in 33 rounds.
//
// The plan is proved on the arcs of g, or of the factors of a product, before it is returned.
// Spectrum and Natural are empty; Leja.Growth is the greatest number that the rounds up to any
// one, or from any one on, make of a unit vector; for a product, the greatest of its factors.
// Errors: no sum by parts is known for g (ErrNoParts), which may be because it has more than 16
// generators up to inverses, or more than 2^23 elements over all sets of these; or the proof
// for g would take more than 2^27 additions; or g is not connected, or a factor has no plan. Cost:
// O(P) additions for every arc of a part, over all rounds.
func ByParts(g cayley.Graph) (*Plan, error) {
	if g == nil {
		return nil, errors.New("spectral: plan without a graph")
	}
	if factors := cayley.Factors(g); len(factors) > 0 {
		return ofFactors(g, factors)
	}
	c, ok := g.(cayley.Cayley)
	if !ok {
		return nil, noParts(g)
	}
	p := newParts(g)
	if !p.alongPermutations() && !p.alongWreath() && !p.alongChain(c) {
		return nil, noParts(g)
	}
	dist := cayley.Distances(g)
	if err := connected(g, dist); err != nil {
		return nil, err
	}
	p.Diameter = int(slices.Max(dist))
	return p, p.proveParts(c)
}

func noParts(g cayley.Graph) error {
	return fmt.Errorf("spectral: %s: %w", cayley.ShortName(g), ErrNoParts)
}

// Fewest is New's plan or ByParts', whichever has fewer rounds: New's if they have the same
// number, the only one if there is only one. Cost: first counting the distinct eigenvalues,
// O(P·d²) and, for an equitable partition of c ≤ 4,096 cells, O(c²). Then ByParts alone if the
// count says that New takes more rounds, New alone if it takes as many as the diameter, else
// both.
func Fewest(g cayley.Graph) (*Plan, error) { return fewest(g, true) }

// fewest is Fewest; compare asks for Natural of New's plans.
func fewest(g cayley.Graph, compare bool) (*Plan, error) {
	if g == nil {
		return New(g)
	}
	s, err := examine(g)
	if err != nil {
		if parts, none := ByParts(g); none == nil {
			return parts, nil
		}
		return nil, err
	}
	columns := s.columns()
	var parts *Plan
	var none error
	if least := s.atLeast(columns); least > s.diameter { // else New's are as few as can be
		if parts, none = ByParts(g); none == nil && parts.Steps() < least {
			return parts, nil
		}
	}
	whole, err := s.byEigenvalues(columns, compare)
	if err == nil && whole.Steps() == whole.Diameter {
		return whole, nil
	}
	if parts == nil && none == nil {
		parts, none = ByParts(g)
	}
	if none != nil || err == nil && whole.Steps() <= parts.Steps() {
		return whole, err
	}
	return parts, nil
}

func newParts(g cayley.Graph) *Plan {
	return &Plan{Graph: g, Parts: [][]int{}, Leja: Stability{Growth: 1}, shape: &shape{g: g, n: g.Order(), d: g.Degree()}}
}

// average adds a round that takes what a processor holds, weighted by own, and what the
// heads of its arcs in the part hold to their mean.
func (p *Plan) average(own float64, part ...int) {
	p.add(0-own, 0, 1/(float64(len(part))+own), 0)
	p.Parts = append(p.Parts, part)
}

// append adds the rounds of another plan, whose arc k is arcs[k] here.
func (p *Plan) append(other *Plan, arcs []int) {
	for t := range other.Lambda {
		p.add(other.coefficients(t))
		part := make([]int, other.degree(t))
		for i := range part {
			part[i] = arcs[other.arc(t, i)]
		}
		p.Parts = append(p.Parts, part)
	}
}

// sequence is n numbers from first on.
func sequence(first, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = first + i
	}
	return list
}

// ofFactors is the sum in one factor of a product after the other.
func ofFactors(g cayley.Graph, factors []cayley.Graph) (*Plan, error) {
	p := newParts(g)
	p.Source, p.Proof = "product of its factors", Proof{Exact: true, Text: "Σ of a product = the product of the Σ of its factors"}
	first, left := 0, 1.0
	for _, f := range factors {
		q, err := fewest(f, false)
		if err != nil {
			return nil, fmt.Errorf("%w (factor of %s)", err, cayley.ShortName(g))
		}
		p.append(q, sequence(first, f.Degree()))
		first += f.Degree()
		p.Diameter += q.Diameter
		p.Proof.Exact = p.Proof.Exact && q.Proof.Exact
		// What is off after some factors is averaged over by the next.
		p.Proof.Residual += left * q.Proof.Residual
		p.Proof.Limit += left * q.Proof.Limit
		p.Leja.Bound += left * q.Leja.Bound
		p.Leja.Growth = max(p.Leja.Growth, q.Leja.Growth)
		left *= 1 + q.Leja.Bound
		p.Proof.Text += fmt.Sprintf("; %s: %s", cayley.ShortName(f), q.Proof.Text)
	}
	p.trim()
	return p, nil
}
