package spectral

import (
	"fmt"
	"math"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// partsWork is the most additions of a pass over all rounds.
const partsWork = 1 << 27

// proveParts checks the plan of a Cayley graph on column 0, of which all others are images
// by left translation, and bounds its rounding: the norms before a round are those of
// column 0, those of the rounds after it of column 0 of their transposes.
func (p *Plan) proveParts(c cayley.Cayley) error {
	p.trim()
	n, rounds, work := p.shape.n, p.Steps(), 0
	for t := range rounds {
		work += n * (p.degree(t) + 2)
	}
	if work > partsWork {
		return fmt.Errorf("spectral: %s: a sum by parts in %d rounds is too much to prove: %d additions, at most %d", cayley.ShortName(p.Graph), rounds, work, partsWork)
	}
	before, after := make([]norms, rounds+1), make([]norms, rounds+1)
	end := p.forward(p.column(c.Neighbor), before)
	p.backward(p.column(cayley.In(c)), after)
	p.Leja.Bound = p.error(before, after, true, true)
	for t := range rounds {
		p.Leja.Growth = max(p.Leja.Growth, before[t].inf, after[t+1].inf)
	}
	const which = "column 0, of which all others are images"
	if p.integral() {
		if list := p.moduli(); p.hoffman(list, n, 0, n, p.residues) {
			p.Proof = exactly("A_S", list, which)
			return nil
		}
	}
	p.Proof = Proof{Residual: off(end, n), Limit: 2 * p.Leja.Bound, Text: "|P·∏ - J| in float64, below twice the predicted error, on " + which}
	if !(p.Proof.Residual <= p.Proof.Limit && p.Proof.Limit <= mostError) {
		return noParts(p.Graph)
	}
	return nil
}

// column is column 0 of the rounds, over the arcs that neighbor follows.
func (p *Plan) column(neighbor func(v, k int) int) column {
	return column{p.shape.n, 0, nil, func(t int, to, from, older []float64, lambda, low, scale, mu float64) {
		p.sums(t, to, from, neighbor)
		finish(to, from, older, lambda, low, scale, mu)
	}}
}

// integral reports whether all of the rounds' coefficients are integers.
func (p *Plan) integral() bool {
	return p.Mu == nil && p.Low == nil && !slices.ContainsFunc(p.Lambda, func(l float64) bool { return l != math.Trunc(l) })
}

// residues is the sum over the arcs of round t modulo f.
func (p *Plan) residues(f field, t int, to, from []uint64) {
	for v := range to {
		sum := uint64(0)
		for i := range p.degree(t) {
			sum = f.add(sum, from[p.Graph.Neighbor(v, p.arc(t, i))])
		}
		to[v] = sum
	}
}
