package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Spectral is the paper's global sum (Theorem 5.1): in every step each processor takes the sum of
// its neighbours' vectors minus λ times its own, where λ runs through the eigenvalues of the graph
// other than d. There are as many steps as distinct eigenvalues, less 1, which for distance-regular
// graphs is the diameter (Corollary 5.2); where A is not diagonalizable, as the degree of its minimal
// polynomial, less 1 (errata 16). In every step a processor reads d + 1 vectors of n
// elements: D·d·n elements come to each from others, in all. If a sum that adds up only some of
// the neighbours in each step (in one direction of a torus, or one subgroup after the other) takes
// fewer steps, it is used instead: see spectral.Fewest. (Across processes a vector goes once a
// round to each process that needs it.)
//
// A step is Round of that plan, in the type of the elements, with other scales. In every step
// before the last the scale is the least power of two above the plan's, so that exact data stay
// exact. If a step takes an older vector, that is brought to the same scale first. The scale of the
// last step makes the result the sum.
//
// It is a sum of real numbers: only Allreduce by Sum of float64 or float32; anything else is
// ErrUsage. The result agrees with that of Direct up to rounding, not to the bit. Each processor
// rounds for itself: where the eigenvalues or the data are not integers, results of two processors
// may differ in the last bits. Data on which every operation is exact give the same bits
// everywhere.
//
// Its range is smaller than that of an addition: intermediate values may be 2^(steps-1) times what
// spectral.Plan states. If they overflow, a finite sum may come out as ±Inf or NaN; an infinite
// summand may come out as NaN, and subnormal digits may be lost.
const Spectral Algorithm = "spectral"

// checkSpectral ends the Run if the call is not a sum of real numbers.
func (p *Proc) checkSpectral(c call) {
	if c.kind() >= floats {
		p.refuse(allreduce, "allreduce by spectral is for float64 and float32: its factors and scales are not integers; use direct")
	}
	if c.op() != Sum {
		p.refuse(allreduce, "allreduce by spectral is a sum of real numbers, not a %v; use direct", c.op())
	}
}

func (j *job[T]) spectralAllreduce() {
	switch elemKind[T]() { // of which one case is compiled: a type switch would link both types
	case 0:
		spectralSum(any(j).(*job[float64]))
	case 1:
		spectralSum(any(j).(*job[float32]))
	}
}

func spectralSum[T float64 | float32](j *job[T]) {
	p := j.p
	plan, err := p.g.spectral.get(p.g, p.member)
	if err != nil {
		p.misuse(allreduce, "allreduce by spectral: %v", err)
	}
	if p.g.far != nil {
		kept := *j // the copy escapes, so that the job of a call within the process does not
		kept.acrossByPlan(spectralRoom*j.n, func() *planned[T] { return layRounds(&kept, plan) })
		return
	}
	back := 1
	if plan.mu != nil {
		back = 2
	}
	if p.c.m.cfg.Protocol == ProtocolRing {
		spectralOnRings(j, plan)
		return
	}
	v, part := j.stages(len(plan.lambda), back)
	v.arrived()
	for v.lo = 0; v.lo < j.n; v.lo += part {
		v.n = min(part, j.n-v.lo)
		for k := range v.steps {
			for _, r := range p.t.ranks {
				p.look()
				spectralStep(&v, plan, r, k)
			}
			if !v.line || k+1 < v.steps {
				v.step(k + 1)
			}
		}
		v.end()
	}
	p.leave()
}

// spectralStep makes the vector of rank r after step k (from 0).
func spectralStep[T float64 | float32](v *stages[T], plan *spectralPlan, r, k int) {
	team := v.s.teams[v.p.t.id]
	from := team.operand[:0]
	for _, q := range plan.neighbours(k, r) {
		from = append(from, &v.at(int(q), k)[0])
	}
	team.operand = from
	var older []T
	if plan.takesOlder(k) {
		older = v.at(r, k-1)
	}
	spectralFactor(plan, k, v.at(r, k+1), v.at(r, k), older, from)
}

// spectralFactor is one round of the plan for one processor: out of its own
// vector, the older one where the round wants it, and its neighbours'.
func spectralFactor[T float64 | float32](plan *spectralPlan, k int, next, own, older []T, from []*T) {
	lambda, scale := T(plan.lambda[k]), T(plan.scale[k])
	switch {
	case older != nil:
		asm.Neighbor(&next[0], &own[0], from, lambda, 1, 0, len(next))
		addScaled(next, older, T(plan.mu[k]), scale)
	case plan.low != nil && plan.low[k] != 0:
		asm.Neighbor(&next[0], &own[0], from, lambda, 1, 0, len(next))
		addScaled(next, own, T(-plan.low[k]), scale)
	default:
		asm.Neighbor(&next[0], &own[0], from, lambda, scale, 0, len(next))
	}
}

// addScaled is x[i] = (x[i] + f·y[i])·scale, for the steps that need a second
// vector.
func addScaled[T float64 | float32](x, y []T, f, scale T) {
	for i, v := range y {
		x[i] = (x[i] + T(f*v)) * scale
	}
}
