package spectral

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Simulate runs the plan on one number a processor and returns what each processor holds at the
// end: P times the value after the last round. x is not changed. It is an error if len(x) is
// not P. Cost: P·d additions a round and three vectors; about 0.3 s a round for hypercube:24.
func (p *Plan) Simulate(x []float64) ([]float64, error) {
	n := p.Graph.Order()
	if len(x) != n {
		return nil, fmt.Errorf("spectral: %d numbers for the %d processors of %s; one each is needed", len(x), n, cayley.ShortName(p.Graph))
	}
	cur := slices.Clone(x)
	next := make([]float64, n)
	var prev []float64 // only pairs of roots look back
	if p.Mu != nil {
		prev = make([]float64, n)
	}
	for t := range p.Lambda {
		p.Round(t, next, cur, prev)
		if p.Mu == nil {
			cur, next = next, cur
			continue
		}
		prev, cur, next = cur, next, prev
	}
	for v := range cur {
		cur[v] *= float64(n)
	}
	return cur, nil
}

// Round computes round t of the recurrence of Plan on all processors at once, as a reference
// for an engine: the sum from left to right in the order of the arcs (of Parts[t] where there
// are parts), then -λ·own, then -low·own or +μ·older, then the scale, each rounded once. All
// slices have P elements; prev is only read where Mu is not nil.
func (p *Plan) Round(t int, next, cur, prev []float64) {
	if p.shape.xor && len(cur) > cubeBlock {
		cubeSums(next, cur)
	} else {
		p.sums(t, next, cur, p.Graph.Neighbor)
	}
	lambda, low, scale, mu := p.coefficients(t)
	finish(next, cur, prev, lambda, low, scale, mu)
}

// sums is what round t adds up on every vertex, over the arcs that neighbor follows.
func (p *Plan) sums(t int, next, cur []float64, neighbor func(v, k int) int) {
	for v := range next {
		var sum float64
		for i := range p.degree(t) {
			sum += cur[neighbor(v, p.arc(t, i))]
		}
		next[v] = sum
	}
}

// finish is the rest of a round.
func finish(next, cur, prev []float64, lambda, low, scale, mu float64) {
	switch {
	case low != 0:
		for v, own := range cur {
			next[v] = (next[v] - float64(lambda*own) - float64(low*own)) * scale
		}
	case mu != 0:
		for v, own := range cur {
			next[v] = (next[v] - float64(lambda*own) + float64(mu*prev[v])) * scale
		}
	default:
		for v, own := range cur {
			next[v] = (next[v] - float64(lambda*own)) * scale
		}
	}
}

// cubeBlock numbers stay in the first-level cache.
const cubeBlock = 1 << 11

// cubeSums is next[v] = Σ_k cur[v^1<<k], k rising, a block of vertices at a
// time: the same additions in the same order as arc by arc.
func cubeSums(next, cur []float64) {
	for at := 0; at < len(cur); at += cubeBlock {
		to, own := (*[cubeBlock]float64)(next[at:]), (*[cubeBlock]float64)(cur[at:])
		for i := range to {
			to[i] = own[i^1]
		}
		for bit := 2; bit < cubeBlock; bit <<= 1 {
			for i := range to {
				to[i] += own[(i^bit)%cubeBlock]
			}
		}
		for bit := cubeBlock; bit < len(cur); bit <<= 1 {
			from := (*[cubeBlock]float64)(cur[at^bit:])
			for i := range to {
				to[i] += from[i]
			}
		}
	}
}
