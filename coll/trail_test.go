package coll

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
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
			}, "last calls of rank 0 in the group of color 0: #1 barrier", ""},
			{ErrMissing, func(q, half *Proc) {
				if q.Rank() == 3 {
					Exchange(q, nil, -1, []int32{1, 2}, 1)
				}
			}, "exchange of 2 int32 to 1 (rings); #3 return", "last calls of rank 1: #1 split; #2 allreduce of 1 float64 (sum, direct); #3 return"},
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

// TestTrailOfGroup: the last calls are those in the group of the call that failed, and say so.
func TestTrailOfGroup(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x := []float64{1}
				Allreduce(q, x, x, Sum)
				Broadcast(q, x, 0)
				Allreduce(q.Split(q.Rank()/2, 0), x[:1-q.Rank()/3], x[:1-q.Rank()/3], Sum)
				return nil
			})
		})
		var e *Error
		if !errors.As(err, &e) || e.Kind != ErrMismatch || e.Trail != "last calls of rank 2 in the group of color 1 of split #3: #1 allreduce of 1 float64 (sum, direct)" || e.OtherTrail != "last calls of rank 3 in the group of color 1 of split #3: #1 allreduce of 0 float64 (sum, direct)" {
			t.Errorf("%v: %v", host, err)
		}
	}
}

// TestTrailOfWhoIsLate: an error does not say that a processor stood in a call to which it
// came only after it had been reported as late, but where it was.
func TestTrailOfWhoIsLate(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host, Cores: threads.Cores()[:min(2, len(threads.Cores()))], Stall: 30 * time.Millisecond})
		meant := func(err error) bool {
			var e *Error
			return errors.Is(err, ErrStalled) && errors.As(err, &e) && e.Rank == 0 && e.Other == 1 && e.Site != "" && e.OtherSite != e.Site &&
				strings.Contains(err.Error(), ", rank 1 at "+e.OtherSite+", ") && strings.Contains(e.OtherSite, "trail_test.go:") && e.OtherTrail == "rank 1 had made no call before"
		}
		err := patientlyFor(func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				for q.Rank() == 1 && !m.hot.stop.Load() {
					time.Sleep(time.Millisecond)
				}
				Barrier(q)
				return nil
			})
		}, meant)
		if !meant(err) {
			t.Errorf("%v: %v", host, err)
		}
	}
}

// patientlyFor runs until the result is as meant, or for ten seconds: the system may be late.
func patientlyFor(run func() error, meant func(error) bool) error {
	for since := time.Now(); ; time.Sleep(time.Millisecond) {
		if err := run(); meant(err) || time.Since(since) > 10*time.Second {
			return err
		}
	}
}

// TestTrailOfEight: the last eight calls are told, and no more; those alike that follow one
// another are told at once.
func TestTrailOfEight(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x := make([]float64, 3)
				for range 15 {
					Allreduce(q, x, x, Max)
				}
				Exchange(q, nil, -1, x, -1)
				Allreduce(q, x, x, Max)
				Allreduce(q, x, x, Max)
				Allreduce(q, x, x, Min)
				Barrier(q)
				Barrier(q)
				Broadcast(q, x, q.Rank())
				return nil
			})
		})
		var e *Error
		want := "last calls of rank 0: #14 to #15 allreduce of 3 float64 (max, direct); exchange with nobody; #16 to #17 allreduce of 3 float64 (max, direct); #18 allreduce of 3 float64 (min, direct); #19 to #20 barrier; #21 broadcast of 3 float64 (root 0, direct)"
		if !errors.As(err, &e) || e.Trail != want {
			t.Errorf("%v: %v, want %q", host, err, want)
		}
	}
}

// TestTrailFolds: exchanges that are alike and follow each other are told once.
func TestTrailFolds(t *testing.T) {
	m := machine(t, Config{P: 2})
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			x, other := []int64{1}, 1-q.Rank()
			for range 3 {
				Exchange(q, x, other, x, other)
			}
			Exchange(q, []int64{1, 2}, other, []int64{1, 2}, other)
			Barrier(q)
			Exchange(q, x, other, x, other)
			Exchange(q, x, other, x, other)
			Broadcast(q, x, q.Rank())
			return nil
		})
	})
	const want = "3 times exchange of 1 int64 to %[1]d, 1 int64 from %[1]d (rings); exchange of 2 int64 to %[1]d, 2 int64 from %[1]d (rings); #1 barrier; 2 times exchange of 1 int64 to %[1]d, 1 int64 from %[1]d (rings); #2 broadcast"
	if e := new(Error); !errors.As(err, &e) || !strings.Contains(e.Trail, fmt.Sprintf(want, e.Other)) || !strings.Contains(e.OtherTrail, fmt.Sprintf(want, e.Rank)) {
		t.Errorf("%v, want %q", err, want)
	}
}

// TestExchangeHalfWithItself: it takes one call to send and to receive.
func TestExchangeHalfWithItself(t *testing.T) {
	m := machine(t, Config{P: 1})
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			Exchange(q, []int64{1}, 0, nil, -1)
			return nil
		})
	})
	if !errors.Is(err, ErrDeadlock) || !strings.Contains(err.Error(), "until it sends 1 int64 itself: want one call that sends and receives") {
		t.Error(err)
	}
}
