package coll

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// interrupted makes many Runs of f that are cancelled after 50 to 700 µs.
func interrupted(t *testing.T, p int, f func(q *Proc) error) {
	t.Helper()
	m := machine(t, Config{P: p})
	for k := range 120 {
		ctx, cancel := context.WithCancel(context.Background())
		timer := time.AfterFunc(time.Duration(50+k%17*40)*time.Microsecond, cancel)
		err := m.Run(ctx, f)
		timer.Stop()
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

// TestLatePayload: what a processor gives a collective while it unwinds is in no result of
// another's, wherever the words lie on the way.
func TestLatePayload(t *testing.T) {
	for _, c := range []struct{ p, n int }{{2, 20}, {2, 1}, {2, 1000}, {8, 8}, {30, 1}, {16, 20}} {
		var wrong atomic.Int64
		interrupted(t, c.p, func(q *Proc) error {
			x, late := make([]int64, c.n), make([]int64, c.n)
			for i := range late {
				late[i] = 1e12
			}
			defer func() { Allreduce(q, late, late, Sum) }()
			for k := int64(0); ; k++ {
				for i := range x {
					x[i] = k
				}
				Allreduce(q, x, x, Sum)
				for _, v := range x {
					if v != k*int64(c.p) {
						wrong.Add(1)
					}
				}
			}
		})
		if w := wrong.Load(); w > 0 {
			t.Errorf("P=%d n=%d: %d wrong elements", c.p, c.n, w)
		}
	}
}

// TestLateSplit: a Split while a processor unwinds changes nothing that others read, of
// which the race detector would tell.
func TestLateSplit(t *testing.T) {
	interrupted(t, 6, func(q *Proc) error {
		defer func() { q.Split(0, 0) }()
		for {
			q.Split(q.Rank()&1, 0)
		}
	})
}
