package coll

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// usable waits until the machine runs again.
func usable(t *testing.T, m *Machine) {
	t.Helper()
	if err := within(t, func() error { return patiently(func() error { return sum(m) }) }); err != nil {
		t.Fatalf("the machine does not run again: %v", err)
	}
}

// TestNeighbourKeepsTheThread: a processor that waits by a channel for one on the
// same host, before either has made a call, is found, and Run does not wait for it.
func TestNeighbourKeepsTheThread(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Threads, Cores: threads.Cores()[:1], Stall: 50 * time.Millisecond})
	var release chan struct{}
	back := func() {
		close(release)
		usable(t, m)
	}
	run := func() error {
		if release != nil {
			back()
		}
		release = make(chan struct{})
		return within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				if q.Rank() == 0 {
					<-release
				}
				Barrier(q)
				return nil
			})
		})
	}
	meant := func(err error) bool {
		var e *Error
		return errors.Is(err, ErrStalled) && errors.As(err, &e) && e.Rank == 1 && e.Other == 0 && strings.Contains(e.Text, "share a thread") &&
			strings.Contains(e.Text, "come back") && !strings.Contains(e.Error(), "\n") && strings.Contains(e.OtherSite, "abandon_test.go:")
	}
	if err := patientlyFor(run, meant); !meant(err) {
		t.Errorf("%v", err)
	}
	if why := plain(m.Run(context.Background(), func(*Proc) error { return nil }), "not come back"); why != "" {
		t.Error("Run:", why)
	}
	if why := plain(m.Close(), "not come back"); why != "" {
		t.Error("Close:", why)
	}
	back()
}

// TestAbandon: whatever ended the Run, with Stall it returns without a processor
// that is stuck, tells what it may, and the machine runs again when that is back.
func TestAbandon(t *testing.T) {
	failure := errors.New("a failure")
	if len(threads.Cores()) < 2 {
		t.Skip("rank 0 waits for rank 2 by a channel: they need a thread each")
	}
	for _, host := range modes {
		for name, want := range map[string]error{"stalled": ErrStalled, "failed": failure, "cancelled": context.Canceled} {
			t.Run(host.String()+"/"+name, func(t *testing.T) {
				t.Parallel()
				late := true // another than rank 2 and who shares its thread, by the system's doing: then another Run is to tell
				for try := 0; late && try < 20; try++ {
					stall := 50 * time.Millisecond
					if want != ErrStalled {
						stall *= 20 // nobody else may be late first
					}
					m := machine(t, Config{P: 3, Host: host, Stall: stall, Cores: threads.Cores()[:2]}) // whatever GOMAXPROCS says
					release, begun := make(chan struct{}), make(chan struct{})
					ctx, cancel := context.WithCancel(context.Background())
					err := within(t, func() error {
						return m.Run(ctx, func(q *Proc) error {
							switch {
							case q.Rank() == 2:
								close(begun)
								<-release
							case q.Rank() == 0 && want != ErrStalled:
								select {
								case <-begun: // not before it is stuck
								case <-release:
								}
								if want == failure {
									return failure
								}
								cancel()
							}
							Barrier(q)
							return nil
						})
					})
					cancel()
					var e *Error
					if late = errors.Is(err, ErrStalled) && want != ErrStalled; !late && !errors.Is(err, want) {
						t.Errorf("%v, want %v", err, want)
					}
					if errors.As(err, &e) {
						late = late || e.Other == 0 || e.Other == 1 && len(m.fiberOf(1).h.fibers) == 1
					}
					if e != nil && !late && (e.Other != 2 && e.Other != 1 || e.Other == 2 && !strings.Contains(e.OtherSite, "abandon_test.go:") || e.OtherTrail != "") {
						t.Errorf("%+v", e)
					}
					close(release)
					usable(t, m)
				}
				if late {
					t.Error("another was late in all Runs")
				}
			})
		}
	}
}

// TestAbandonedCause: the cause of the context and a panic are found in what Run ends with, without a
// processor that is stuck.
func TestAbandonedCause(t *testing.T) {
	told := &Error{Kind: ErrMissing, Rank: 7, Other: 8} // of which Run says no more than it says
	for name, c := range map[string]struct {
		f    func(cancel context.CancelCauseFunc)
		says string
	}{
		"told":     {func(cancel context.CancelCauseFunc) { cancel(told) }, "not all have come back from f"},
		"panicked": {func(context.CancelCauseFunc) { panic(told) }, "rank 0 panicked"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := machine(t, Config{P: 2, Host: Goroutines, Stall: time.Second})
			ctx, cancel := context.WithCancelCause(context.Background())
			begun, release := make(chan struct{}), make(chan struct{})
			var panicked bool
			err := within(t, func() (err error) {
				defer func() {
					if v := recover(); v != nil {
						panicked, err = true, v.(Panic)
					}
				}()
				return m.Run(ctx, func(q *Proc) error {
					if q.Rank() == 0 {
						<-begun // not before it is stuck
						c.f(cancel)
					} else {
						close(begun)
						<-release
					}
					return nil
				})
			})
			if e := (*Error)(nil); !errors.As(err, &e) || e != told || !strings.Contains(err.Error(), c.says) || panicked != (name == "panicked") {
				t.Errorf("%v, panicked %v", err, panicked)
			}
			close(release)
			usable(t, m)
		})
	}
}

// TestInUse: Run and Close say what keeps a machine.
func TestInUse(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines, Stall: 10 * time.Millisecond})
	back := make(chan struct{})
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 1 {
			<-back
		}
		Barrier(q)
		return nil
	})
	if !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), "not all have come back from f") {
		t.Error(err)
	}
	if why := plain(m.Close(), "Close while processors have not come back"); why != "" {
		t.Error(why)
	}
	close(back)
	usable(t, m)
	err = patiently(func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			if q.Rank() == 0 {
				if why := plain(m.Close(), "while a Run of this machine is in progress"); why != "" {
					t.Error(why)
				}
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}
