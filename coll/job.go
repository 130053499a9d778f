package coll

// job is a collective with vectors as one processor called it.
type job[T Elem] struct {
	p        *Proc
	s        *typed[T]
	c        call
	dst, src []T
	n        int // elements of a block, or of the vector where it has no blocks
}

// newJob is a call with its vectors. Not by value: it would be copied, which waits for the words
// just stored. And so little that it is inlined: else every job would be allocated.
func newJob[T Elem](p *Proc, s *typed[T], c call, dst, src []T) *job[T] {
	return &job[T]{p: p, s: s, c: c, dst: dst, src: src, n: c.length()}
}

// give puts the call's vectors where the team's acting processor finds them, and returns true: the
// caller enters then. It returns false when the collective is done, as one across processes is.
// That the caller enters by itself saves a return: the CPU mispredicts every one that comes after
// a switch to another coroutine.
func (engineOf[T]) give(p *Proc, c call, dst, src []T) bool {
	s, i := stateOf[T](p.g), p.place
	own := s.teams[p.t.id]
	own.dst[i], own.src[i] = dst, src
	if p.g.far != nil {
		newJob(p, s, c, dst, src).across()
		return false
	}
	return true
}

func (engineOf[T]) carryOut(p *Proc, c call, dst, src []T) {
	newJob(p, stateOf[T](p.g), c, dst, src).carryOut()
}

// by is the algorithm of the call.
func (j *job[T]) by() algorithmID { return j.c.algorithm() }

// carryOut is the acting processor's part of a collective whose lengths all know.
func (j *job[T]) carryOut() {
	c, a := j.c.collective(), j.by()
	switch {
	case c.counted():
		j.direct(c)
	case j.n == 0:
		j.p.signalAll(j.c)
	case a == bySpectral:
		j.spectralAllreduce()
	case c == allreduce && a == byDoubling:
		j.doublingAllreduce()
	case a != byDirect && j.p.g.size > 1:
		j.scheduled()
	default:
		j.direct(c)
	}
}

// direct is that by direct.
func (j *job[T]) direct(c collective) {
	switch c {
	case broadcast:
		j.directBroadcast()
	case reduce:
		j.directReduce()
	case allreduce:
		j.directAllreduce()
	case gather:
		j.directGather()
	case scatter:
		j.directScatter()
	case allgather, allgatherv:
		j.directAllgather()
	case reducescatter, reducescatterv:
		j.directReduceScatter()
	case alltoall:
		j.directAlltoall()
	case scan, exscan:
		j.directScan()
	case gatherv:
		j.directGatherv()
	case scatterv:
		j.directScatterv()
	case alltoallv:
		j.directAlltoallv()
	}
}

// carryOutPrivate carries out a collective whose lengths two ranks each know, from give on.
func (e engineOf[T]) carryOutPrivate(p *Proc, c call, dst, src []T) {
	j := newJob(p, stateOf[T](p.g), c, dst, src)
	fits := p.g.lengthsFit()
	if !fits { // else openPrivate does
		j.countSrc()
	}
	if !e.give(p, c, dst, src) {
		return
	}
	if fits {
		j.directPrivate()
	} else if p.enter(j.c) {
		j.s.putAddresses(p)
		p.publish()
		p.meetFar(inVectors)
		j.direct(j.c.collective())
	}
}

// countSrc counts what the processor gives to such a collective.
func (j *job[T]) countSrc() { j.p.countSrc(j.c.collective(), len(j.src), sizeOf[T]()) }
