package peers

import (
	"sync"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
)

// job is a case as the Go programs see it: n elements a block, the vectors of all
// ranks in one memory.
type job struct {
	coll     string
	p, n     int
	dst, src [][]float64
	v        *bench.Vectors
}

func newJob(v *bench.Vectors) *job {
	return &job{v.Row.Coll, v.Row.Procs, v.Row.Bytes / 8, v.Dst, v.Src, v}
}

// part is rank's range of n elements, cut at cache lines.
func (j *job) part(rank int) (lo, hi int) {
	lines := (j.n + 7) / 8
	return min(j.n, 8*(lines*rank/j.p)), min(j.n, 8*(lines*(rank+1)/j.p))
}

// block is block k of x.
func (j *job) block(x []float64, k int) []float64 { return x[k*j.n : (k+1)*j.n] }

// add is dst += x.
func add(dst, x []float64) {
	for i, v := range x {
		dst[i] += v
	}
}

// onePass is what rank does between two barriers, where all see all vectors.
// Sums are made by add.
func (j *job) onePass(rank int, add func(dst, x []float64)) {
	dst := j.dst[rank]
	switch j.coll {
	case "broadcast":
		if rank != 0 {
			copy(dst, j.dst[0])
		}
	case "allreduce":
		lo, hi := j.part(rank)
		sum := dst[lo:hi]
		copy(sum, j.src[0][lo:hi])
		for _, x := range j.src[1:] {
			add(sum, x[lo:hi])
		}
		for q, to := range j.dst {
			if q != rank {
				copy(to[lo:hi], sum)
			}
		}
	case "allgather":
		for q, x := range j.src {
			copy(j.block(dst, q), x)
		}
	case "reducescatter":
		copy(dst, j.block(j.src[0], rank))
		for _, x := range j.src[1:] {
			add(dst, j.block(x, rank))
		}
	case "alltoall":
		for q, x := range j.src {
			copy(j.block(dst, q), j.block(x, rank))
		}
	}
}

// ranks runs a goroutine for each rank, which makes one call that is not timed and then
// the given number of calls, all by loop. It returns the time from when the first rank
// began those to when the last one ended. The function together is a barrier before the
// clock starts.
func (j *job) ranks(calls int, together func(rank int), loop func(rank, calls int)) time.Duration {
	origin := time.Now()
	starts, ends := make([]time.Duration, j.p), make([]time.Duration, j.p)
	var done sync.WaitGroup
	for rank := range j.p {
		done.Go(func() {
			of := func(calls int) { loop(rank, calls) }
			j.v.Repeat(rank, 0, 1, calls+1, of)
			together(rank)
			start := time.Since(origin)
			j.v.Repeat(rank, 1, calls+1, calls+1, of)
			starts[rank], ends[rank] = start, time.Since(origin)
		})
	}
	done.Wait()
	first, last := starts[0], ends[0]
	for rank := range j.p {
		first, last = min(first, starts[rank]), max(last, ends[rank])
	}
	return last - first
}

// repeated is the loop of calls that are one function.
func repeated(call func(rank int)) func(rank, calls int) {
	return func(rank, calls int) {
		for range calls {
			call(rank)
		}
	}
}
