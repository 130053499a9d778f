package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// AllreduceFunc is Allreduce by an operator of the caller's: on every processor dst = f(… f(f(src
// of rank 0, src of rank 1), src of rank 2) …), where f(acc, x) changes acc to acc op x and leaves
// x alone (MPI_Op_create). f gets whole vectors of n elements and may be any operation on them: it
// need be neither commutative nor elementwise. len(dst) = len(src) = n on all; dst and src may be
// the same slice.
//
// One processor calls f, P-1 times (never if n is 0), while the others wait: for long vectors this is
// slow compared with Sum, Prod, Min and Max. So f must not call collectives, and Config.Stall counts
// its time. All processors must pass the same f. On a machine of several processes one processor of
// each calls f, on the vectors of all: it must give the same bits everywhere, and its side effects
// happen once per process.
//
// Cost: two signals; 2P·n elements of traffic beside what f does.
func AllreduceFunc[T Elem](p *Proc, dst, src []T, f func(acc, x []T)) {
	n := len(src)
	a := p.choose(allreducefunc, n*sizeOf[T](), elemKind[T]())
	if f == nil {
		p.refuse(allreducefunc, "allreducefunc without a function; want f(acc, x)")
	}
	p.checkLength(allreducefunc, "dst", len(dst), n, "as src")
	checkApart(p, allreducefunc, dst, src)
	a = checkNaN(p, a, allreducefunc, "src", src)
	c, e := newCall[T](allreducefunc, a, 0, 0, n), of[T]()
	if p.g.far != nil || e.give(p, c, dst, src) && p.enter(c) {
		carryOutFunc(p, c, unsafe.Pointer(&dst), unsafe.Pointer(&src), f)
	}
}

// carryOutFunc carries out an allreducefunc on vectors of f's type. It is no method of an engine: what
// one of those is given escapes, and every f would be allocated.
func carryOutFunc(p *Proc, c call, dst, src unsafe.Pointer, f any) {
	switch f := f.(type) {
	case func(acc, x []float64):
		newJob(p, stateOf[float64](p.g), c, *(*[]float64)(dst), *(*[]float64)(src)).carryOutFunc(f)
	case func(acc, x []float32):
		newJob(p, stateOf[float32](p.g), c, *(*[]float32)(dst), *(*[]float32)(src)).carryOutFunc(f)
	case func(acc, x []int64):
		newJob(p, stateOf[int64](p.g), c, *(*[]int64)(dst), *(*[]int64)(src)).carryOutFunc(f)
	case func(acc, x []int32):
		newJob(p, stateOf[int32](p.g), c, *(*[]int32)(dst), *(*[]int32)(src)).carryOutFunc(f)
	}
}

func (j *job[T]) carryOutFunc(f func(acc, x []T)) {
	switch {
	case j.p.g.far != nil:
		j.acrossFunc(f)
	case j.n == 0:
		j.p.signalAll(j.c)
	default:
		j.directFunc(f)
	}
}

// directFunc is the acting processor's part: all send the first team their words or where
// they are, and it sends back those of the result or says that they are there. Nobody
// says that he has read them: before the first team writes there again all have come to
// the next call.
func (j *job[T]) directFunc(f func(acc, x []T)) {
	p, n := j.p, j.n
	first := p.g.teams[0]
	in := p.g.mediumOf(n)
	j.s.pack(p, in)
	p.t.staged++
	if p.t != first {
		p.publish()
		p.greet()
		p.c.await(first.stage.Flag(p.t.staged), p.t.staged)
	} else {
		p.publish()
		p.meetAt(in)
		own := j.s.teams[0]
		if cap(own.acc) < n { // else it is only read: see stretch
			own.acc = make([]T, n)
		}
		acc := own.acc[:n]
		from := j.s.inputs(p, n, in)
		j.foldBy(f, acc, func(r int) []T { return span(from[r], 0, n) })
		if fitsLine(n) {
			copyWords(buffers.Payload[T](&first.stage, p.t.staged, n), acc)
		}
		first.stage.Publish(p.t.staged, 0, 0)
		p.wake()
	}
	acc := j.s.teams[0].acc[:n]
	if p.t != first && fitsLine(n) {
		acc = buffers.Payload[T](&first.stage, p.t.staged, n)
	}
	for _, dst := range j.s.teams[p.t.id].dst {
		carry(p, passage{}, dst, acc)
	}
	p.leave()
}

// foldBy leaves in acc what f makes of the vectors of all.
func (j *job[T]) foldBy(f func(acc, x []T), acc []T, of func(r int) []T) {
	p, n := j.p, j.n
	carry(p, passage{}, acc[:n], of(0)[:n])
	for r := 1; r < p.g.size; r++ {
		p.look()
		p.c.callBack(func() { f(acc[:n:n], of(r)[:n:n]) })
	}
}
