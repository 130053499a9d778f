package coll

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// A Proc in the wrong hands is not found, but where an error follows that shows it, that says so.

// TestBorrowedOfNeighbour: processors of one thread that use one Proc, as of a struct that they
// share, panic in a switch. An iterator of f's own that panics so is f's.
func TestBorrowedOfNeighbour(t *testing.T) {
	m := machine(t, Config{P: 3, Host: Threads, Cores: threads.Cores()[:1]})
	panicked := func(f func(q *Proc)) Panic {
		var p Panic
		err := within(t, func() (err error) {
			defer func() { err, _ = recover().(error) }()
			return m.Run(context.Background(), func(q *Proc) error { f(q); return nil })
		})
		if !errors.As(err, &p) {
			t.Error(err)
		}
		usable(t, m)
		return p
	}
	var shared *Proc
	if p := panicked(func(q *Proc) {
		shared = q
		Barrier(q)
		Barrier(shared)
	}); !strings.HasPrefix(fmt.Sprint(p.Value), "a Proc is used by another rank, or another goroutine, than its own: iter.Pull: ") || !strings.Contains(p.Stack, "borrowed_test.go") {
		t.Error(p)
	}
	if p := panicked(func(q *Proc) {
		var next func() (int, bool)
		next, stop := iter.Pull(func(func(int) bool) { next() })
		defer stop()
		next()
	}); p.Value != "iter.Pull: next called again before yield" {
		t.Error(p)
	}
}

// TestBorrowedStalls: who waits in a call by another's Proc is late by its own account, and the
// error says what it does.
func TestBorrowedStalls(t *testing.T) {
	if race.Enabled {
		t.Skip("two processors use one Proc")
	}
	m := machine(t, Config{P: 2, Host: Goroutines, Stall: 40 * time.Millisecond})
	of1 := make(chan *Proc) // two in calls by it at a time might both sleep where only one is woken
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			if q.Rank() == 1 {
				of1 <- q
			} else {
				Barrier(<-of1)
			}
			for !m.hot.stop.Load() {
				time.Sleep(time.Millisecond)
			}
			return nil
		})
	})
	if e := new(Error); !errors.As(err, &e) || e.Kind != ErrStalled || e.Other != 0 || !strings.Contains(e.OtherSite, "borrowed_test.go:") || !strings.HasSuffix(strings.SplitN(err.Error(), "\n", 2)[0], ", "+borrowing+")") {
		t.Error(err)
	}
	usable(t, m)
}

// TestSightedInItsOwnCall: who was late, and has come to a call before anybody looks where it is,
// waits there by its own Proc.
func TestSightedInItsOwnCall(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host, Cores: threads.Cores()[:min(2, len(threads.Cores()))], Stall: time.Minute})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				if late := m.fibers[1]; q.Rank() == 0 && late.h != q.c.h {
					for m.hot.sleepers.Load() == 0 {
						time.Sleep(time.Millisecond)
					}
					if site, doing := late.sighting(); !strings.Contains(site, "borrowed_test.go:") || doing != "" {
						t.Errorf("%v: at %q, %q", host, site, doing)
					}
				}
				Barrier(q)
				return nil
			})
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestTrailAfterReturn: who has returned makes no call.
func TestTrailAfterReturn(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		for _, returned := range []bool{true, false} {
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					if returned {
						q.finish()
					}
					Barrier(q)
					Broadcast(q, []float64{1}, q.Rank())
					return nil
				})
			})
			if e := new(Error); !errors.As(err, &e) || strings.HasSuffix(e.Trail, borrowed) != returned || strings.HasSuffix(e.OtherTrail, borrowed) != returned {
				t.Errorf("%v: %v", host, err)
			}
		}
	}
}
