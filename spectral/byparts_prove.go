package spectral

import (
	"fmt"
	"math"
	"math/bits"

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
	end := p.forward(before)
	p.backward(after, cayley.In(c))
	p.Leja.Bound = p.error(before, after, true, true)
	for t := range rounds {
		p.Leja.Growth = max(p.Leja.Growth, before[t].inf, after[t+1].inf)
	}
	exact, moduli := p.integral()
	p.Proof = Proof{Text: "|P·∏ - J| in float64, below twice the predicted error, on column 0, of which all others are images"}
	if exact {
		p.Proof = Proof{Exact: true, Text: fmt.Sprintf("∏(A_S-λI) = c·J in integers, modulo %d prime(s) of 61 bits with a product above twice any entry, on column 0, of which all others are images", moduli)}
		return nil
	}
	for _, y := range end {
		p.Proof.Residual = max(p.Proof.Residual, math.Abs(y*float64(n)-1))
	}
	p.Proof.Limit = 2 * p.Leja.Bound
	if !(p.Proof.Residual <= p.Proof.Limit && p.Proof.Limit <= mostError) {
		return noParts(p.Graph)
	}
	return nil
}

// forward is column 0 of all rounds and the norms before each.
func (p *Plan) forward(before []norms) []float64 {
	cur, next, prev := p.start()
	for t := range p.Lambda {
		before[t] = normsOf(cur, nil)
		p.Round(t, next, cur, prev)
		prev, cur, next = cur, next, prev
	}
	return cur
}

// backward is the norms of what follows each round, from the last on, over the arcs in.
func (p *Plan) backward(after []norms, in func(v, k int) int) {
	cur, next, prev := p.start()
	for t := p.Steps() - 1; t >= 0; t-- {
		after[t+1] = normsOf(cur, nil)
		lambda, low, scale, mu := p.coefficients(t)
		p.sums(t, next, cur, in)
		finish(next, cur, nil, lambda, low, scale, 0)
		if mu == 0 {
			cur, next = next, cur
			continue
		}
		// A pair, as in quotient.norming.
		after[t] = normsOf(next, nil)
		t--
		p.sums(t, prev, next, in)
		finish(prev, next, cur, lambda, 0, p.Scale[t], mu*scale/p.Scale[t])
		cur, prev = prev, cur
	}
}

// start is vectors for a column, the first one that of the identity.
func (p *Plan) start() (cur, next, prev []float64) {
	n := p.shape.n
	cur, next, prev = make([]float64, n), make([]float64, n), make([]float64, n)
	cur[0] = 1
	return cur, next, prev
}

// integral reports whether ∏(A_S-λI) = c·J with integers λ, and modulo how many primes
// that was checked: their product is above twice any entry times P.
func (p *Plan) integral() (exact bool, moduli int) {
	if p.Mu != nil || p.Low != nil {
		return false, 0
	}
	n, size := p.shape.n, 1+bits.Len(uint(p.shape.n))
	for t, l := range p.Lambda {
		if l != math.Trunc(l) {
			return false, 0
		}
		size += bits.Len(uint(p.degree(t) + int(math.Abs(l))))
	}
	list := primes(2, size)
	cur, next := make([]uint64, n), make([]uint64, n)
	for _, f := range list {
		clear(cur)
		cur[0] = 1
		want := uint64(1)
		for t, l := range p.Lambda {
			lambda := f.of(int64(l))
			for v := range next {
				sum := f.sub(0, f.mul(lambda, cur[v]))
				for i := range p.degree(t) {
					sum = f.add(sum, cur[p.Graph.Neighbor(v, p.arc(t, i))])
				}
				next[v] = sum
			}
			cur, next = next, cur
			want = f.mul(want, f.sub(f.of(int64(p.degree(t))), lambda))
		}
		for _, y := range cur {
			if f.mul(y, f.of(int64(n))) != want {
				return false, 0
			}
		}
	}
	return true, len(list)
}
