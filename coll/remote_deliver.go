package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// The last step of a collective across processes, by direct: what every rank gave, or
// what has been made of it, is in this process, and each team makes its own processors'
// results of it.

// deliver makes the results of the team's processors.
func (j *job[T]) deliver() {
	p, g, x := j.p, j.p.g, j.s.far
	own, made := j.s.teams[p.t.id], x.result != nil
	for i, r := range p.t.ranks {
		dst := own.dst[i]
		switch c := j.c.collective(); {
		case len(dst) == 0:
		case made && (c == scan || c == exscan):
			j.scanned(dst, r)
		case made && (c == reducescatter || c == reducescatterv):
			move(dst, x.result[j.ahead(r):][:len(dst)])
		case made:
			move(dst, x.result[:len(dst)])
		case c == broadcast:
			if r != j.c.root() {
				move(dst, x.in[j.c.root()])
			}
		case c == allreduce && i > 0:
			move(dst, own.dst[0])
		case c == allreduce, c == reduce:
			j.foldFrom(own, dst, g.size, 0)
		case c == gather, c == gatherv, c == allgather, c == allgatherv:
			at := 0
			for _, in := range x.in {
				p.look()
				move(dst[at:at+len(in)], in)
				at += len(in)
			}
		case c == scatter, c == scatterv:
			j.scattered(dst, r)
		case c == reducescatter, c == reducescatterv:
			at, _ := j.blockOf(r)
			j.foldFrom(own, dst, g.size, at)
		case c == alltoall, c == alltoallv:
			j.exchanged(dst, r)
		case c == scan:
			j.foldFrom(own, dst, r+1, 0)
		case c == exscan:
			j.foldFrom(own, dst, r, 0)
		}
	}
}

// foldFrom is dst = the fold of what so many ranks gave, from element at on, in the order
// of the ranks.
func (j *job[T]) foldFrom(own *typedTeam[T], dst []T, ranks, at int) {
	if len(dst) == 0 || ranks == 0 {
		return
	}
	with := append(own.operand[:0], &dst[0])
	for _, in := range j.s.far.in[:ranks] {
		with = append(with, &in[at])
	}
	own.operand = with
	j.p.fold(0, len(dst), len(with), false, func(lo, n int) { asm.Fold(j.c.op().kernel(), with[:1], with[1:], lo, n) })
}
