package coll

// job is a collective with vectors as one processor called it.
type job[T Elem] struct {
	p        *Proc
	s        *typed[T]
	c        call
	dst, src []T
	n        int // elements of a block, or of the vector where it has no blocks
	op       Op
	root     int
}

// newJob is a call of a collective with n elements a block.
func newJob[T Elem](p *Proc, c collective, a algorithmID, dst, src []T, n int, op Op, root int) job[T] {
	return job[T]{p: p, dst: dst, src: src, n: n, op: op, root: root,
		c: call{word: signature(c, elemKind[T](), op, a, root), n: uint64(n)}}
}

// give puts the call's vectors where the team's acting processor finds them.
// It is false when the collective, one across processes, is done. The caller
// enters by itself: the CPU mispredicts a return that comes after a switch to another
// coroutine, so there are as few as possible.
func (j *job[T]) give() bool {
	j.s = stateOf[T](j.p.g)
	own, i := j.s.teams[j.p.t.id], j.p.place
	own.dst[i], own.src[i] = j.dst, j.src
	if c := j.c.collective(); c.ragged() {
		j.p.home().shared.given[c].Add(uint64(len(j.src) * sizeOf[T]()))
	}
	if j.p.g.far != nil {
		j.across()
		return false
	}
	return true
}

// by is the algorithm of the call.
func (j *job[T]) by() algorithmID { return j.c.algorithm() }
