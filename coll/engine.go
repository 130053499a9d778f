package coll

import "unsafe"

// engine is what the collectives do by the type of the elements: it is compiled once for each, here.
// A generic function is compiled in every package that calls it, with all that it calls and with the
// methods of every generic type that it names; were the exported ones to call these functions
// straight, every package that has one would compile all of them. What they call straight is
// small, and what a call more would slow down: checks, entering (see give), payloads that fit a line
// and short messages of an exchange.
type engine[T Elem] interface {
	refuseNaN(p *Proc, a algorithmID, c collective, what string, given []T) algorithmID

	// One element a processor, many processors a thread: direct_one.go.
	foldOnes(p *Proc, op Op)
	scanOnes(p *Proc, c collective, op Op)
	sendOne(p *Proc, root int)

	// Short vectors, one processor a team: direct_bank.go, direct_alone.go and direct_alone_move.go.
	bankFold(p *Proc, c call, dst, src []T, op Op, last int)
	bankBroadcast(p *Proc, c call, buf []T, root int)
	bankReduceScatter(p *Proc, c call, dst, src []T, op Op)
	bankScatter(p *Proc, c call, dst, src []T, root int)
	bankAllgather(p *Proc, c call, dst, src []T)
	bankAlltoall(p *Proc, c call, dst, src []T)
	aloneAllreduce(p *Proc, c call, dst, src []T, op Op)
	aloneReduce(p *Proc, c call, dst, src []T, op Op, root int)
	aloneReduceScatter(p *Proc, c call, dst, src []T, op Op)
	aloneScan(p *Proc, c call, dst, src []T, op Op)
	aloneBroadcast(p *Proc, c call, buf []T, root int)
	aloneGather(p *Proc, c call, dst, src []T, root int)
	aloneScatter(p *Proc, c call, dst, src []T, root int)
	aloneAllgather(p *Proc, c call, dst, src []T)
	aloneAlltoall(p *Proc, c call, dst, src []T, n int)
	aloneSwap(p *Proc, c call, dst []T, n int)

	// All others: job.go; keep, of alltoallv in place, scheduled.go.
	give(p *Proc, c call, dst, src []T) bool
	carryOut(p *Proc, c call, dst, src []T)
	carryOutPrivate(p *Proc, c call, dst, src []T)
	keep(p *Proc, src []T) []T

	// Exchange: exchange.go.
	transfer(p *Proc, word uint64, dst []T, from int, src []T, to int, same, sent bool)
}

// engineOf has its methods where their algorithms are.
type engineOf[T Elem] struct{}

// Each apart: a program links those of its types.
var (
	float64s engine[float64] = engineOf[float64]{}
	float32s engine[float32] = engineOf[float32]{}
	int64s   engine[int64]   = engineOf[int64]{}
	int32s   engine[int32]   = engineOf[int32]{}
)

// of is T's engine.
func of[T Elem]() engine[T] {
	e := unsafe.Pointer(&float64s)
	switch elemKind[T]() {
	case 1:
		e = unsafe.Pointer(&float32s)
	case 2:
		e = unsafe.Pointer(&int64s)
	case 3:
		e = unsafe.Pointer(&int32s)
	}
	return *(*engine[T])(e)
}
