package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

// benchMPI measures the plan on machines of all processes that mpirun started;
// --procs counts the processors of all of them together. Times are those that
// rank 0 sees between two barriers; there is no limit to compare with. What was
// measured before an error is written, and what was left out told, by its process.
func benchMPI(ctx context.Context, w, notes io.Writer, pl *bench.Plan, format string) error {
	free, err := mpi.Hold()
	if err != nil {
		return fmt.Errorf("--mpi: %w", err)
	}
	defer free()
	res := bench.Result{}
	for _, p := range pl.Procs {
		if err = mpiMachine(ctx, pl, p, &res); err != nil {
			break
		}
	}
	if rank, _, _ := mpi.Launched(); rank > 0 {
		if errors.Is(err, coll.ErrUsage) {
			return errNo // all have the same, and rank 0 says it
		}
		return err
	}
	if err != nil && len(res.Rows) == 0 {
		return fmt.Errorf("--mpi: %w", err)
	}
	leftOut(notes, res.Skipped)
	rows := res.Rows
	if werr := bench.Write(w, format, rows); werr != nil {
		return werr
	}
	if err != nil {
		return fmt.Errorf("incomplete: %w", err)
	}
	if slices.ContainsFunc(rows, func(r bench.Row) bool { return r.Wrong > 0 }) {
		return errNo
	}
	return nil
}

// enough are those of some numbers of processors that give each process one at least, or
// that number.
func enough(procs []int) []int {
	_, processes, _ := mpi.Launched()
	procs = slices.DeleteFunc(procs, func(p int) bool { return p < processes })
	if len(procs) == 0 {
		return []int{processes}
	}
	return procs
}

// mpiMachine measures a machine of p processors in all.
func mpiMachine(ctx context.Context, pl *bench.Plan, p int, res *bench.Result) error {
	m, err := coll.New(coll.Config{P: p, Remote: mpi.World()})
	if err != nil {
		return err
	}
	defer m.Close()
	rows, left := pl.Cases(m)
	res.Skipped = append(res.Skipped, left...)
	rows = slices.DeleteFunc(rows, func(r bench.Row) bool { return r.InPlace })
	return m.Run(ctx, func(p *coll.Proc) error {
		for _, r := range rows {
			times, wrong := mpiCase(p, &r, time.Duration(pl.Budget)*time.Millisecond)
			if p.Rank() == 0 {
				r.Wrong, r.Iters = wrong, len(times)
				r.Finish(times)
				res.Rows = append(res.Rows, r)
			}
		}
		return nil
	})
}

// value is element i of what rank r gives: an integer, so that sums are exact.
func value(r, i int) float64 { return float64((r + 1) * (i%7 + 1)) }

// mpiCase times one case in ten batches, of so long in all, and counts wrong
// elements after each.
func mpiCase(p *coll.Proc, row *bench.Row, budget time.Duration) (times []float64, wrong int) {
	const batches = 10
	n, size, r := row.Bytes/8, p.Size(), p.Rank()
	src, dst := make([]float64, n*size), make([]float64, n*size)
	for i := range src {
		src[i] = value(r, i)
	}
	q := p.Using(bench.Using(row.Alg))
	call, want := mpiCall(q, row.Coll, dst, src, n)
	count := []int64{0}
	tolerance := row.Tolerance(float64(7 * size * (size + 1) / 2)) // 7 is the most that value counts
	check := func() {
		for i, x := range want {
			if !(math.Abs(dst[i]-x) <= tolerance) {
				count[0]++
			}
		}
	}
	call()
	check()
	batch := []int64{1}
	for round := range batches + 2 {
		coll.Barrier(p)
		begun := time.Now()
		for range batch[0] {
			call()
		}
		took := time.Since(begun)
		if round == 1 { // the first was a warm-up
			batch[0] = max(1, min(10000, int64(budget/batches/max(1, took/time.Duration(batch[0])))))
			coll.Broadcast(p, batch, 0)
		} else if round > 1 {
			times = append(times, took.Seconds()*1e6/float64(batch[0]))
			check()
		}
	}
	coll.Allreduce(p, count, count, coll.Sum)
	return times, int(count[0])
}

// mpiCall is a collective and what the caller's dst then begins with.
func mpiCall(p *coll.Proc, name string, dst, src []float64, n int) (call func(), want []float64) {
	size, r := p.Size(), p.Rank()
	fill := func(n int, of func(i int) float64) {
		for i := range n {
			want = append(want, of(i))
		}
	}
	sum := func(ranks int) func(i int) float64 {
		return func(i int) float64 { return float64(ranks*(ranks+1)/2) * value(0, i) }
	}
	switch name {
	case "broadcast":
		if r == 0 {
			copy(dst, src[:n])
		}
		fill(n, func(i int) float64 { return value(0, i) })
		return func() { coll.Broadcast(p, dst[:n], 0) }, want
	case "reduce":
		if r == 0 {
			fill(n, sum(size))
		}
		return func() { coll.Reduce(p, dst[:n], src[:n], coll.Sum, 0) }, want
	case "allreduce":
		fill(n, sum(size))
		return func() { coll.Allreduce(p, dst[:n], src[:n], coll.Sum) }, want
	case "gather":
		if r == 0 {
			fill(n*size, func(i int) float64 { return value(i/n, i%n) })
		}
		return func() { coll.Gather(p, dst, src[:n], 0) }, want
	case "scatter":
		fill(n, func(i int) float64 { return value(0, r*n+i) })
		return func() { coll.Scatter(p, dst[:n], src, 0) }, want
	case "allgather":
		fill(n*size, func(i int) float64 { return value(i/n, i%n) })
		return func() { coll.Allgather(p, dst, src[:n]) }, want
	case "reducescatter":
		fill(n, func(i int) float64 { return sum(size)(r*n + i) })
		return func() { coll.ReduceScatter(p, dst[:n], src, coll.Sum) }, want
	case "alltoall":
		fill(n*size, func(i int) float64 { return value(i/n, r*n+i%n) })
		return func() { coll.Alltoall(p, dst, src) }, want
	case "scan":
		fill(n, sum(r+1))
		return func() { coll.Scan(p, dst[:n], src[:n], coll.Sum) }, want
	case "exscan":
		fill(n, sum(r))
		return func() { coll.Exscan(p, dst[:n], src[:n], coll.Sum) }, want
	case "exchange":
		fill(n, func(i int) float64 { return value((r+size-1)%size, i) })
		return func() { coll.Exchange(p, dst[:n], (r+size-1)%size, src[:n], (r+1)%size) }, want
	}
	return func() { coll.Barrier(p) }, nil
}
