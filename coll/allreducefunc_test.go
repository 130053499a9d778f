package coll

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
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

// TestOperatorMakesCalls: the function makes no collective and no exchange, not even one that
// waits for nobody.
func TestOperatorMakesCalls(t *testing.T) {
	for _, host := range modes {
		for name, call := range map[string]func(q, solo *Proc, x []float64){
			"collective": func(_, solo *Proc, x []float64) { Allreduce(solo, x, x, Max) },
			"exchange":   func(q, _ *Proc, x []float64) { Exchange(q, x, q.Rank(), x, q.Rank()) },
			"own group":  func(q, _ *Proc, _ []float64) { Barrier(q) },
		} {
			for _, p := range []int{2, 5} {
				m := machine(t, Config{P: p, Host: host, Stall: time.Minute})
				if err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						solo, x := q.Split(q.Rank(), 0), make([]float64, 100)
						AllreduceFunc(q, x, x, func(_, _ []float64) { call(q, solo, make([]float64, 100)) })
						return nil
					})
				}); name == "own group" && err == nil || name != "own group" && (!errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "the function of allreducefunc made a collective or an exchange")) {
					t.Errorf("%v P=%d, %s: %v", host, p, name, err)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Errorf("%v P=%d, %s: and then: %v", host, p, name, err)
				}
			}
		}
	}
}
