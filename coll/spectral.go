package coll

import (
	"math"
	"slices"
	"sync"

	"github.com/cayleycoll/cayleycoll/internal/asm"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// The algorithm "spectral" is the paper's global sum (Theorem 5.1): step after
// step every processor takes the sum of its neighbours' vectors minus λ times
// its own, λ running through the eigenvalues of the graph other than d. Steps:
// distinct eigenvalues - 1, which is the diameter for distance-regular graphs
// (Corollary 5.2). Every step reads d + 1 vectors of n elements a processor:
// D·d·n elements into each. The order of the factors and the scaling are those
// of spectral.Plan; the sum of the neighbours is in the order of the
// generators. It is a sum of real numbers: Sum of float64 or float32 only, and
// right to rounding, not to the bit, of what "direct" gives.

// The rounding is each processor's own: where the spectrum is not of integers,
// or the data no integers, results of two processors may differ in the last
// bits. The steps are scaled by powers of two and the sum restored by one
// division at the end, so that data on which every operation is exact give the
// exact sum everywhere.

// spectralPlan is the plan of a group's graph as its teams carry it out.
type spectralPlan struct {
	lambda, scale, mu []float64
	divisor           float64
	neighbours        [][]int32
}

// spectralOnce makes the plan at first use.
type spectralOnce struct {
	once sync.Once
	plan *spectralPlan
	err  error
}

func (s *spectralOnce) get(g *group) (*spectralPlan, error) {
	s.once.Do(func() { s.plan, s.err = newSpectralPlan(g) })
	return s.plan, s.err
}

func newSpectralPlan(g *group) (*spectralPlan, error) {
	graph, err := g.graph()
	if err != nil {
		return nil, err
	}
	p, err := spectral.New(graph)
	if err != nil {
		return nil, err
	}
	s := &spectralPlan{lambda: p.Lambda, mu: slices.Clone(p.Mu), divisor: 1, neighbours: make([][]int32, g.size)}
	// kept is by how much the mean of the vectors has grown so far, olderKept
	// the same a step before: the older vector of a pair must grow alike.
	kept, olderKept := 1.0, 1.0
	for t, exact := range p.Scale {
		_, exp := math.Frexp(exact)
		scale := math.Ldexp(1, exp)
		s.scale = append(s.scale, scale)
		if s.mu != nil && t > 0 {
			s.mu[t] *= kept / olderKept
		}
		kept, olderKept = kept*scale/exact, kept
	}
	s.divisor = kept / float64(g.size)
	if p.Mu == nil && integral(p.Lambda) {
		s.divisor = 1 / float64(g.size)
		for t, lambda := range p.Lambda {
			s.divisor *= (float64(graph.Degree()) - lambda) * s.scale[t]
		}
	}
	for v := range g.size {
		for k := range graph.Degree() {
			s.neighbours[v] = append(s.neighbours[v], int32(graph.Neighbor(v, k)))
		}
	}
	return s, nil
}

func integral(xs []float64) bool {
	for _, x := range xs {
		if x != math.Trunc(x) {
			return false
		}
	}
	return true
}

func spectralAllreduce[T Elem](p *Proc, s *typed[T], c call, dst, src []T, op Op) {
	if op != Sum {
		p.misuse("allreduce by spectral is a sum of real numbers, not a %v; use direct", op)
	}
	switch s := any(s).(type) {
	case *typed[float64]:
		spectralSum(p, s, c, any(dst).([]float64), any(src).([]float64))
	case *typed[float32]:
		spectralSum(p, s, c, any(dst).([]float32), any(src).([]float32))
	default:
		p.misuse("allreduce by spectral is for float64 and float32: its factors and scales are no integers; use direct")
	}
}

func spectralSum[T float64 | float32](p *Proc, s *typed[T], c call, dst, src []T) {
	n := len(src)
	t, own := p.t, s.teams[p.t.id]
	own.src[p.rank-t.lo], own.dst[p.rank-t.lo] = src, dst
	if !p.enter(c) {
		return
	}
	own.room(t.hi-t.lo, n)
	p.publish()
	p.meet()
	plan, err := p.g.spectral.get(p.g)
	if err != nil {
		p.misuse("allreduce by spectral: %v", err)
	}
	// at is the vector of a rank after k steps.
	at := func(r, k int) *T {
		o := p.g.members[r].t
		if k == 0 {
			return &s.teams[o.id].src[r-o.lo][0]
		}
		return &s.teams[o.id].scratch[3*(r-o.lo)+k%3][0]
	}
	steps := len(plan.lambda)
	for k := range steps {
		paired := plan.mu != nil && plan.mu[k] != 0
		for r := t.lo; r < t.hi; r++ {
			from := own.operand[:0]
			for _, v := range plan.neighbours[r] {
				from = append(from, at(int(v), k))
			}
			own.operand = from
			if !paired {
				asm.Neighbor(at(r, k+1), at(r, k), from, T(plan.lambda[k]), T(plan.scale[k]), 0, n)
				continue
			}
			asm.Neighbor(at(r, k+1), at(r, k), from, T(plan.lambda[k]), 1, 0, n)
			next := own.scratch[3*(r-t.lo)+(k+1)%3][:n]
			older := own.src[r-t.lo]
			if k > 1 {
				older = own.scratch[3*(r-t.lo)+(k-1)%3][:n]
			}
			for i, v := range older {
				next[i] = (next[i] + T(plan.mu[k])*v) * T(plan.scale[k])
			}
		}
		p.step()
	}
	for i, from := range own.src {
		if steps > 0 {
			from = own.scratch[3*i+steps%3][:n]
		}
		for j, v := range from {
			own.dst[i][j] = v / T(plan.divisor)
		}
	}
	p.leave()
}
