package coll

import (
	"context"
	"fmt"
	"testing"
)

// TestFuncAfterFunc: of calls that follow each other at once, with vectors that grow and
// shrink, every processor gets the result of its own call, whatever way its words go.
func TestFuncAfterFunc(t *testing.T) {
	digits := func(acc, x []int64) { // not commutative
		for i, v := range x {
			acc[i] = 10*acc[i] + v
		}
	}
	for _, c := range []struct{ p, teams int }{{2, 2}, {5, 2}, {4, 4}} {
		m := teamed(t, Config{P: c.p}, c.teams)
		if err := m.Run(context.Background(), func(q *Proc) error {
			for k, n := range []int{1, 13, 14, 3, 500, 20, 1, 3000, 100, 9000, 2} {
				for again := range 5 {
					x, want := make([]int64, n), int64(0)
					for r := range c.p {
						want = 10*want + int64(r+k+again)
					}
					for i := range x {
						x[i] = int64(q.Rank() + k + again)
					}
					AllreduceFunc(q, x, x, digits)
					for i, v := range x {
						if v != want {
							return fmt.Errorf("element %d of %d is %d, want %d", i, n, v, want)
						}
					}
				}
			}
			return nil
		}); err != nil {
			t.Errorf("%d processors in %d teams: %v", c.p, c.teams, err)
		}
	}
}
