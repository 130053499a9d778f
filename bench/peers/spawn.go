package peers

import (
	"sync"
	"time"

	"gonum.org/v1/gonum/blas/blas64"
)

// spawn is a program of one goroutine, which for each call starts a goroutine for every
// rank and waits for them all.
type spawn struct{ add func(dst, x []float64) }

func (s spawn) run(j *job, calls int) time.Duration {
	call := func() {
		var all sync.WaitGroup
		for rank := range j.p {
			all.Go(func() { j.onePass(rank, s.add) })
		}
		all.Wait()
	}
	return timed(calls, call)
}

func timed(calls int, call func()) time.Duration {
	call()
	start := time.Now()
	for range calls {
		call()
	}
	return time.Since(start)
}

// axpy is dst += x by BLAS.
func axpy(dst, x []float64) {
	blas64.Axpy(1, blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(dst), Data: dst, Inc: 1})
}

// pool is a program of permanent workers that take each rank's part of a call from a
// channel. A WaitGroup says when all are done; a mutex guards the sum that each part is
// added to.
type pool struct{}

func (pool) run(j *job, calls int) time.Duration {
	var (
		tasks = make(chan func(), j.p)
		all   sync.WaitGroup
		mu    sync.Mutex
	)
	for range j.p {
		go func() {
			for f := range tasks {
				f()
				all.Done()
			}
		}()
	}
	defer close(tasks)
	each := func(f func(rank int)) {
		all.Add(j.p)
		for rank := range j.p {
			tasks <- func() { f(rank) }
		}
		all.Wait()
	}
	call := func() { each(func(rank int) { j.onePass(rank, add) }) }
	if j.coll == "allreduce" {
		sum := make([]float64, j.n)
		call = func() {
			clear(sum)
			each(func(rank int) {
				mu.Lock()
				defer mu.Unlock()
				add(sum, j.src[rank])
			})
			each(func(rank int) { copy(j.dst[rank], sum) })
		}
	}
	return timed(calls, call)
}
