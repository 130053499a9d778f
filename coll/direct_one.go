package coll

import (
	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// One element a processor, many processors a thread: an 8-byte allreduce is to
// cost hardly more than a barrier. Every processor brings its element to the
// payload and takes the result away itself, while its own cache lines are near;
// the acting one touches the payloads only. So do teams on threads (team.brings), in
// the order of their ranks, whose payload of one element each fits.

// bring puts a processor's element where the payload of its next collective is: on the
// line without a look at what the group has for the type, which is what it is for.
func bring[T Elem](p *Proc, v T) {
	if p.placeOf(1) == inLine {
		buffers.Payload[T](&p.t.line, p.seq+1)[p.place] = v
		return
	}
	p.look() // see enterBank; the line has room for more collectives
	stateOf[T](p.g).packedAt(p, p.t.id, inBank, p.seq+1)[p.place] = v
}

// foldOnes is the acting processor's part of such an allreduce: rank 0, 1, 2, …
func foldOnes[T Elem](p *Proc, op Op) (acc T) {
	p.publish()
	p.greet()
	b := p.placeOf(1)
	for i, t := range p.g.teams {
		var vs []T
		if b == inLine { // as bring has it
			vs = buffers.Payload[T](&t.line, p.seq)
		} else {
			vs = stateOf[T](p.g).packedAt(p, i, b, p.seq)
		}
		vs = vs[:len(t.ranks)]
		if i == 0 {
			acc, vs = vs[0], vs[1:]
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
