package coll

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// slowly is a graph whose schedules take long to make.
type slowly struct{ cayley.Graph }

func (g slowly) Neighbor(v, k int) int {
	time.Sleep(time.Millisecond)
	return g.Graph.Neighbor(v, k)
}

// TestWorkIsNotLate: what a collective itself takes, the making of a schedule included,
// is nobody's being late, however long others wait for it; a caller's operator is the
// caller's.
func TestWorkIsNotLate(t *testing.T) {
	path, err := cayley.NewGraph("path", 5, [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}, {3, 4}, {4, 3}})
	if err != nil {
		t.Fatal(err)
	}
	const stall = 40 * time.Millisecond
	nobodyLate := func(what string, run func() error) {
		if err := patiently(run); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, host := range modes {
		var m *Machine
		nobodyLate(fmt.Sprintf("%v: making", host), func() error {
			m = machine(t, Config{P: 5, Graph: slowly{path}, Host: host, Stall: stall})
			begun := time.Now()
			err := m.Run(context.Background(), func(q *Proc) error {
				Allgather(q.Using(Cayley), make([]int64, 15), make([]int64, 3))
				return nil
			})
			if took := time.Since(begun); err == nil && took < 2*stall {
				err = fmt.Errorf("made in %v", took)
			}
			return err
		})
		nobodyLate(fmt.Sprintf("%v: at work", host), func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				if q.Rank() == 0 {
					q.c.hold()
					time.Sleep(3 * stall)
					q.c.release()
				}
				Barrier(q)
				return nil
			})
		})
		nobodyLate(fmt.Sprintf("%v: soon after work", host), func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				if q.Rank() == 0 {
					q.c.hold()
					time.Sleep(3 * stall)
					q.c.release()
					time.Sleep(stall / 3) // some looks of the watch
				}
				Barrier(q)
				return nil
			})
		})
		slow := func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x := []float64{1}
				AllreduceFunc(q, x, x, func(acc, x []float64) { time.Sleep(3 * stall) })
				return nil
			})
		}
		meant := func(err error) bool {
			var e *Error
			return errors.Is(err, ErrStalled) && errors.As(err, &e) && e.Other >= 0 && e.Other != e.Rank && strings.Contains(e.Text, "which is in the function of allreducefunc")
		}
		if err := patientlyFor(slow, meant); !meant(err) {
			t.Errorf("%v: a slow operator: %v", host, err)
		}
	}
}

// TestWhoIsAwaited: only those are late for whom somebody waits, in their group or in an exchange,
// or who keep somebody's thread.
func TestWhoIsAwaited(t *testing.T) {
	const f, work, waits = -2, atWork, 2
	racing := machine(t, Config{P: 6, Host: Goroutines, Stall: time.Hour})
	shared := machine(t, Config{P: 6, Host: Threads, Cores: threads.Cores()[:1], Stall: time.Hour})
	for name, c := range map[string]struct {
		m     *Machine
		since [6]int64
		who   int // waits in a group of 1, 3 and 5, if it waits
		peer  int // by rank in it
		want  string
	}{
		"the others":                   {racing, [6]int64{f, waits, f, waits, f, f}, 1, -1, "rank 1 has waited 1h0m0s for rank 5"},
		"all of the group":             {racing, [6]int64{f, f, f, waits, f, f}, 3, -1, "rank 3 has waited 1h0m0s for ranks 1, 5"},
		"one of another group":         {racing, [6]int64{f, waits, f, work, f, work}, 1, -1, ""},
		"the other of an exchange":     {racing, [6]int64{f, waits, f, f, f, f}, 1, 1, "rank 1 has waited 1h0m0s for rank 3"},
		"the first of an exchange":     {racing, [6]int64{f, f, f, waits, f, f}, 3, 0, "rank 3 has waited 1h0m0s for rank 1"},
		"another than of the exchange": {racing, [6]int64{f, waits, f, work, f, f}, 1, 1, ""},
		"its thread":                   {shared, [6]int64{queued, queued, queued, f, queued, queued}, -1, -1, "rank 0 has waited 1h0m0s for rank 3"},
		"its thread, in an exchange":   {shared, [6]int64{work, waits, f, work, work, work}, 1, 1, "rank 1 has waited 1h0m0s for rank 2"},
		"both":                         {shared, [6]int64{work, waits, f, f, work, work}, 1, 1, "rank 1 has waited 1h0m0s for ranks 2, 3"},
		"another's thread":             {racing, [6]int64{f, queued, f, f, f, f}, -1, -1, ""},
	} {
		m := c.m
		half := newGroup(m, []*fiber{m.fibers[1], m.fibers[3], m.fibers[5]})
		m.mu.Lock()
		m.started, m.ctx, m.running, m.cause = time.Now().Add(-2*time.Hour), context.Background(), true, nil
		m.mu.Unlock()
		for rank, since := range c.since {
			var in *group
			if rank == c.who {
				in = half
			}
			m.fibers[rank].tellWatch(in, c.peer, since)
		}
		if who := max(c.who, 0); len((&absent{at: map[*host][]*fiber{m.fibers[who].h: m.fibers}}).from(m.fibers[who], 3)) > 0 {
			t.Errorf("%s: it waits since another time, and still for somebody", name)
		}
		m.checkLate(m.started)
		var e *Error
		if errors.As(m.cause, &e) != (c.want != "") || e != nil && e.Text != c.want {
			t.Errorf("%s: %v, want %q", name, m.cause, c.want)
		}
		m.running = false
	}
	for _, m := range []*Machine{racing, shared} {
		if err := within(t, func() error { return sum(m) }); err != nil {
			t.Error(err)
		}
	}
}

