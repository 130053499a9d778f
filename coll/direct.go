package coll

import (
	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

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
	if !deposit(p, s, c, dst, src) {
		return
	}
	t, own := p.t, s.teams[p.t.id]
	n := len(src)
	b := s.pack(p, n)
	p.publish()
	switch {
	case b == inLine && n == 1:
		p.greet()
		v := foldInline[T](p, op)
		for _, d := range own.dst {
			d[0] = v
		}
	case b != inPlace:
		from, into := s.payloads(p, n, b), own.operand[:0]
		for _, d := range own.dst {
			into = append(into, &d[0])
		}
		own.operand = into
		p.greet()
		asm.Fold(op.kernel(), into, from, 0, n)
	default:
		p.meet()
		if lo, hi := cut(n, len(p.g.teams), t.id); lo < hi {
			to, from := s.collect(t)
			// In parts of a millisecond or so, for who cancels.
			part := max(4096, 1<<19/len(to)&^1023)
			for ; lo < hi; lo += part {
				p.look()
				asm.Fold(op.kernel(), to, from, lo, min(part, hi-lo))
			}
		}
		p.step()
	}
	p.leave()
}

// foldInline is the fold of one element a processor, as they lie in the lines.
func foldInline[T Elem](p *Proc, op Op) T {
	acc := buffers.Payload[T](&p.g.teams[0].line, p.seq)[0]
	for i, t := range p.g.teams {
		vs := buffers.Payload[T](&t.line, p.seq)[:t.hi-t.lo]
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
	if !deposit(p, s, c, dst, src) {
		return
	}
	own, n := s.teams[p.t.id], len(src)
	b := s.pack(p, n)
	p.publish()
	if b == inPlace {
		p.meet()
	} else {
		p.greet()
	}
	at := 0
	for j, o := range p.g.teams {
		if b != inPlace {
			// A team's payloads lie side by side, as in every destination.
			from := s.packed(p, j, b)[:n*(o.hi-o.lo)]
			for _, to := range own.dst {
				asm.Copy(to[at:at+len(from)], from)
			}
			at += len(from)
			continue
		}
		// Source after source, so that it is read from memory once a team.
		for _, from := range s.teams[j].src {
			p.look()
			for _, to := range own.dst {
				move(to[at:at+n], from)
			}
			at += n
		}
	}
	if b == inPlace {
		p.step()
	}
	p.leave()
}

// place is where the other teams find a team's words.
type place int

const (
	inLine  place = iota // beside the signal
	inBank               // packed in the team's bank
	inPlace              // in the processors' own vectors
)

// pack puts the n elements of each of the team's processors, rank after rank,
// where they are decided to be: alike on all teams, by length alone.
func (s *typed[T]) pack(p *Proc, n int) place {
	t := p.t
	most := (p.g.size + len(p.g.teams) - 1) / len(p.g.teams) // the largest team
	b := inPlace
	switch {
	case n*most <= buffers.LineWords:
		b = inLine
	case n*most <= wideBytes/8:
		b = inBank
	default:
		return inPlace
	}
	to := s.packed(p, t.id, b)
	if n == 1 {
		for i, src := range s.teams[t.id].src {
			to[i] = src[0]
		}
		return b
	}
	for i, src := range s.teams[t.id].src {
		asm.Copy(to[i*n:(i+1)*n], src)
	}
	return b
}

// packed is the payload of a team in this collective.
func (s *typed[T]) packed(p *Proc, team int, b place) []T {
	if b == inLine {
		return buffers.Payload[T](&p.g.teams[team].line, p.seq)
	}
	return s.teams[team].wide[p.seq&1]
}

// payloads is where every rank's n elements lie; at other places for each n.
func (s *typed[T]) payloads(p *Proc, n int, b place) []*T {
	own, k := s.teams[p.t.id], p.seq&1
	if own.n[k] != n {
		own.n[k] = n
		for i, o := range p.g.teams {
			from := s.packed(p, i, b)
			for r := o.lo; r < o.hi; r++ {
				own.sources[k][r] = &from[(r-o.lo)*n]
			}
		}
	}
	return own.sources[k]
}

// cut is part i of n elements dealt to parts, in multiples of 8 so that no two
// parts share a cache line of an aligned vector.
func cut(n, parts, i int) (lo, hi int) {
	blocks := (n + 7) / 8
	return min(n, 8*share(blocks, parts, i)), min(n, 8*share(blocks, parts, i+1))
}
