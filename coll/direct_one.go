package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// One element a processor, many processors a thread: an 8-byte allreduce is to
// cost hardly more than a barrier. Every processor brings its element to the
// payload and takes the result away itself, while its own cache lines are near;
// the acting one touches the payloads only.

// brings says whether the group's processors do so: teams on threads, in the
// order of their ranks, whose payload of one element each fits.
func (p *Proc) brings() bool {
	return p.c.yield != nil && p.g.dense && p.g.far == nil && len(p.t.ranks) > 1 && p.placeOf(1) != inPlace
}

// oneAllreduce is directAllreduce of one element: rank 0, 1, 2, …
func oneAllreduce[T Elem](p *Proc, c call, dst, src []T, op Op) {
	s := stateOf[T](p.g)
	own, b := s.teams[p.t.id], p.placeOf(1)
	s.packedAt(p, p.t.id, b, p.seq+1)[p.place] = src[0]
	if p.enter(c) {
		own.one = foldOnes(p, s, b, op)
		p.leave()
	}
	dst[0] = own.one
}

// foldOnes is the acting processor's part.
func foldOnes[T Elem](p *Proc, s *typed[T], b place, op Op) T {
	p.publish()
	p.greet()
	first := s.packed(p, 0, b)
	acc := first[0]
	for i, t := range p.g.teams {
		vs := s.packed(p, i, b)[:len(t.ranks)]
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