// TestSaysForWhomItWaits: who waits says where and for whom, and no more when it goes on.
func TestSaysForWhomItWaits(t *testing.T) {
	m := machine(t, Config{P: 3, Host: Goroutines, Stall: time.Hour})
	if err := within(t, func() error {
		var calls atomic.Int32 // of rank 1
		return m.Run(context.Background(), func(q *Proc) error {
			some := q.Split(min(q.Rank(), 1), 0) // 1 and 2
			Barrier(q)
			c := m.fibers[1]
			sees := func(call int32, peer int64) {
				for calls.Load() < call || c.since.Load() <= queued {
					time.Sleep(100 * time.Microsecond)
				}
				if c.in.Load() != some.g || c.peer.Load() != peer {
					t.Errorf("rank 1 waits for %d of %p, want %d of %p", c.peer.Load(), c.in.Load(), peer, some.g)
				}
			}
			switch q.Rank() {
			case 1:
				calls.Store(1)
				Exchange(some, make([]int32, 1), 1, nil, -1)
				if c.in.Load() != nil {
					t.Error("it says so still")
				}
				calls.Store(2)
				Barrier(some)
			case 2:
				sees(1, 1)
				Exchange(some, nil, -1, make([]int32, 1), 0)
				sees(2, -1)
				Barrier(some)
			}
			return nil
		})
	}); err != nil {
		t.Error(err)
	}
}

// TestGivingWayIsWaiting: who has sent a vector that is lent, and lets its neighbours run
// before it takes that back, waits: for a neighbour at work nobody is late, and one that
// keeps the thread is.
func TestGivingWayIsWaiting(t *testing.T) {
	const stall = 40 * time.Millisecond
	for _, n := range []int{nearLeast, nearLeast + 1, ringSlots * slotLength} {
		m := machine(t, Config{P: 3, Host: Threads, Cores: threads.Cores()[:1], Stall: stall})
		send := func(neighbour func(q *Proc)) error {
			return within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					x := make([]float64, n)
					switch q.Rank() {
					case 0:
						Exchange(q, nil, -1, x, 2)
					case 1:
						peer := int64(-1) // it has gone on to the barrier
						if n > nearLeast {
							peer = 2
						}
						if c := m.fibers[0]; c.since.Load() <= queued || c.peer.Load() != peer {
							t.Errorf("n=%d: rank 0 is in f, or waits for %d, while rank 1 has the thread", n, c.peer.Load())
						}
						neighbour(q)
					case 2:
						Exchange(q, x, 0, nil, -1)
					}
					Barrier(q)
					return nil
				})
			})
		}
		if err := patiently(func() error {
			return send(func(q *Proc) {
				q.c.hold()
				time.Sleep(3 * stall)
				q.c.release()
			})
		}); err != nil {
			t.Errorf("n=%d, a neighbour at work: %v", n, err)
		}
		var e *Error
		meant := func(err error) bool { // else the system has kept rank 0 from its call
			return errors.Is(err, ErrStalled) && errors.As(err, &e) && e.Other == 1 && !strings.Contains(e.Text, "for rank 0")
		}
		if err := patientlyFor(func() error { return send(func(*Proc) { m.ends() }) }, meant); !meant(err) {
			t.Errorf("n=%d, a neighbour that keeps the thread: %v", n, err)
		}
	}
}

// TestOperatorFails: a caller's operator that does not return ends the Run on all
// processors, even if f recovers, and nobody waits for who has called it.
func TestOperatorFails(t *testing.T) {
	for name, operator := range map[string]func(){
		"panics": func() { panic(errOnPurpose) }, "goexit": runtime.Goexit} {
		for _, host := range modes {
			m := machine(t, Config{P: 2, Host: host}) // a team each: rank 0 calls the operator
			unwound := make(chan bool)
			var caught atomic.Int32 // what the operator panicked with, by who called it
			err := within(t, func() (err error) {
				defer func() {
					if v := recover(); v != nil {
						err = v.(error)
					}
				}()
				return m.Run(context.Background(), func(q *Proc) error {
					if q.Rank() == 1 {
						defer close(unwound)
					}
					func() {
						defer func() {
							if q.Rank() == 0 && host == Goroutines {
								<-unwound
							}
							if recover() == any(errOnPurpose) {
								caught.Add(1)
							}
						}()
						x := make([]float64, 10)
						AllreduceFunc(q, x, x, func(acc, y []float64) { operator() })
					}()
					Barrier(q)
					return nil
				})
			})
			if name == "panics" && !errors.Is(err, errOnPurpose) || name == "goexit" && !errors.Is(err, ErrMissing) {
				t.Errorf("%v: the operator %s: %v", host, name, err)
			}
			if n := caught.Load(); (n == 1) != (name == "panics") {
				t.Errorf("%v: the operator %s: %d recover what it panics with", host, name, n)
			}
			if err := within(t, func() error { return sum(m) }); err != nil {
				t.Errorf("%v: and then: %v", host, err)
			}
		}
	}
}

