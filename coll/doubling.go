package coll

import "math/bits"

// Doubling is recursive doubling: in step k, ranks that are 2^k apart meet. P processors, blocks or
// vectors of n elements, L = ⌈log₂P⌉, P' = 2^⌊log₂P⌋:
//
//	allreduce   log₂P' steps (+2) of n each way (dimension exchange): ranks that differ
//	            in bit k exchange their vectors, and both keep the fold
//	allgather   log₂P' steps (+2): such ranks exchange the 2^k blocks that each has
//	scan        L steps of n: rank r appends what it has to what rank r-2^k has
//	exscan      the same, and a step to the next rank; room for 2n each, as scan
//
// Where P is not a power of two, rank r+P' gives and gets through rank r, in the two additional
// steps (+2). Order of an allreduce's operations: rank r+P' after rank r, then a balanced binary
// tree over ranks 0 … P'-1, with the lower rank's part first on both sides, so that all have the
// same bits. Order of a scan's: in step k = 0, 1, …, rank r ≥ 2^k computes what rank r-2^k had op
// what it had itself: a balanced tree over the ranks that end at r.
const Doubling Algorithm = "doubling"

func (j *job[T]) doublingAllreduce() {
	p := j.p
	log := bits.Len(uint(p.g.size)) - 1
	pow2 := 1 << log // P'
	steps := log
	if pow2 < p.g.size {
		steps++
	}
	if p.c.m.cfg.Protocol == ProtocolRing {
		p.misuse(allreduce, "allreduce by doubling does not run on rings; want Config.Protocol \"\", \"line\" or \"direct\"")
	}
	v, part := j.stages(steps, 1)
	v.arrived()
	for v.lo = 0; v.lo < j.n; v.lo += part {
		v.n = min(part, j.n-v.lo)
		v.doubling(j.c.op(), pow2)
	}
	p.leave()
}

// doubling is the steps for one part of the vectors.
func (v *stages[T]) doubling(op Op, pow2 int) {
	p, t := v.p, v.p.t
	extra, k := p.g.size-pow2, 0
	if extra > 0 {
		for _, r := range t.ranks {
			if r >= pow2 {
				break
			}
			if r < extra {
				v.fold(op, v.at(r, 1), v.at(r, 0), v.at(r+pow2, 0))
			} else {
				move(v.at(r, 1), v.at(r, 0))
			}
		}
		k = 1
		v.step(k)
	}
	for bit := 1; bit < pow2; bit, k = 2*bit, k+1 {
		for _, r := range t.ranks {
			if r >= pow2 {
				break
			}
			v.fold(op, v.at(r, k+1), v.at(r&^bit, k), v.at(r|bit, k))
		}
		v.step(k + 1)
	}
	for i, r := range t.ranks {
		from := r
		if r >= pow2 {
			from -= pow2
		}
		move(v.s.teams[t.id].dst[i][v.lo:][:v.n], v.at(from, v.steps))
	}
	switch {
	case v.line:
		t.staged += uint64(v.steps)
	case extra > 0:
		p.step() // the extra ranks have read what their partners wrote
	}
}

// fold is to = a op b.
func (v *stages[T]) fold(op Op, to, a, b []T) {
	own := v.s.teams[v.p.t.id]
	own.fold(op, append(own.into(&to[0]), &a[0], &b[0]), 0, len(to))
}
