package coll

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// unwinds reports whether f takes the processor out of the Run.
func unwinds(f func()) (yes bool) {
	defer func() {
		if v := recover(); v != nil {
			_, yes = v.(unwinding)
		}
	}()
	f()
	return false
}

// TestEveryCallLooksForTheEnd: after a failure nothing goes on, even if what it
// would wait for is there.
func TestEveryCallLooksForTheEnd(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2} {
			m := machine(t, Config{P: p, Host: host})
			var there atomic.Uint64
			there.Store(1)
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					if q.Rank() != 0 {
						for !m.hot.stop.Load() {
							runtime.Gosched()
						}
						return nil
					}
					m.fail(errOnPurpose)
					for _, c := range []struct {
						name string
						f    func()
					}{
						{"Barrier", func() { Barrier(q) }},
						{"Exchange", func() { Exchange[float64](q, nil, -1, nil, -1) }},
						{"enter", func() { q.enter(call{word: signature(barrier, 0, 0, byDirect, 0)}) }},
						{"announce", func() { q.announce(call{word: signature(barrier, 0, 0, byDirect, 0)}) }},
						{"look", q.look},
						{"step", q.step},
						{"lastSignal", q.lastSignal},
						{"hold", q.c.hold},
						{"block", func() { q.c.block(&there, 1) }},
						{"suspend", func() { q.c.suspend(&there, 1) }},
					} {
						if !unwinds(c.f) {
							t.Errorf("%v P=%d: %s goes on after the end of the Run", host, p, c.name)
						}
					}
					return nil
				})
			})
			if !errors.Is(err, errOnPurpose) {
				t.Errorf("%v P=%d: %v", host, p, err)
			}
		}
	}
}

// TestFirstCauseStays, and who cancels a Run that is over does not end the next.
func TestFirstCauseStays(t *testing.T) {
	m := machine(t, Config{P: 2})
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 0 {
			m.fail(errOnPurpose)
			m.fail(errors.New("and another"))
		}
		Barrier(q)
		return nil
	})
	if !errors.Is(err, errOnPurpose) {
		t.Errorf("%v, want the first cause", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := m.Run(ctx, func(q *Proc) error {
		if q.Rank() == 0 {
			cancel()
			m.cancel(m.runs - 1)
		}
		return nil
	}); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 0 {
			m.cancel(m.runs - 1)
			if m.hot.stop.Load() {
				t.Error("a Run ends because an earlier one was cancelled late")
			}
		}
		Barrier(q)
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// TestCancelInTheMiddle: processors that would go on for ever hear of the end of
// their context, those that share a thread and one alone as well.
func TestCancelInTheMiddle(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 5} {
			m := machine(t, Config{P: p, Host: host})
			ctx, cancel := context.WithCancelCause(context.Background())
			err := within(t, func() error {
				return m.Run(ctx, func(q *Proc) error {
					for i := 0; ; i++ {
						Barrier(q)
						if i == 100 && q.Rank() == 0 {
							time.AfterFunc(time.Millisecond, func() { cancel(errOnPurpose) })
						}
					}
				})
			})
			if !errors.Is(err, errOnPurpose) {
				t.Errorf("%v P=%d: %v", host, p, err)
			}
		}
	}
}
