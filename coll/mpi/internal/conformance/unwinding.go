//go:build mpi && cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

// unwound ends Runs in which rank 0 sends to the last rank, by copies, which may come
// faster than they are received, and by vectors that are read in their place. Deferred
// calls of f write the vectors anew, and nobody else does after that.
func unwound(m *coll.Machine, p int) error {
	const mark, runs, most = -5, 4, 10_000 // most: messages of a Run, which may all be in memory
	for _, n := range []int{1000, 6000, 1 << 20} {
		for run := range runs {
			ctx, cancel := context.WithCancel(context.Background())
			vectors := make(chan []float64, p)
			err := m.Run(ctx, func(q *coll.Proc) error {
				x := make([]float64, n)
				defer func() {
					for i := range x {
						x[i] = mark
					}
					time.Sleep(3 * time.Millisecond)
					vectors <- x
				}()
				coll.Barrier(q)
				if q.Rank() == (p-1)*(run%2) { // by the one or by the other
					time.AfterFunc(time.Duration(1+run)*time.Millisecond, cancel)
				}
				for range most {
					switch q.Rank() {
					case 0:
						coll.Exchange(q, nil, -1, x, p-1)
					case p - 1:
						coll.Exchange(q, x, 0, nil, -1)
					}
				}
				for {
					coll.Barrier(q)
				}
			})
			cancel()
			if !errors.Is(err, context.Canceled) {
				return fmt.Errorf("exchanges of %d elements that end with their context: %v", n, err)
			}
			close(vectors)
			for x := range vectors {
				for i, v := range x {
					if v != mark {
						return fmt.Errorf("element %d of %d was written after its processor had unwound", i, n)
					}
				}
			}
		}
	}
	return nil
}

// long are collectives whose vectors go straight to the callers' and from them, as call
// number k of f: y is the result, which has want in all places.
var long = []struct {
	name string
	call func(q *coll.Proc, y, x []float64, k int) (want float64)
}{
	{"broadcast", func(q *coll.Proc, y, x []float64, k int) float64 {
		if q.Rank() == k%q.Size() {
			copy(y, x)
		}
		coll.Broadcast(q, y, k%q.Size())
		return float64(k)
	}},
	{"allreduce by sum", func(q *coll.Proc, y, x []float64, k int) float64 {
		coll.Allreduce(q, y, x, coll.Sum)
		return float64(k * q.Size())
	}},
	{"allreduce by max", func(q *coll.Proc, y, x []float64, k int) float64 {
		coll.Allreduce(q, y, x, coll.Max)
		return float64(k)
	}},
	{"allgather", func(q *coll.Proc, y, x []float64, k int) float64 {
		b := len(x) / q.Size()
		coll.Allgather(q, y[:b*q.Size()], x[:b])
		for i := b * q.Size(); i < len(y); i++ {
			y[i] = float64(k)
		}
		return float64(k)
	}},
}

// unwoundLong ends Runs in long collectives. Deferred calls of f write the vectors anew:
// nobody else does after that, and it comes into nobody's result.
func unwoundLong(m *coll.Machine, p int) error {
	const mark, runs, n = -5, 3, 1 << 19
	for _, place := range []string{"the world", "a group"} {
		for _, c := range long {
			for run := range runs {
				ctx, cancel := context.WithCancel(context.Background())
				vectors := make(chan []float64, 2*p)
				err := m.Run(ctx, func(world *coll.Proc) error {
					q := world
					if place == "a group" {
						q = world.Split(0, world.Rank())
					}
					x, y := make([]float64, n), make([]float64, n)
					defer func() {
						for i := range x {
							x[i], y[i] = mark, mark
						}
						time.Sleep(3 * time.Millisecond)
						vectors <- x
						vectors <- y
					}()
					for k := 1; ; k++ {
						for i := range x {
							x[i] = float64(k)
						}
						if k == 2 && q.Rank() == (p-1)*(run%2) {
							time.AfterFunc(time.Duration(1+4*run)*time.Millisecond, cancel)
						}
						want := c.call(q, y, x, k)
						for i, v := range y {
							if v != want {
								return fmt.Errorf("%s in %s: element %d of %d is %v, want %v", c.name, place, i, n, v, want)
							}
						}
					}
				})
				cancel()
				if !errors.Is(err, context.Canceled) {
					return fmt.Errorf("%s in %s that ends with its context: %v", c.name, place, err)
				}
				close(vectors)
				for v := range vectors {
					if i := slices.IndexFunc(v, func(e float64) bool { return e != mark }); i >= 0 {
						return fmt.Errorf("%s in %s: element %d of %d was written after its processor had unwound", c.name, place, i, n)
					}
				}
			}
		}
	}
	return nil
}
