//go:build mpi

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/cayleycoll/cayleycoll/coll"
)

// trial is one collective call, alike on all processors. It is made twice: across
// the processes of the job, and by as many processors of one process. The results
// must have the same bits.
type trial struct {
	collective string
	by         coll.Algorithm
	op         coll.Op
	n, root    int // elements of a block, or of the vector; counts of v-forms are about n
	inPlace    bool
}

func (t trial) String() string {
	return fmt.Sprintf("%s by %q of %d, %v, root %d, in place %v", t.collective, t.by, t.n, t.op, t.root, t.inPlace)
}

// count is what rank s sends rank r in a v-form; of block r where all have the
// same counts.
func (t trial) count(s, r int) int {
	if t.collective != "alltoallv" {
		s = 0
	}
	return (t.n*(1+(3*s+5*r)%4) + 2) / 3
}

func counts(p int, of func(i int) int) (list []int, total int) {
	for i := range p {
		list = append(list, of(i))
		total += of(i)
	}
	return list, total
}

// special are what reals may be besides.
var special = [...]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 1e-40}

// data is elements whose sum depends on the order of the additions, some special.
func (v *vectors[T]) data(rank, n int) []T {
	rng := rand.New(rand.NewPCG(uint64(rank), uint64(n)))
	x, one := v.make(n), T(1)
	for i := range x {
		x[i] = T(math.Ldexp(rng.Float64()-0.5, rng.IntN(40)))
		if x[i] == 0 {
			x[i] = 1
		}
		if k := rng.IntN(200); k < len(special) && one/2 != 0 {
			x[i] = T(special[k])
		}
	}
	return x
}

// vectors are those of a call, each between guards.
type vectors[T coll.Elem] struct{ whole [][]T }

const guards, guard = 9, 99 // elements on either side, and what they are

func (v *vectors[T]) make(n int) []T {
	w := slices.Repeat([]T{guard}, n+2*guards)
	v.whole = append(v.whole, w)
	return w[guards:][:n:n]
}

func (v *vectors[T]) filled(n int) []T {
	x := v.make(n)
	for i := range x {
		x[i] = 77
	}
	return x
}

// check panics if something was written beside a vector.
func (v *vectors[T]) check(t trial) {
	for _, w := range v.whole {
		for i := range guards {
			if w[i] != guard || w[len(w)-1-i] != guard {
				panic(fmt.Sprintf("%v wrote beside a vector of %d", t, len(w)-2*guards))
			}
		}
	}
}

// perform makes the call and returns the caller's result.
func perform[T coll.Elem](q *coll.Proc, t trial) []T {
	q = q.Using(t.by)
	p, r, n := q.Size(), q.Rank(), t.n
	block := func(i int) int { return t.count(0, i) }
	list, total := counts(p, block)
	_, before := counts(r, block)
	v := new(vectors[T])
	defer v.check(t)
	// pair is dst and src of one length.
	pair := func(n int) (dst, src []T) {
		src = v.data(r, n)
		if t.inPlace {
			return src, src
		}
		return v.filled(n), src
	}
	// whole is a vector of blocks and the caller's own, in it if in place.
	whole := func(total, lo, n int) (all, own []T) {
		all, own = v.filled(total), v.data(r, n)
		if t.inPlace {
			copy(all[lo:], own)
			own = all[lo : lo+n]
		}
		return all, own
	}
	// given is a vector of blocks that the caller has, and where its block goes.
	given := func(total, lo, n int) (all, own []T) {
		all, own = v.data(r, total), v.filled(n)
		if t.inPlace {
			own = all[lo : lo+n]
		}
		return all, own
	}
	switch t.collective {
	case "barrier":
		coll.Barrier(q)
	case "broadcast":
		x := v.filled(n)
		if r == t.root {
			x = v.data(r, n)
		}
		coll.Broadcast(q, x, t.root)
		return x
	case "reduce":
		dst, src := pair(n)
		coll.Reduce(q, dst, src, t.op, t.root)
		if r != t.root {
			return nil
		}
		return dst
	case "allreduce":
		dst, src := pair(n)
		coll.Allreduce(q, dst, src, t.op)
		return dst
	case "allreducefunc":
		dst, src := pair(n)
		coll.AllreduceFunc(q, dst, src, func(acc, x []T) {
			for i := range acc {
				acc[i] = acc[i]/2 + x[i]
			}
		})
		return dst
	case "gather":
		all, own := whole(n*p, r*n, n)
		coll.Gather(q, all, own, t.root)
		if r == t.root {
			return all
		}
	case "gatherv":
		all, own := whole(total, before, block(r))
		coll.Gatherv(q, all, own, list, t.root)
		if r == t.root {
			return all
		}
	case "scatter":
		if r != t.root {
			own := v.filled(n)
			coll.Scatter(q, own, nil, t.root)
			return own
		}
		all, own := given(n*p, r*n, n)
		coll.Scatter(q, own, all, t.root)
		return own
	case "scatterv":
		if r != t.root {
			own := v.filled(block(r))
			coll.Scatterv(q, own, nil, nil, t.root)
			return own
		}
		all, own := given(total, before, block(r))
		coll.Scatterv(q, own, all, list, t.root)
		return own
	case "allgather":
		all, own := whole(n*p, r*n, n)
		coll.Allgather(q, all, own)
		return all
	case "allgatherv":
		all, own := whole(total, before, block(r))
		coll.Allgatherv(q, all, own, list)
		return all
	case "reducescatter":
		all, own := given(n*p, r*n, n)
		coll.ReduceScatter(q, own, all, t.op)
		return own
	case "reducescatterv":
		all, own := given(total, before, block(r))
		coll.ReduceScatterv(q, own, all, list, t.op)
		return own
	case "alltoall":
		dst, src := pair(n * p)
		coll.Alltoall(q, dst, src)
		return dst
	case "alltoallv":
		from, sent := counts(p, func(i int) int { return t.count(r, i) })
		to, got := counts(p, func(i int) int { return t.count(i, r) })
		dst := v.filled(got)
		coll.Alltoallv(q, dst, to, v.data(r, sent), from)
		return dst
	case "scan":
		dst, src := pair(n)
		coll.Scan(q, dst, src, t.op)
		return dst
	case "exscan":
		dst, src := pair(n)
		coll.Exscan(q, dst, src, t.op)
		return dst
	case "exchange":
		dst, src := pair(n)
		coll.Exchange(q, dst, (r+p-1)%p, src, (r+1)%p)
		return dst
	}
	return nil
}

// folds says whether the collective has an operator.
func (t trial) folds() bool {
	switch t.collective {
	case "reduce", "allreduce", "reducescatter", "reducescatterv", "scan", "exscan":
		return true
	}
	return false
}

func (t trial) rooted() bool {
	switch t.collective {
	case "broadcast", "reduce", "gather", "gatherv", "scatter", "scatterv":
		return true
	}
	return false
}

// bits is an element as bits, all NaN alike: which one of two a processor keeps
// is not determined.
func bits[T coll.Elem](x T) uint64 {
	switch v := any(x).(type) {
	case float64:
		if v != v {
			v = math.NaN()
		}
		return math.Float64bits(v)
	case float32:
		if v != v {
			v = float32(math.NaN())
		}
		return uint64(math.Float32bits(v))
	}
	return uint64(int64(x))
}

func differ[T coll.Elem](got, want []T) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d elements, want %d", len(got), len(want))
	}
	for i := range got {
		if bits(got[i]) != bits(want[i]) {
			return fmt.Errorf("element %d is %v, want %v", i, got[i], want[i])
		}
	}
	return nil
}
