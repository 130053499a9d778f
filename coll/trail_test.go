package coll

import (
	"context"
	"errors"
	"fmt"
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

// TestTrailOfEight: the last eight calls are told, and no more.
func TestTrailOfEight(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x := make([]float64, 3)
				for range 20 {
					Allreduce(q, x, x, Max)
				}
				Exchange(q, nil, -1, x, -1)
				Broadcast(q, x, q.Rank())
				return nil
			})
		})
		var e *Error
		want := fmt.Sprintf("last calls of rank 0: %s20 allreduce of 3 float64 (max, direct); exchange with nobody; 21 broadcast of 3 float64 (root 0, direct)",
			strings.Join(append(numbered("allreduce of 3 float64 (max, direct)", 14, 19), ""), "; "))
		if !errors.As(err, &e) || e.Trail != want {
			t.Errorf("%v: %v, want %q", host, err, want)
		}
	}
}

func numbered(s string, from, to int) (list []string) {
	for ; from <= to; from++ {
		list = append(list, fmt.Sprintf("%d %s", from, s))
	}
	return list
}
