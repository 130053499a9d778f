//go:build mpi

package main

import (
	"context"
	"errors"
	"fmt"
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
