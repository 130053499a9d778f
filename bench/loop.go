package bench

import "github.com/cayleycoll/cayleycoll/coll"

// loopOf is a rank's loop over the calls of a case, found by name, with its counts, before the
// clock starts. It has no function around a call: where many processors share a core, the CPU
// mispredicts every return that comes after a switch to another coroutine. The root is rank 0; an
// exchange goes round a ring.
func loopOf[T coll.Elem](r *Row, rank int) func(p *coll.Proc, dst, src []T, calls int) {
	at := layoutOf[T](r)
	switch r.Coll {
	case "barrier":
		return func(p *coll.Proc, _, _ []T, calls int) {
			for range calls {
				coll.Barrier(p)
			}
		}
	case "broadcast":
		return func(p *coll.Proc, dst, _ []T, calls int) {
			for range calls {
				coll.Broadcast(p, dst, 0)
			}
		}
	case "reduce":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Reduce(p, dst, src, coll.Sum, 0)
			}
		}
	case "allreduce":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Allreduce(p, dst, src, coll.Sum)
			}
		}
	case "gather":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Gather(p, dst, src, 0)
			}
		}
	case "scatter":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Scatter(p, dst, src, 0)
			}
		}
	case "allgather":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Allgather(p, dst, src)
			}
		}
	case "reducescatter":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.ReduceScatter(p, dst, src, coll.Sum)
			}
		}
	case "alltoall":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Alltoall(p, dst, src)
			}
		}
	case "scan":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Scan(p, dst, src, coll.Sum)
			}
		}
	case "exscan":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Exscan(p, dst, src, coll.Sum)
			}
		}
	case "allreducefunc":
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.AllreduceFunc(p, dst, src, add[T])
			}
		}
	case "gatherv":
		counts := at.counts()
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Gatherv(p, dst, src, counts, 0)
			}
		}
	case "scatterv":
		counts := at.counts()
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Scatterv(p, dst, src, counts, 0)
			}
		}
	case "allgatherv":
		counts := at.counts()
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Allgatherv(p, dst, src, counts)
			}
		}
	case "reducescatterv":
		counts := at.counts()
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.ReduceScatterv(p, dst, src, counts, coll.Sum)
			}
		}
	case "alltoallv":
		to, from := at.pairs(rank)
		return func(p *coll.Proc, dst, src []T, calls int) {
			for range calls {
				coll.Alltoallv(p, dst, to, src, from)
			}
		}
	}
	return func(p *coll.Proc, dst, src []T, calls int) {
		before, after := (rank+r.Procs-1)%r.Procs, (rank+1)%r.Procs
		for range calls {
			coll.Exchange(p, dst, before, src, after)
		}
	}
}

// add is the operator of an allreducefunc, as users write one.
func add[T coll.Elem](acc, x []T) {
	for i, v := range x {
		acc[i] += v
	}
}
