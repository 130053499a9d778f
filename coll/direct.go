package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Direct is one pass over the memory, without a schedule: each core reads the vectors of all
// processors (in some long allgathers and alltoalls it writes them), each word once. Small data
// travels with the signal between the cores; large data is read where it lies, between two signals.
// Elements read and written by all processors together:
//
//	allreduce       P·n and P·n, in one pass: the least there is; on some processors
//	                calls out of place read their sums once more
//	reduce          P·n and n
//	reducescatter   P²·n and P·n
//	scan, exscan    P·n and P·n
//	broadcast       (P-1)·n and (P-1)·n
//	gather          P·n and P·n
//	scatter         P·n and P·n
//	allgather       P²·n and P²·n
//	alltoall        P²·n and P²·n
//
// On some processors what a program writes anew before each call is copied once more, so that no other
// core reads where it is going to write.
//
// Short allreduces and reduces of many processors pass through a vector of each host, and read and
// write up to 2·n more. So do, on some processors, longer ones, scans and (2·P·n more) reducescatters by
// two hosts if what they give is written anew before each call.
//
// Order of every sum: rank 0, 1, 2, …, left to right.
const Direct Algorithm = "direct"

// The processors of a host are a team; its last to arrive does the team's share. That is what its
// own processors get or, of a gather and of some long allgathers and alltoalls, what they give. Of a long
// allreduce, reduce or scan, and of a long broadcast to few processors a team, it is a range of the
// elements of all vectors. Small payloads lie beside the signal or in a bank of the team's; short
// sums of many go from team to team (direct_onward.go).

func (j *job[T]) directAllreduce() {
	p, n := j.p, j.n
	if j.goesOnward() {
		j.foldOnward(-1)
		return
	}
	own := j.s.teams[p.t.id]
	in := p.g.mediumOf(n)
	if in == inVectors {
		if j.goesInPortions(n) {
			j.sumInPortions(-1)
			return
		}
		j.giveCopies(freshFrom)
	}
	j.s.packNear(p, in)
	p.publish()
	into := own.operand[:0]
	for _, d := range own.dst {
		into = append(into, &d[0])
	}
	own.operand = into
	switch {
	case in != inVectors:
		p.greet()
		asm.Fold(j.c.op().kernel(), into, j.s.inputs(p, n, in), 0, n)
	default:
		lo, hi := cut(n, len(p.g.teams), p.t.id)
		past := j.sumsPast()
		p.meetFar(in)
		to, from := j.s.destinations(p), j.s.sources(p)
		back := own.goesBack(to[0], (hi-lo)*2*len(to)*sizeOf[T]())
		switch {
		case !past && to[0] != from[0] && p.c.m.apart(p.g.size, n*sizeOf[T]()):
			p.inParts(lo, hi, len(to), back, func(lo, n int) { foldApart(p, j.c.op(), into, to, from, lo, lo+n) })
		default:
			p.inParts(lo, hi, len(to), back, func(lo, n int) { foldInto(p, past, j.c.op(), to, from, lo, n) })
		}
	}
	p.leaveFrom(in)
}

func (j *job[T]) directReduce() {
	p, n := j.p, j.n
	if j.goesOnward() {
		j.foldOnward(j.c.root())
		return
	}
	in := p.g.mediumOf(n)
	if in == inVectors {
		if j.goesInPortions(n) {
			j.sumInPortions(j.c.root())
			return
		}
		j.giveCopies(freshFrom)
	}
	j.s.pack(p, in)
	p.publish()
	root := p.g.seats[j.c.root()]
	p.meetFar(in)
	switch {
	case in == inVectors:
		from := j.s.sources(p)
		own := j.s.teams[p.t.id]
		to := own.to[:1]
		to[0] = j.s.dstAt(p, j.c.root())
		lo, hi := cut(n, len(p.g.teams), p.t.id)
		past, back := j.sumsPast(), own.goesBack(to[0], (hi-lo)*(1+len(from))*sizeOf[T]())
		p.inParts(lo, hi, len(from), back, func(lo, n int) { foldInto(p, past, j.c.op(), to, from, lo, n) })
	case root.t == p.t:
		to := j.s.teams[p.t.id].to[:1]
		to[0] = &j.s.dstOf(p.g, j.c.root())[0]
		asm.Fold(j.c.op().kernel(), to, j.s.inputs(p, n, in), 0, n)
	}
	p.leaveFrom(in)
}
