package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"
	"time"
)

// TestLongSpin: who looks for hours before it sleeps does not sleep for hours.
func TestLongSpin(t *testing.T) {
	for _, others := range []bool{false, true} {
		for _, spin := range []time.Duration{0, math.MaxInt64 / 50, math.MaxInt64} {
			t.Run(fmt.Sprintf("others=%v/spin=%v", others, spin), func(t *testing.T) {
				t.Parallel()
				m := machine(t, Config{P: 1, Host: Goroutines, SpinFor: spin})
				if err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						begun := time.Now()
						q.waitFor(func(int, bool) (bool, error) { return time.Since(begun) > 1100*time.Millisecond, nil }, others)
						return nil
					})
				}); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestHostileStoppedWaiter: what passes while the process of who waits is stopped makes no other process
// late, before its watch has looked again or after that.
func TestHostileStoppedWaiter(t *testing.T) {
	inThisProcess(t)
	for _, c := range []struct {
		name            string
		looked, resumed time.Duration
		late            bool
	}{
		{"not stopped", 3 * time.Hour, 0, true},
		{"stopped long ago", 3 * time.Hour, time.Hour, true},
		{"stopped", 3 * time.Hour, 2 * time.Hour, false},
		{"the watch has not looked since", time.Hour, 0, false},
	} {
		acrossHostile(t, 1, 2, Config{P: 2, Stall: time.Hour}, func(k int, m *Machine) error {
			err := m.Run(context.Background(), func(q *Proc) error {
				if q.Rank() == 0 {
					m.started = time.Now().Add(-3 * time.Hour)
					m.looked.Store(int64(c.looked))
					m.resumed.Store(int64(c.resumed))
					looks := 0
					q.waitWhile(func(int, bool) (bool, error) { looks++; return looks > 5, nil }, true, 3*time.Hour, noBinding)
				}
				Barrier(q)
				return nil
			})
			if errors.Is(err, ErrStalled) != c.late || !c.late && err != nil {
				return fmt.Errorf("%s, process %d: %v, want that another process is late: %v", c.name, k, err, c.late)
			}
			return nil
		})
	}
}

// TestHostileSharing: who looks for the message of another process waits, as the watch sees it, and looks long
// only where it is the only processor of its process, also in a group.
func TestHostileSharing(t *testing.T) {
	inThisProcess(t)
	for _, c := range []struct{ p, polls int }{{2, 10 * firstPolls}, {4, firstPolls}} {
		h := newHostile(2, 1)
		var machines [2]atomic.Pointer[Machine]
		var shared, wrong atomic.Int64
		h.shares = func(process, polls int) {
			m := machines[process].Load()
			if m == nil {
				return // of New
			}
			shared.Add(1)
			waits := false
			for _, f := range m.fibers {
				waits = waits || f.since.Load() > 0
			}
			if !waits || polls != c.polls {
				wrong.Store(int64(polls))
			}
		}
		err := errors.Join(h.run(t, Config{P: c.p, Stall: time.Hour}, func(k int, m *Machine) error {
			machines[k].Store(m)
			return m.Run(context.Background(), func(q *Proc) error {
				g := q.Split(q.Rank()%(c.p/2), 0)
				Barrier(g)
				return nil
			})
		})...)
		if err != nil || shared.Load() == 0 || wrong.Load() != 0 {
			t.Errorf("P=%d: %v; %d times shared, polls not while waiting, or not %d: %d", c.p, err, shared.Load(), c.polls, wrong.Load())
		}
	}
}
