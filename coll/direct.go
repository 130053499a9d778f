package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// The direct algorithms use no schedule: every team reads the others' memory.
//
// Allreduce. Steps: 1 where the vectors fit a bank (the values travel with the
// signal), else 2 signals around one pass in which each team reads its range of
// all P inputs and stores it to all P outputs: (P + P)·n elements of traffic
// for the machine, the least there is. Order of the sum: rank 0, 1, 2, …
//
// Allgather. Two signals around P·P·n elements copied, each once.

func directAllreduce[T Elem](p *Proc, s *typed[T], c call, dst, src []T, op Op) {
	t := p.t
	n := len(src)
	banked := n*t.mostRanks() <= wideBytes/8
	tiny := n*t.mostRanks() <= lineWords
	k := int(p.seq+1) & 1
	switch {
	case tiny:
		copy(inline[T](&t.bank[k])[(p.rank-t.lo)*n:], src)
	case banked:
		asm.Copy(s.teams[t.id].wide[k][(p.rank-t.lo)*n:][:n], src)
	default:
		s.from[p.rank] = &src[0]
	}
	s.into[p.rank] = &dst[0]
	if !p.enter(c) {
		return
	}
	p.publish()
	switch own := &s.teams[t.id]; {
	case tiny && n == 1:
		p.meet()
		v := foldInline[T](p.g, k, op)
		for _, d := range s.into[t.lo:t.hi] {
			*d = v
		}
	case tiny, banked:
		// The sources lie at other places for each length.
		if key := n<<1 | btoi(tiny); own.n[k] != key {
			own.n[k] = key
			for _, o := range p.g.teams {
				from := s.teams[o.id].wide[k]
				if tiny {
					from = inline[T](&o.bank[k])
				}
				for r := o.lo; r < o.hi; r++ {
					own.sources[k][r] = &from[(r-o.lo)*n]
				}
			}
		}
		p.meet()
		asm.Fold(op.kernel(), s.into[t.lo:t.hi], own.sources[k], 0, n)
	default:
		p.meet()
		if lo, hi := cut(n, len(p.g.teams), t.id); lo < hi {
			asm.Fold(op.kernel(), s.into, s.from, lo, hi-lo)
		}
		p.step()
	}
	p.leave()
}

// foldInline is the fold of one element a processor, as they lie in the lines.
func foldInline[T Elem](g *group, k int, op Op) T {
	first := inline[T](&g.teams[0].bank[k])
	acc := first[0]
	for i, t := range g.teams {
		vs := inline[T](&t.bank[k])[:t.hi-t.lo]
		if i == 0 {
			vs = vs[1:]
		}
		if op == Sum {
			for _, v := range vs {
				acc += v
			}
			continue
		}
		for _, v := range vs {
			a, b := [1]T{acc}, [1]T{v}
			asm.Add(op.kernel(), a[:], b[:])
			acc = a[0]
		}
	}
	return acc
}

func directAllgather[T Elem](p *Proc, s *typed[T], c call, dst, src []T) {
	s.src[p.rank], s.dst[p.rank] = src, dst
	if !p.enter(c) {
		return
	}
	p.publish()
	p.meet()
	if n := len(src); n > 0 {
		// Source after source, so that it is read from memory once a team.
		for r, from := range s.src {
			for _, to := range s.dst[p.t.lo:p.t.hi] {
				if to := to[r*n : (r+1)*n]; &to[0] != &from[0] {
					asm.Copy(to, from)
				}
			}
		}
	}
	p.step()
	p.leave()
}

// mostRanks is the size of the largest team: what fits a bank must be decided
// alike by all.
func (t *team) mostRanks() int {
	return (t.g.size + len(t.g.teams) - 1) / len(t.g.teams)
}

// cut is part i of n elements dealt to parts, in multiples of 8 so that no two
// parts share a cache line of an aligned vector.
func cut(n, parts, i int) (lo, hi int) {
	blocks := (n + 7) / 8
	return min(n, 8*share(blocks, parts, i)), min(n, 8*share(blocks, parts, i+1))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
