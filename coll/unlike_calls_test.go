package coll

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestUnlikeCalls: whatever one processor calls that is not like what the others call, they find out
// before anything is written, though some calls put addresses beside the signal and others words.
func TestUnlikeCalls(t *testing.T) {
	two := []func(q *Proc, dst, src []float64){
		func(q *Proc, _, _ []float64) { Barrier(q) },
		func(q *Proc, dst, _ []float64) { Allreduce(q, dst[:1], dst[:1], Sum) },
		func(q *Proc, dst, _ []float64) { Allreduce(q, dst[:9], dst[:9], Sum) },
		func(q *Proc, dst, _ []float64) { Allreduce(q, dst[:9], dst[:9], Prod) },
		func(q *Proc, dst, _ []float64) { Allreduce(q, dst[:100], dst[:100], Sum) },
		func(q *Proc, dst, _ []float64) { Allreduce(q, dst[:1000], dst[:1000], Sum) },
		func(q *Proc, dst, _ []float64) { Allreduce(q, dst[:1001], dst[:1001], Sum) },
		func(q *Proc, dst, _ []float64) { Allreduce(q, dst[:1000], dst[:1000], Max) },
		func(q *Proc, dst, src []float64) { Alltoall(q, dst[:1000], src[:1000]) },
		func(q *Proc, dst, src []float64) {
			counts := []int{1000, 500}
			Allgatherv(q, dst[:1500], src[:counts[q.Rank()]], counts)
		},
		func(q *Proc, dst, src []float64) {
			counts := []int{500, 500}
			Alltoallv(q, dst[:1000], counts, src[:1000], counts)
		},
		func(q *Proc, dst, _ []float64) { Broadcast(q, dst[:1000], 0) },
		func(q *Proc, dst, _ []float64) { Broadcast(q, dst[:1000], 1) },
	}
	many := []func(q *Proc, dst, src []float64){
		func(q *Proc, _, _ []float64) { Barrier(q) },
		func(q *Proc, dst, _ []float64) { Allreduce(q, dst[:1], dst[:1], Sum) },
		func(q *Proc, dst, src []float64) { Allreduce(q, dst[:1], src[:1], Max) },
		func(q *Proc, dst, src []float64) { Allreduce(q, dst[:2], src[:2], Max) },
		func(q *Proc, dst, src []float64) { Reduce(q, dst[:1], src[:1], Max, 0) },
		func(q *Proc, dst, src []float64) { Reduce(q, dst[:1], src[:1], Max, 1) },
		func(q *Proc, dst, _ []float64) { Broadcast(q, dst[:1], 0) },
		func(q *Proc, dst, _ []float64) { Broadcast(q, dst[:1], 2) },
		func(q *Proc, dst, _ []float64) { Scan(q, dst[:1], dst[:1], Sum) },
		func(q *Proc, dst, _ []float64) { Exscan(q, dst[:1], dst[:1], Sum) },
		func(q *Proc, dst, src []float64) { Scan(q, dst[:13], src[:13], Min) },
		func(q *Proc, dst, src []float64) { ReduceScatter(q, dst[:1], src[:q.Size()], Min) },
	}
	unlikeCalls(t, teamed(t, Config{P: 2}, 2), two)
	unlikeCalls(t, teamed(t, Config{P: 3}, 3), many)
	for p := 3; p <= 4; p++ { // teams of two and one, and of two
		unlikeCalls(t, machine(t, Config{P: p, Host: Threads, Cores: threads.Cores()[:min(2, len(threads.Cores()))]}), many)
	}
}

func unlikeCalls(t *testing.T, m *Machine, calls []func(q *Proc, dst, src []float64)) {
	x := make([][2][]float64, m.cfg.P)
	for i, a := range calls {
		for k, b := range calls {
			for r := range x {
				x[r] = [2][]float64{slices.Repeat([]float64{float64(r)}, 2000), slices.Repeat([]float64{float64(r)}, 2000)}
			}
			odd := (i + k) % len(x)
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			err := m.Run(ctx, func(q *Proc) error {
				for range 5 + i { // another bank each time
					Barrier(q)
				}
				f := a
				if q.Rank() == odd {
					f = b
				}
				f(q, x[q.Rank()][0], x[q.Rank()][1])
				return nil
			})
			cancel()
			if i == k && err != nil || i != k && !errors.Is(err, ErrMismatch) {
				t.Errorf("P=%d, call %d, of rank %d call %d: %v", len(x), i, odd, k, err)
			}
			for r := range x {
				for _, v := range x[r] {
					if i != k && slices.ContainsFunc(v, func(x float64) bool { return x != float64(r) }) {
						t.Errorf("P=%d, call %d, of rank %d call %d: a vector of rank %d has been written", len(x), i, odd, k, r)
					}
				}
			}
		}
	}
}
