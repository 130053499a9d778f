package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Longer sums of two teams of several processors go onward, too, where programs write what they give before
// each call. A core that reads there waits for every line, and so does the next store to it. On the way onward
// each core touches its own processors' vectors only, and a vector that the other team hands on: n elements go
// each way, of a scan one way, not n/2 of each processor's. They go in portions: while the second team adds
// its vectors to one, the first makes the next. But where vectors are as they were, each core still has
// what it has read of the other's, and ranges by both teams at once take less: direct_portions_chosen.go says
// which calls go so.
//
// Two cores of an Intel Xeon (Emerald Rapids) take so much of the time of ranges where processors write before
// a call and read after it (BenchmarkPortions; with vectors that nobody touches 0.91 … 1.08, in two of 555 rows 1.4 and 2.3):
//
//	processors of a team    2 and 3        4              6              8 … 32
//	allreduce               ranges         ranges         0.71 … 1.04    0.57 … 1.0
//	allreduce in place      ranges         ranges         0.64 … 1.16    0.63 … 1.0 (16 of 256 KiB 1.17)
//	reduce                  ranges         0.72 … 1.0     0.59 … 0.93    0.45 … 1.07
//	reducescatter           ranges         0.60 … 1.02    0.56 … 0.89    0.49 … 0.90
//	scan                    0.61 … 1.08    0.57 … 0.87    0.55 … 0.86    0.50 … 0.96
//
// These are times of calls together with what the program does between them.

const (
	portions     = 8       // of a call, but
	portionLeast = 2 << 10 // bytes of one, at least,
	portionMost  = 16 << 10

	portionsLongest = 256 << 10 // bytes of a vector, at most
)

// openPortions returns when both teams have come to such a call. Only then has the other one done with what was
// handed on in the one before, and there is room for n elements here.
func (j *job[T]) openPortions(n int) (own, others *typedTeam[T]) {
	p := j.p
	p.sayAnew()
	p.publish()
	p.greet()
	p.hearAnew()
	p.measureIfDue()
	own, others = j.s.teams[p.t.id], j.s.teams[1-p.t.id]
	if len(own.passed) < n { // else it is only read: see stretch
		own.passed = make([]T, n)
	}
	return own, others
}

// inPortions carries out a sum of vectors of n elements that goes onward so. begin makes a portion of what the first
// team hands on, end what becomes of it in the second; with back, take is what the first does with that.
func (j *job[T]) inPortions(n int, back bool, begin, end, take func(lo, n int)) {
	p, teams := j.p, j.p.g.teams
	size := portionOf[T](n)
	at := p.t.staged
	p.t.staged += uint64((n + size - 1) / size)
	if p.t == teams[0] {
		for lo, seq := 0, at+1; lo < n; lo, seq = lo+size, seq+1 {
			p.look()
			begin(lo, min(size, n-lo))
			p.handOn(seq)
		}
		for lo, seq := 0, at+1; back && lo < n; lo, seq = lo+size, seq+1 {
			p.c.await(teams[1].stage.Flag(seq), seq)
			take(lo, min(size, n-lo))
		}
	} else {
		for lo, seq := 0, at+1; lo < n; lo, seq = lo+size, seq+1 {
			p.c.await(teams[0].stage.Flag(seq), seq)
			end(lo, min(size, n-lo))
			if back {
				p.handOn(seq)
			}
		}
	}
	p.leave()
}

// portionOf is the elements of a portion of n, so that none but the last ends within a cache line.
func portionOf[T Elem](n int) int {
	return min(max(portionLeast, n*sizeOf[T]()/portions), portionMost) / sizeOf[T]() &^ 15
}

// handOn says that the portion of that number is made.
func (m *member) handOn(seq uint64) {
	m.t.stage.Publish(seq, 0, 0)
	m.wake()
}

// sumInPortions is such an allreduce or, with a root, reduce.
func (j *job[T]) sumInPortions(root int) {
	p, n, op := j.p, j.n, j.c.op()
	own, others := j.openPortions(n)
	back := root < 0 || p.g.seats[root].t == p.g.teams[0]
	to := j.s.results(p, root)
	if back && p.t.id == 1 {
		to = append(to, &own.passed[0])
	}
	j.inPortions(n, back,
		func(lo, n int) { own.fold(op, append(own.into(&own.passed[0]), own.operands(nil)...), lo, n) },
		func(lo, n int) { asm.Fold(op.kernel(), to, own.operands(&others.passed[0]), lo, n) },
		func(lo, n int) {
			for _, to := range to {
				asm.Copy(span(to, lo, n), others.passed[lo:lo+n])
			}
		})
}

// reduceScatterInPortions is such a reducescatter, of sources of n elements.
func (j *job[T]) reduceScatterInPortions(n int) {
	op := j.c.op()
	own, others := j.openPortions(n)
	j.inPortions(n, true,
		func(lo, n int) { own.fold(op, append(own.into(&own.passed[0]), own.operands(nil)...), lo, n) },
		func(lo, n int) {
			own.fold(op, append(own.into(&own.passed[0]), own.operands(&others.passed[0])...), lo, n)
			j.takeBlocks(own.passed, lo, lo+n)
		},
		func(lo, n int) { j.takeBlocks(others.passed, lo, lo+n) })
}

// takeBlocks copies elements lo … hi-1, as far as they are of the team's blocks, to where these belong.
func (j *job[T]) takeBlocks(all []T, lo, hi int) {
	for i, dst := range j.s.teams[j.p.t.id].dst {
		begin, end := j.blockOf(j.p.t.ranks[i])
		if from, to := max(lo, begin), min(hi, end); from < to {
			asm.Copy(dst[from-begin:to-begin], all[from:to])
		}
	}
}

// scanInPortions is such a scan or exscan. What is handed on is the fold of the first team.
func (j *job[T]) scanInPortions() {
	p, n := j.p, j.n
	own, others := j.openPortions(n)
	c, op, to, from := j.c.collective(), j.c.op(), j.s.ownDestinations(p), own.operands(nil)
	j.inPortions(n, false,
		func(lo, n int) { own.scanRange(p, c, op, ends[T]{after: &own.passed[0]}, to, from, lo, lo+n) },
		func(lo, n int) { own.scanRange(p, c, op, ends[T]{before: &others.passed[0]}, to, from, lo, lo+n) },
		nil)
}
