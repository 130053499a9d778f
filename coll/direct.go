package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// The direct algorithms use no schedule: every team reads the others' memory.
//
// Allreduce. Steps: 1 where the vectors fit a bank (the values travel with the
// signal), else 2 signals around one pass in which each team reads its range of
// all P inputs and stores it to all P outputs: (P + P)·n elements of traffic
// for the machine, the least there is. Order of the sum: rank 0, 1, 2, …
//
// Allgather. P·P·n elements copied, each once, after one signal where the vectors
// fit a bank and between two otherwise.

func directAllreduce[T Elem](p *Proc, s *typed[T], c call, dst, src []T, op Op) {
	t, own := p.t, s.teams[p.t.id]
	n, i := len(src), p.rank-p.t.lo
	k := int(p.seq+1) & 1
	payload := n * t.mostRanks()
	if payload > wideBytes/8 {
		own.src[i], own.dst[i] = src, dst
		if p.enter(c) {
			p.publish()
			p.meet()
			if lo, hi := cut(n, len(p.g.teams), t.id); lo < hi {
				to, from := s.collect(t)
				asm.Fold(op.kernel(), to, from, lo, hi-lo)
			}
			p.step()
			p.leave()
		}
		return
	}
	tiny := payload <= lineWords
	switch {
	case tiny && n == 1:
		inline[T](&t.bank[k])[i] = src[0]
	case tiny:
		copy(inline[T](&t.bank[k])[i*n:], src)
	default:
		asm.Copy(own.wide[k][i*n:][:n], src)
	}
	own.into[i] = &dst[0]
	if !p.enter(c) {
		return
	}
	p.publish()
	if n == 1 && tiny {
		p.meet()
		v := foldInline[T](p.g, k, op)
		for _, d := range own.into {
			*d = v
		}
	} else {
		from := s.payloads(t, k, n, tiny)
		p.meet()
		asm.Fold(op.kernel(), own.into, from, 0, n)
	}
	p.leave()
}

// payloads is where every rank's n elements lie in bank k; they lie at other
// places for each length.
func (s *typed[T]) payloads(t *team, k, n int, tiny bool) []*T {
	own := s.teams[t.id]
	if own.n[k] != n {
		own.n[k] = n
		for i, o := range t.g.teams {
			from := s.teams[i].wide[k]
			if tiny {
				from = inline[T](&o.bank[k])
			}
			for r := o.lo; r < o.hi; r++ {
				own.sources[k][r] = &from[(r-o.lo)*n]
			}
		}
	}
	return own.sources[k]
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
	t, own := p.t, s.teams[p.t.id]
	n, i := len(src), p.rank-p.t.lo
	k := int(p.seq+1) & 1
	payload := n * t.mostRanks()
	banked, tiny := payload <= wideBytes/8, payload <= lineWords
	switch {
	case tiny:
		copy(inline[T](&t.bank[k])[i*n:], src)
	case banked:
		asm.Copy(own.wide[k][i*n:][:n], src)
	default:
		own.src[i] = src
	}
	own.dst[i] = dst
	if !p.enter(c) {
		return
	}
	p.publish()
	p.meet()
	at := 0
	for j, o := range p.g.teams {
		switch m := n * (o.hi - o.lo); {
		case tiny || banked:
			// A team's payloads lie side by side, as in every destination.
			from := s.teams[j].wide[k]
			if tiny {
				from = inline[T](&o.bank[k])
			}
			for _, to := range own.dst {
				asm.Copy(to[at:at+m], from[:m])
			}
			at += m
		default:
			// Source after source, so that it is read from memory once a team.
			for _, from := range s.teams[j].src {
				for _, to := range own.dst {
					move(to[at:at+n], from)
				}
				at += n
			}
		}
	}
	if !banked {
		p.step()
	}
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
