package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// Long folds across processes. Sums and products of floating-point numbers keep
// the order of the ranks:
//
//   - two ranks in two processes: the transport's own allreduce (a+b is b+a);
//   - one processor in each process: every process folds a part of the vector, of
//     all inputs (alltoall), and gives the result to all (allgather): 2(R-1)/R·n
//     out of every process;
//   - ranks in the order of the processes: a chain. A process gets the fold of all
//     ranks before its own, folds its own ranks on, and passes it to the next, a
//     segment at a time; the last one has the result: n out of every process, and
//     a broadcast. The inputs of a process are read once, the result written once;
//   - else every process's inputs all go by parts as in the second case, for
//     scan, exscan and reducescatter always.
//
// Where the order does not matter, for integers and for Min and Max, each process
// folds its own vectors first, all its teams at work, and the partial results are
// folded by the transport's own allreduce, or by parts.

// long reports whether the collective is a fold whose vectors do not fit a message.
func (j *job[T]) long() bool {
	f := j.p.g.far
	return j.c.collective().folds() && int64(j.lengthOf(program.Src, 0))*int64(f.most())*int64(sizeOf[T]()) > int64(len(f.ch.Room())-8*hSize)
}

// ordered reports whether the order of the operations shows in the bits.
func (j *job[T]) ordered() bool {
	return elemKind[T]() <= 1 && (j.c.op() == Sum || j.c.op() == Prod)
}

// acrossFold makes the result of a long fold, by the acting processors of all teams.
func (j *job[T]) acrossFold() {
	p, f, c := j.p, j.p.g.far, j.c.collective()
	prefix := c == scan || c == exscan
	n := j.lengthOf(program.Src, 0)
	chain := j.chained()
	partial := !j.ordered() && !f.single && !prefix
	if p.t.id == 0 && (partial || chain) {
		j.s.far.partial = grown(j.s.far.partial, n)
	}
	p.publish()
	p.meet()
	x := j.s.far // the first team has made it
	if partial { // before the meeting: after it nobody may unwind
		j.foldHere(x.partial[:n], false, 0)
		p.step()
	}
	if p.t.id == 0 { // all have come, and agree
		x.begin()
		x.late = true                      // ahead looks at the lengths of other teams' vectors
		p.open(j.c, nil, len(f.ch.Room())) // longer than there is room for: no payload comes along
		binding := uint64(0)
		if !chain {
			binding = p.bind()
		}
		p.commit(j.c, binding)
	}
	if chain {
		j.chain()
	} else if p.t.id == 0 {
		j.foldLong(n, partial)
	}
}

// foldHere is the team's range of to = the fold of this process's vectors, from element at on;
// onward, of what to has already and these.
func (j *job[T]) foldHere(to []T, onward bool, at int) {
	p, f := j.p, j.p.g.far
	lo, hi := cut(len(to), len(p.g.teams), p.t.id)
	if lo == hi {
		return
	}
	own := j.s.teams[p.t.id]
	list := own.into(&to[0])
	if onward {
		list = append(list, &to[0])
	}
	for _, r := range f.ranks[f.me] {
		list = append(list, &j.s.srcOf(p.g, r)[at])
	}
	p.inParts(lo, hi, len(list), false, func(lo, n int) { own.fold(j.c.op(), list, lo, n) })
}

// foldLong is the speaker's part.
func (j *job[T]) foldLong(n int, partial bool) {
	p, f, x, c := j.p, j.p.g.far, j.s.far, j.c.collective()
	if c == allreduce || c == reduce {
		pair := f.single && p.g.size == 2
		if pair && j.ordered() || elemKind[T]() >= floats { // MPI's Min and Max do not propagate NaN
			src, dst := x.partial, x.partial
			if own := f.ranks[f.me][0]; !partial {
				src = j.s.srcOf(p.g, own)
				if c == allreduce {
					dst = j.s.dstOf(p.g, own)
				} else {
					x.recv = grown(x.recv, n)
					dst = x.recv
				}
			}
			if ok, err := f.ch.Allreduce(bytesOf(dst), bytesOf(src[:n]), n, int(elemKind[T]()), int(j.c.op())); ok || err != nil {
				p.waitBound(err)
				x.result = dst
				return
			}
		}
	}
	// by parts
	inputs := f.ranks[f.me]
	from := func(i int) []T { return j.s.srcOf(p.g, inputs[i]) }
	given := func(k int) int { return len(f.ranks[k]) }
	if partial {
		inputs, from, given = inputs[:1], func(int) []T { return x.partial }, func(int) int { return 1 }
	}
	j.byParts(n, len(inputs), from, given)
}