// TestForeignProc: a processor of another machine, or of a Run that has ended, fails the
// Run in which it is used, and nobody waits.
func TestForeignProc(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 5} {
			m := machine(t, Config{P: p, Host: host})
			other, err := New(Config{P: 1, Host: host})
			if err != nil {
				t.Fatal(err)
			}
			var foreign, own *Proc
			for machine, old := range map[*Machine]**Proc{m: &own, other: &foreign} {
				if err := machine.Run(context.Background(), func(q *Proc) error {
					if q.Rank() == 0 {
						*old = q.Split(0, 0)
					} else {
						q.Split(0, 0)
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
			for name, old := range map[string]*Proc{"foreign": foreign, "own": own} {
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						if q.Rank() == 0 {
							Barrier(old)
						}
						Barrier(q)
						return nil
					})
				})
				if !errors.Is(err, ErrUsage) {
					t.Errorf("%v P=%d: %s: %v", host, p, name, err)
				}
			}
			other.Close()
		}
	}
}

// TestUnwindingSaysWhy: who recovers the unwinding reads why the Run has failed.
func TestUnwindingSaysWhy(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		said := make([]string, 3)
		err := m.Run(context.Background(), func(q *Proc) error {
			defer func() {
				said[q.Rank()] = fmt.Sprint(recover())
			}()
			Barrier(q) // all have begun: who has not when a Run fails never does
			x := make([]float64, 1+q.Rank()/2)
			Allreduce(q, x, x, Sum)
			return nil
		})
		if !errors.Is(err, ErrMismatch) {
			t.Fatal(err)
		}
		for r, s := range said {
			if !strings.Contains(s, "the Run has failed and this processor unwinds: "+ErrMismatch.Error()) {
				t.Errorf("%v: rank %d recovers %q", host, r, s)
			}
		}
	}
}

// TestPanicBehindACall: a collective that a deferred call makes while a panic passes is one
// like any other; where it fails, that is what ends the Run.
func TestPanicBehindACall(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				defer Barrier(q)
				if q.Rank() == 1 {
					panic(errOnPurpose)
				}
				x := []float64{1}
				Allreduce(q, x, x, Sum)
				return nil
			})
		})
		if !errors.Is(err, ErrMismatch) {
			t.Errorf("%v: %v", host, err)
		}
		if e, ok := err.(*Error); !ok || !strings.Contains(e.Site+e.OtherSite, "late_test.go") || strings.Contains(e.Error(), "panic.go") {
			t.Errorf("%v: the deferred call stands in the runtime: %v", host, err)
		}
		if err := within(t, func() error { return sum(m) }); err != nil {
			t.Errorf("%v: and then: %v", host, err)
		}
	}
}

// TestPanicAfterFailure: a panic that comes after the first cause is told at the end of the error,
// the first such one with its stack; what f knows of the failure and panics with is none.
func TestPanicAfterFailure(t *testing.T) {
	for _, host := range modes {
		for name, cause := range map[string]error{"an error of f": errOnPurpose, "the context's": nil, "a call's": ErrUsage} {
			m := machine(t, Config{P: 4, Host: host})
			for _, panics := range []bool{true, false} {
				ctx, cancel := context.WithCancelCause(context.Background())
				err := within(t, func() error {
					return m.Run(ctx, func(q *Proc) error {
						defer func() {
							switch v := recover(); {
							case v == nil:
							case panics && q.Rank() == 2:
								panic("a bug")
							case q.Rank() == 1:
								panic(cmp.Or(context.Cause(q.Context()), cause))
							default:
								panic(fmt.Errorf("again: %w", v.(error)))
							}
						}()
						Barrier(q) // all have begun
						if q.Rank() == 0 {
							switch cause {
							case nil:
								cancel(errOnPurpose)
							case ErrUsage:
								Broadcast(q, []float64{1}, 4)
							}
							return cause
						}
						Barrier(q)
						return nil
					})
				})
				cancel(nil)
				var then Panic
				if !errors.Is(err, cmp.Or(cause, errOnPurpose)) || errors.As(err, &then) != panics {
					t.Errorf("%v, %s, panics %t: %v", host, name, panics, err)
				}
				if panics && (then.Rank != 2 || then.Value != "a bug" || !strings.Contains(then.Stack, "late_test.go") || !strings.HasSuffix(err.Error(), "\n\tthen rank 2 panicked: a bug")) {
					t.Errorf("%v, %s: %v of %v", host, name, then.Value, err)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Errorf("%v: and then: %v", host, err)
				}
			}
		}
	}
}
