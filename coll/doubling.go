package coll

import (
	"math/bits"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// The algorithm "doubling" is dimension exchange: in step k, ranks that differ
// in bit k exchange their vectors and both keep the fold. Allreduce: log₂P steps
// of n elements each way, log₂P·n into every processor; where P is no power of
// two, P' = 2^⌊log₂P⌋ ranks do it between a step that folds rank r+P' after rank
// r and one that copies the result back. Order of the sum: a balanced binary
// tree over ranks 0 … P'-1, the lower rank's part first on both sides, so that
// all have the same bits.

func (j *job[T]) doublingAllreduce() {
	p := j.p
	log := bits.Len(uint(p.g.size)) - 1
	core := 1 << log // P'
	steps := log
	if core < p.g.size {
		steps++
	}
	if p.c.m.cfg.Protocol == Queues {
		p.misuse(allreduce, "allreduce by doubling does not run on rings; want Config.Protocol \"\", \"line\" or \"direct\"")
	}
	v, part := j.stages(steps, 1)
	v.arrived()
	for v.lo = 0; v.lo < j.n; v.lo += part {
		v.n = min(part, j.n-v.lo)
		v.doubling(j.op, core)
	}
	p.leave()
}

// doubling is the steps for one part of the vectors.
func (v *stages[T]) doubling(op Op, core int) {
	p, t := v.p, v.p.t
	extra, k := p.g.size-core, 0
	if extra > 0 {
		for _, r := range t.ranks {
			if r >= core {
				break
			}
			if r < extra {
				v.fold(op, v.at(r, 1), v.at(r, 0), v.at(r+core, 0))
			} else {
				move(v.at(r, 1), v.at(r, 0))
			}
		}
		k = 1
		v.step(k)
	}
	for bit := 1; bit < core; bit, k = 2*bit, k+1 {
		for _, r := range t.ranks {
			if r >= core {
				break
			}
			v.fold(op, v.at(r, k+1), v.at(r&^bit, k), v.at(r|bit, k))
		}
		v.step(k + 1)
	}
	for i, r := range t.ranks {
		from := r
		if r >= core {
			from -= core
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
	own.operand = append(own.operand[:0], &to[0], &a[0], &b[0])
	asm.Fold(op.kernel(), own.operand[:1], own.operand[1:], 0, len(to))
}
