//go:build mpi && cgo

package main

import (
	"context"
	"fmt"

	"github.com/cayleycoll/cayleycoll/coll"
)

// layer is a Go object that has vectors and pointers to other Go objects, of which cgo
// lets C see no more than the vectors.
type layer struct {
	name string
	w, v [6000]float64
	next *layer
}

// inObjects wants vectors to be welcome wherever they lie, in each process for itself:
// in process 0 in objects with pointers, elsewhere not.
func inObjects(m *coll.Machine, rank int) error {
	for _, n := range []int{3, 6000} { // in one message, and not
		for _, c := range []struct {
			name string
			call func(p *coll.Proc, x, y []float64)
		}{
			{"broadcast", func(p *coll.Proc, x, _ []float64) { coll.Broadcast(p, x, 0) }},
			{"allreduce", func(p *coll.Proc, x, y []float64) { coll.Allreduce(p, y, x, coll.Max) }},
			{"allreduce of a sum", func(p *coll.Proc, x, y []float64) { coll.Allreduce(p, y, x, coll.Sum) }},
			{"a schedule", func(p *coll.Proc, x, y []float64) { coll.Allreduce(p.Using(coll.Ring), y, x, coll.Sum) }},
			{"allgather", func(p *coll.Proc, x, y []float64) {
				k := len(x) / p.Size()
				coll.Allgather(p, y[:k*p.Size()], x[:k])
			}},
			{"alltoall", func(p *coll.Proc, x, y []float64) {
				k := len(x) / p.Size() * p.Size()
				coll.Alltoall(p, y[:k], x[:k])
			}},
			{"gather", func(p *coll.Proc, x, y []float64) {
				k := len(x) / p.Size()
				coll.Gather(p, y[:k*p.Size()], x[:k], 0)
			}},
			{"scatter", func(p *coll.Proc, x, y []float64) {
				k := len(x) / p.Size()
				coll.Scatter(p, y[:k], x[:k*p.Size()], 0)
			}},
			{"exchange", func(p *coll.Proc, x, y []float64) {
				coll.Exchange(p, y, (p.Rank()+1)%p.Size(), x, (p.Rank()+p.Size()-1)%p.Size())
			}},
		} {
			err := m.Run(context.Background(), func(p *coll.Proc) error {
				l := &layer{}
				if rank == 0 {
					l.name, l.next = fmt.Sprint("layer ", p.Rank()), &layer{}
				}
				for range 3 { // a plan is made at first
					c.call(p, l.w[:n], l.v[:n])
				}
				return nil
			})
			if err != nil {
				return fmt.Errorf("%s of %d elements in objects with pointers: %w", c.name, n, err)
			}
		}
	}
	return nil
}
