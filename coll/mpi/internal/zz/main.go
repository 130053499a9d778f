//go:build mpi

package main

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"slices"
	"strconv"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

func main() {
	free, err := mpi.Hold()
	if err != nil {
		panic(err)
	}
	defer free()
	rank, procs, _ := mpi.Launched()
	m, err := coll.New(coll.Config{P: procs, Remote: mpi.World()})
	if err != nil {
		panic(err)
	}
	defer m.Close()
	if f := os.Getenv("PROF"); f != "" && rank == 0 {
		w, _ := os.Create(f)
		pprof.StartCPUProfile(w)
		defer pprof.StopCPUProfile()
	}
	rounds, _ := strconv.Atoi(os.Getenv("ROUNDS"))
	for _, arg := range os.Args[1:] {
		bytes, _ := strconv.Atoi(arg)
		n := bytes / 8
		times := max(3, min(20000, 4<<20/n))
		var a, b, d []float64
		for range rounds {
			var took time.Duration
			m.Run(context.Background(), func(q *coll.Proc) error {
				src, dst := make([]float64, n), make([]float64, n)
				for range max(2, times/10) {
					coll.Allreduce(q, dst, src, coll.Sum)
				}
				t := time.Now()
				for range times {
					coll.Allreduce(q, dst, src, coll.Sum)
				}
				took = time.Since(t) / time.Duration(times)
				return nil
			})
			mpi.TimeAllreduce(n, max(2, times/10))
			nat, _ := mpi.TimeAllreduce(n, times)
			a, b, d = append(a, float64(took)/1e3), append(b, float64(nat)/1e3), append(d, float64(took)/float64(nat))
		}
		slices.Sort(a)
		slices.Sort(b)
		slices.Sort(d)
		if rank == 0 {
			fmt.Printf("%9d B: coll %.3f (min %.3f) native %.3f (min %.3f) diff %.3f ratio %.3f\n", bytes, a[rounds/2], a[0], b[rounds/2], b[0], a[rounds/2]-b[rounds/2], d[rounds/2])
		}
	}
}
