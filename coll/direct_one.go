package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// One element a processor, many processors a thread: an 8-byte allreduce is to
// cost hardly more than a barrier; a reduce, a broadcast and a scan go the same way. Every processor
// brings its element to the team and takes the result away itself, while its own cache lines are
// near; the acting one touches the elements only. Groups do so (group.brings) whose teams are on
// threads, have successive ranks, and elements that fit a bank, unless all are of one processor: a
// team of one too where others are of more, for which of two NaNs is taken depends on the way.

// bring puts a processor's element where its team's acting one finds it: not at once to the
// payload, whose lines the other core has. A switch to the next processor waits for every
// store before it, and so would for each line of the payload in turn.
func bring[T Elem](p *Proc, v T) { *broughtTo[T](p.t, p.place) = v }

// broughtTo is where a processor of the team brings an element, and finds its own result of a
// scan: a word whatever the type, for who has taken its result brings the next element while
// others' results still lie there.
func broughtTo[T Elem](t *team, place int) *T { return (*T)(unsafe.Pointer(&t.brought[place])) }

// oneOf is a team's result, for all its processors.
func oneOf[T Elem](t *team) *T { return (*T)(unsafe.Pointer(&t.one)) }

// foldOnes is the acting processor's part of an allreduce or reduce: rank 0, 1, 2, …
func (engineOf[T]) foldOnes(p *Proc, op Op) {
	in := exchangeOnes[T](p)
	*oneOf[T](p.t) = overTeams[T](p, op, in, len(p.g.teams))
	p.leave()
}

// scanOnes is that of a scan: every result goes where the processor brought its element.
func (engineOf[T]) scanOnes(p *Proc, c collective, op Op) {
	in := exchangeOnes[T](p)
	acc := overTeams[T](p, op, in, p.t.id)
	for i := range p.t.ranks {
		own, was := broughtTo[T](p.t, i), acc
		if acc = *own; p.t.id+i > 0 {
			acc = asm.Over(op.kernel(), was, unsafe.Slice(own, 1))
		}
		if *own = acc; c == exscan {
			*own = was
		}
	}
	p.leave()
}

// overTeams combines what the first n teams have brought; of none it is 0.
func overTeams[T Elem](p *Proc, op Op, in medium, n int) (acc T) {
	for i, t := range p.g.teams[:n] {
		vs := onesAt[T](p, t, in)
		if t == p.t && p.c.m.packsNear {
			vs = gatherOnes[T](t)
		}
		if i == 0 {
			acc, vs = vs[0], vs[1:]
		}
		acc = asm.Over(op.kernel(), acc, vs)
	}
	return acc
}

// gatherOnes is what a team's processors have brought, one after another, for a fold that reads it
// where the others do not: see packNear. Words of 32 bits are moved together where they lie, so only
// once in a call, and not in a scan.
func gatherOnes[T Elem](t *team) []T {
	own := unsafe.Slice(broughtTo[T](t, 0), len(t.ranks))
	if sizeOf[T]() < 8 {
		for i := range own {
			own[i] = *broughtTo[T](t, i)
		}
	}
	return own
}

// sendOne is that of a broadcast.
func (engineOf[T]) sendOne(p *Proc, root int) {
	in, from := p.g.mediumOf(1), p.g.seats[root]
	if from.t == p.t {
		onesAt[T](p, p.t, in)[0] = *broughtTo[T](p.t, from.place)
	}
	p.publish()
	p.greet()
	*oneOf[T](p.t) = onesAt[T](p, from.t, in)[0]
	p.leave()
}

// exchangeOnes returns when all teams have come; the others' elements are where onesAt says.
func exchangeOnes[T Elem](p *Proc) (in medium) {
	in = p.g.mediumOf(1)
	to := onesAt[T](p, p.t, in)
	for i := range to {
		to[i] = *broughtTo[T](p.t, i)
	}
	p.publish()
	p.greet()
	return in
}

// onesAt is the elements of a team's processors where the others read them. What is on the
// line needs no look at what the group has for the type.
func onesAt[T Elem](p *Proc, t *team, in medium) []T {
	if in == inLine {
		return buffers.Payload[T](&t.line, p.seq, len(t.ranks))
	}
	return stateOf[T](p.g).bankAt(p, t.id, p.seq)[:len(t.ranks)]
}
