package bench

import "github.com/cayleycoll/cayleycoll/coll"

// callOf makes a rank's call of a case once; to find it by name and to make its counts for
// every call would count as its time. The root is rank 0; an exchange goes round a ring.
func callOf[T coll.Elem](r *Row, rank int) func(p *coll.Proc, dst, src []T) {
	at := layoutOf[T](r)
	switch r.Coll {
	case "barrier":
		return func(p *coll.Proc, _, _ []T) { coll.Barrier(p) }
	case "broadcast":
		return func(p *coll.Proc, dst, _ []T) { coll.Broadcast(p, dst, 0) }
	case "reduce":
		return func(p *coll.Proc, dst, src []T) { coll.Reduce(p, dst, src, coll.Sum, 0) }
	case "allreduce":
		return func(p *coll.Proc, dst, src []T) { coll.Allreduce(p, dst, src, coll.Sum) }
	case "gather":
		return func(p *coll.Proc, dst, src []T) { coll.Gather(p, dst, src, 0) }
	case "scatter":
		return func(p *coll.Proc, dst, src []T) { coll.Scatter(p, dst, src, 0) }
	case "allgather":
		return coll.Allgather[T]
	case "reducescatter":
		return func(p *coll.Proc, dst, src []T) { coll.ReduceScatter(p, dst, src, coll.Sum) }
	case "alltoall":
		return coll.Alltoall[T]
	case "scan":
		return func(p *coll.Proc, dst, src []T) { coll.Scan(p, dst, src, coll.Sum) }
	case "exscan":
		return func(p *coll.Proc, dst, src []T) { coll.Exscan(p, dst, src, coll.Sum) }
	case "allreducefunc":
		return func(p *coll.Proc, dst, src []T) { coll.AllreduceFunc(p, dst, src, add[T]) }
	case "gatherv":
		counts := at.counts()
		return func(p *coll.Proc, dst, src []T) { coll.Gatherv(p, dst, src, counts, 0) }
	case "scatterv":
		counts := at.counts()
		return func(p *coll.Proc, dst, src []T) { coll.Scatterv(p, dst, src, counts, 0) }
	case "allgatherv":
		counts := at.counts()
		return func(p *coll.Proc, dst, src []T) { coll.Allgatherv(p, dst, src, counts) }
	case "reducescatterv":
		counts := at.counts()
		return func(p *coll.Proc, dst, src []T) { coll.ReduceScatterv(p, dst, src, counts, coll.Sum) }
	case "alltoallv":
		to, from := at.pairs(rank)
		return func(p *coll.Proc, dst, src []T) { coll.Alltoallv(p, dst, to, src, from) }
	}
	return func(p *coll.Proc, dst, src []T) {
		n := p.Size()
		coll.Exchange(p, dst, (p.Rank()+n-1)%n, src, (p.Rank()+1)%n)
	}
}

// add is the operator of an allreducefunc, as users write one.
func add[T coll.Elem](acc, x []T) {
	for i, v := range x {
		acc[i] += v
	}
}
