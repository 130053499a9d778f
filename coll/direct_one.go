package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// One element a processor, many processors a thread: an 8-byte allreduce is to
// cost hardly more than a barrier. Every processor brings its element to the team and takes
// the result away itself, while its own cache lines are near; the acting one touches the
// elements only. Teams do so (team.brings) that are on threads, have successive ranks, and whose
// elements fit a bank.

// bring puts a processor's element where its team's acting one finds it: not at once to the
// payload, whose lines the other core has. A switch to the next processor waits for every
// store before it, and so would for each line of the payload in turn.
func bring[T Elem](p *Proc, v T) { broughtTo[T](p.t)[p.place] = v }

// broughtTo is the elements that the team's processors have brought, by their places.
func broughtTo[T Elem](t *team) *[wideElems]T { return (*[wideElems]T)(unsafe.Pointer(&t.brought)) }

// foldOnes is the acting processor's part of such an allreduce: rank 0, 1, 2, …
func foldOnes[T Elem](p *Proc, op Op) (acc T) {
	in := p.g.mediumOf(1)
	copy(onesAt[T](p, p.t, in), broughtTo[T](p.t)[:])
	p.publish()
	p.greet()
	for i, t := range p.g.teams {
		vs := onesAt[T](p, t, in)
		if i == 0 {
			acc, vs = vs[0], vs[1:]
		}
		acc = asm.Over(op.kernel(), acc, vs)
	}
	p.leave()
	return acc
}

// onesAt is the elements of a team's processors where the others read them. What is on the
// line needs no look at what the group has for the type.
func onesAt[T Elem](p *Proc, t *team, in medium) []T {
	if in == inLine {
		return buffers.Payload[T](&t.line, p.seq, len(t.ranks))
	}
	return stateOf[T](p.g).bankAt(p, t.id, p.seq)[:len(t.ranks)]
}
