package coll

import "unsafe"

// engine is what the collectives do by the type of the elements: engineOf that type, compiled in
// this package once. A generic function is compiled in every package that calls it, with all that
// it calls; were the exported ones to call these methods as they stand, every program would take
// seconds to build. So the exported ones check, enter by themselves (see job.give) and name no
// generic type of this package.
type engine interface {
	// refuseNaN is checkNaN where it has to look.
	refuseNaN(p *Proc, a algorithmID, c collective, what string, given vec) algorithmID

	// One element a processor, many on a thread: see direct_one.go.
	foldOnes(p *Proc, op Op)
	scanOnes(p *Proc, c collective, op Op)
	sendOne(p *Proc, root int)

	// Short vectors by direct, each processor a team: true if the call is done. longest is that of
	// the blocks, others the elements of other processors' blocks.
	shortBroadcast(p *Proc, c call, buf vec) bool
	shortReduce(p *Proc, c call, dst, src vec) bool
	shortAllreduce(p *Proc, c call, dst, src vec) bool
	shortGather(p *Proc, c call, dst, src vec) bool
	shortScatter(p *Proc, c call, dst, src vec) bool
	shortAllgather(p *Proc, c call, dst, src vec, longest, others int) bool
	shortReduceScatter(p *Proc, c call, dst, src vec, others int) bool
	shortAlltoall(p *Proc, c call, dst, src vec) bool
	shortScan(p *Proc, c call, dst, src vec) bool

	// give, and what the acting processor does once all have entered: see job.
	give(p *Proc, c call, dst, src vec) bool
	carryOut(p *Proc, c call, dst, src vec)
	carryOutPrivate(p *Proc, c call, dst, src vec)

	// keep is a copy of an alltoallv's src, which its dst is.
	keep(p *Proc, src vec) vec
	allreduceFunc(p *Proc, c call, dst, src vec, f any)
	exchange(p *Proc, word uint64, dst vec, from int, src vec, to int, same bool)
}

type engineOf[T Elem] struct{}

// Apart, and not in an array: a program links those of its types.
var (
	float64s engine = engineOf[float64]{}
	float32s engine = engineOf[float32]{}
	int64s   engine = engineOf[int64]{}
	int32s   engine = engineOf[int32]{}
)

// of is T's engine.
func of[T Elem]() engine {
	switch elemKind[T]() {
	case 0:
		return float64s
	case 1:
		return float32s
	case 2:
		return int64s
	}
	return int32s
}

// vec is a vector on its way to its engine.
type vec struct {
	first unsafe.Pointer
	n     int
}

func vecOf[T Elem](x []T) vec { return vec{unsafe.Pointer(unsafe.SliceData(x)), len(x)} }

// elements are those of a vector that vecOf was given as a []T.
func elements[T Elem](x vec) []T { return unsafe.Slice((*T)(x.first), x.n) }

func (engineOf[T]) give(p *Proc, c call, dst, src vec) bool {
	return newJob(p, c, elements[T](dst), elements[T](src)).give()
}

func (engineOf[T]) carryOut(p *Proc, c call, dst, src vec) {
	j := newJob(p, c, elements[T](dst), elements[T](src))
	j.s = stateOf[T](p.g)
	j.carryOut()
}
