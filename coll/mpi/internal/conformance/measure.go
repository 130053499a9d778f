//go:build mpi && cgo

package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

// measure prints what an allreduce of float64 takes by this library on all
// processors and by MPI_Allreduce on all processes, in C: the medians of rounds in
// which the two take turns, and of their ratios.
func measure(p, rank int) error {
	m, err := coll.New(coll.Config{P: p, Remote: mpi.World()})
	if err != nil {
		return err
	}
	defer m.Close()
	if rank == 0 {
		fmt.Printf("%10s %12s %12s %8s\n", "bytes", "coll", "MPI", "ratio")
	}
	for _, n := range []int{1, 128, 1024, 4096, 8192, 32768, 131072, 524288, 2097152} {
		times := max(4, min(3000, 1<<20/n))
		const rounds = 21
		var ours, theirs, ratios []float64
		for range rounds {
			var took time.Duration
			err := m.Run(context.Background(), func(q *coll.Proc) error {
				src, dst := make([]float64, n), make([]float64, n)
				for i := range src {
					src[i] = 1
				}
				for range max(2, times/10) {
					coll.Allreduce(q, dst, src, coll.Sum)
				}
				begun := time.Now()
				for range times {
					coll.Allreduce(q, dst, src, coll.Sum)
				}
				if q.Rank() == 0 {
					took = time.Since(begun) / time.Duration(times)
				}
				return nil
			})
			if err != nil {
				return err
			}
			if _, err := timeAllreduce(n, max(2, times/10)); err != nil {
				return err
			}
			native, err := timeAllreduce(n, times)
			if err != nil {
				return err
			}
			ours, theirs = append(ours, took.Seconds()*1e6), append(theirs, native.Seconds()*1e6)
			ratios = append(ratios, took.Seconds()/native.Seconds())
		}
		if rank == 0 {
			fmt.Printf("%10d %9.2f µs %9.2f µs %8.2f\n", 8*n, median(ours), median(theirs), median(ratios))
		}
	}
	return nil
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
