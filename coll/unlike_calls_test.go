package coll

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// TestUnlikeCallsOfTwo: whatever two processors call that is not alike, they find out before
// anything is written, though some calls put addresses beside the signal, and others words.
func TestUnlikeCallsOfTwo(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	x, y := make([]float64, 1<<17), make([]float64, 1<<17)
	of := func(q *Proc) []float64 { return [][]float64{x, y}[q.Rank()] }
	calls := []struct {
		name string
		f    func(q *Proc)
	}{
		{"barrier", Barrier},
		{"allreduce of 1", func(q *Proc) { Allreduce(q, of(q)[:1], of(q)[:1], Sum) }},
		{"allreduce of 9", func(q *Proc) { Allreduce(q, of(q)[:9], of(q)[:9], Sum) }},
		{"allreduce of 100", func(q *Proc) { Allreduce(q, of(q)[:100], of(q)[:100], Sum) }},
		{"allreduce of 1000", func(q *Proc) { Allreduce(q, of(q)[:1000], of(q)[:1000], Sum) }},
		{"allreduce of 1001", func(q *Proc) { Allreduce(q, of(q)[:1001], of(q)[:1001], Sum) }},
		{"allreduce of 1000, max", func(q *Proc) { Allreduce(q, of(q)[:1000], of(q)[:1000], Max) }},
		{"allreduce of 65536+1000", func(q *Proc) { Allreduce(q, of(q)[:66536], of(q)[:66536], Sum) }},
		{"alltoall of 1000", func(q *Proc) { Alltoall(q, of(q)[:1000], of(q)[2000:3000]) }},
		{"allgatherv", func(q *Proc) {
			Allgatherv(q, of(q)[:1500], of(q)[2000:][:[]int{1000, 500}[q.Rank()]], []int{1000, 500})
		}},
		{"alltoallv", func(q *Proc) { Alltoallv(q, of(q)[:1000], []int{500, 500}, of(q)[2000:3000], []int{500, 500}) }},
		{"broadcast of 1000", func(q *Proc) { Broadcast(q, of(q)[:1000], 0) }},
		{"broadcast of 1000 by the other", func(q *Proc) { Broadcast(q, of(q)[:1000], 1) }},
	}
	for i, a := range calls {
		for k, b := range calls {
			for i := range x {
				x[i], y[i] = 1, 2
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			err := m.Run(ctx, func(q *Proc) error {
				for range 5 { // another bank each time
					Barrier(q)
				}
				for range i {
					Barrier(q)
				}
				if q.Rank() == 0 {
					a.f(q)
				} else {
					b.f(q)
				}
				return nil
			})
			cancel()
			if i == k && err != nil || i != k && !errors.Is(err, ErrMismatch) {
				t.Errorf("%s, %s: %v", a.name, b.name, err)
			}
			written := func(v []float64, was float64) bool {
				return slices.ContainsFunc(v, func(x float64) bool { return x != was })
			}
			if i != k && (written(x, 1) || written(y, 2)) {
				t.Errorf("%s, %s: a vector has been written", a.name, b.name)
			}
		}
	}
}
