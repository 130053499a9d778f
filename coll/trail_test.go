package coll

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestTrailOfWhoWaits: a deadlock and a message that nobody received have last calls
// to tell as well, of one that waits and of the one that it waits for.
func TestTrailOfWhoWaits(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		for _, c := range []struct {
			kind  error
			f     func(q, half *Proc)
			rank  string // what its last calls end with
			other string
		}{
			{ErrDeadlock, func(q, half *Proc) { // each waits in a group for one that waits in another
				if q.Rank()%2 == 0 {
					Barrier(half)
				} else {
					Scan(q, []int32{1}, []int32{1}, Sum)
				}
			}, "last calls of rank 0: 1 barrier", ""},
			{ErrMissing, func(q, half *Proc) {
				if q.Rank() == 3 {
					Exchange(q, nil, -1, []int32{1, 2}, 1)
				}
			}, "exchange of 2 int32 to 1 (rings); 3 return", "2 allreduce of 1 float64 (sum, direct); 3 return"},
		} {
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					half := q.Split(q.Rank()/2, 0)
					Allreduce(q, []float64{1}, []float64{1}, Sum)
					c.f(q, half)
					return nil
				})
			})
			var e *Error
			if !errors.Is(err, c.kind) || !errors.As(err, &e) || !strings.Contains(e.Trail, c.rank) || !strings.Contains(e.OtherTrail, c.other) {
				t.Errorf("%v: %v", host, err)
			}
		}
	}
}
