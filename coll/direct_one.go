package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// One element a processor, many processors a thread: an 8-byte allreduce is to
// cost hardly more than a barrier. Every processor brings its element to the
// payload and takes the result away itself, while its own cache lines are near;
// the acting one touches the payloads only. So do teams on threads (team.brings), in
// the order of their ranks, whose payload of one element each fits.

// bring puts a processor's element where the payload of its next collective is.
func bring[T Elem](p *Proc, v T) *typedTeam[T] {
	s := stateOf[T](p.g)
	s.packedAt(p, p.t.id, p.placeOf(1), p.seq+1)[p.place] = v
	return s.teams[p.t.id]
}

// foldOnes is the acting processor's part of such an allreduce: rank 0, 1, 2, …
func foldOnes[T Elem](p *Proc, op Op) T {
	s, b := stateOf[T](p.g), p.placeOf(1)
	p.publish()
	p.greet()
	acc := s.packed(p, 0, b)[0]
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
	p.leave()
	return acc
}
