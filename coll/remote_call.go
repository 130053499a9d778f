package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// A collective across processes, by direct: the last processor to arrive of each
// team acts; that of team 0 speaks for the process. What is short travels with the
// signature to everybody, and each team makes its processors' results of all that
// was given, as in one process. What is long goes where it must, by the
// transport's collectives, when all processes have come and agree.

// farTyped is what a group with members in other processes keeps for one type.
// The speaker writes it; the teams read it in the step after.
type farTyped[T Elem] struct {
	in         [][]T // by rank: what it gave, nil if it is not here; of a long alltoall what its process gave to this one
	result     []T   // the result of all, or of the root
	partial    []T   // the fold of this process's vectors
	send, recv []T
	begins     []int   // of an alltoall: by rank here, then by giver, where the block begins in what is in
	lens       []int   // by rank: how many elements it gave
	words      []int64 // of the v-forms: what the processes told, in their order
	row        []int   // by rank: where what it told begins
	counts     []int64 // of the root, by rank
	late       bool    // deliver still reads other teams' vectors: a step more before leave
}

// farState makes it. Before the teams have met nothing in it may change: a slower one
// may still be making the results of the call before.
func (j *job[T]) farState() {
	if j.s.far == nil {
		j.s.far = &farTyped[T]{in: make([][]T, j.p.g.size), lens: make([]int, j.p.g.size)}
	}
}

// begin forgets what the call before left to the teams, which have met.
func (x *farTyped[T]) begin() { x.result, x.late = nil, false }

// across is a collective in a group with members in other processes, all of it:
// a processor that returns from here has its result.
func (j *job[T]) across() {
	if j.acrossShort() {
		return
	}
	kept := *j // the short way keeps nothing, and so allocates nothing
	kept.acrossAny(nil)
}

// acrossFunc is across for an operator of the caller's: every process applies it
// to what all gave.
func (j *job[T]) acrossFunc(f func(acc, x []T)) {
	kept := *j // so that calls within a process allocate nothing
	p, own := j.p, kept.s.teams[j.p.t.id]
	own.dst[p.place], own.src[p.place] = j.dst, j.src
	kept.acrossAny(f)
}

// acrossAny is across, by f if there is one.
func (j *job[T]) acrossAny(f func(acc, x []T)) {
	p := j.p
	j.checkLoad(j.load())
	if !p.enter(j.c) {
		return
	}
	if p.t.id == 0 {
		j.farState()
	}
	if j.by() != byDirect && j.n > 0 {
		j.acrossBySchedule()
		p.leave()
		return
	}
	if j.long() {
		j.acrossFold()
	} else {
		p.publish()
		p.meet()
		if p.t.id == 0 {
			j.s.far.begin()
			j.speak()
			if f != nil && j.n > 0 {
				x := j.s.far
				x.partialRoom(j.n)
				j.foldBy(f, x.result, func(r int) []T { return x.in[r] })
			}
		}
	}
	p.step()
	j.deliver()
	if j.s.far.late {
		p.step()
	}
	p.leave()
}

// contribution is what a processor of this process gives the others.
func (j *job[T]) contribution(r int) []T {
	if j.c.collective() == broadcast && r != j.c.root() { // whose src is dst
		return nil
	}
	return j.s.srcOf(j.p.g, r)
}

// speak tells the other processes the call and what is given, and gets theirs.
func (j *job[T]) speak() {
	p, f, x := j.p, j.p.g.far, j.s.far
	own, size := f.ranks[f.me], 0
	for _, r := range own {
		size += len(j.contribution(r))
	}
	words := j.told(own)
	if slot := p.open(j.c, words, size*sizeOf[T]()); slot != nil {
		to := elementsOf[T](slot)
		for _, r := range own {
			to = to[copy(to, j.contribution(r)):]
		}
	}
	told, short := p.commit(j.c, p.bind())
	if j.c.collective().private() {
		j.tellLengths(p.words(told, words))
		j.checkLengths()
	} else {
		for r := range x.lens {
			x.lens[r] = j.lengthOf(program.Src, r)
		}
	}
	if !short {
		j.speakLong()
	} else {
		for k, ranks := range f.ranks {
			b := f.ch.Message(k)
			w := wordsOf(b)
			from := elementsOf[T](b[8*(hSize+int(w[hWords])):][:w[hBytes]])
			for _, r := range ranks {
				x.in[r], from = from[:x.lens[r]], from[x.lens[r]:]
			}
		}
		if c := j.c.collective(); c == alltoall || c == alltoallv {
			j.alltoallShort()
		}
	}
}
