package coll

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// TestHold: who is at work on others' vectors is busy, nobody else is, and who
// unwinds waits for it.
func TestHold(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 5} {
			m := machine(t, Config{P: p, Host: host})
			busy := func(q *Proc) int32 { return m.world.teams[q.c.team].busy.Load() }
			anyBusy := func() (n int32) {
				for _, t := range m.world.teams {
					n += t.busy.Load()
				}
				return n
			}
			if err := m.Run(context.Background(), func(q *Proc) error {
				x := make([]float64, 5000)
				for range 3 {
					AllreduceFunc(q, x, x, func(acc, y []float64) {
						if anyBusy() == 0 {
							t.Errorf("%v P=%d: nobody is busy at work on the vectors", host, p)
						}
					})
					for _, a := range offered[allreduce] {
						Allreduce(q.Using(a), x, x, Sum)
						if busy(q) != 0 {
							t.Errorf("%v P=%d: busy after %s has returned", host, p, a)
						}
					}
				}
				// A collective by hand.
				if q.enter(call{word: signature(barrier, 0, 0, byDirect, 0)}) {
					if host == Goroutines && len(q.t.ranks) > 1 && busy(q) != 1 {
						t.Errorf("P=%d: busy is %d where neighbours may unwind", p, busy(q))
					}
					q.publish()
					q.meet()
					if busy(q) != 1 {
						t.Errorf("%v P=%d: busy is %d after meet", host, p, busy(q))
					}
					q.step()
					q.leave()
					if q.c.holds {
						t.Errorf("%v P=%d: busy after leave", host, p)
					}
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
			for _, at := range m.world.teams {
				var over atomic.Bool
				early := make([]bool, p)
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						defer func() { early[q.rank] = !over.Load() }()
						if q.rank == 0 {
							at.busy.Add(1)
							time.AfterFunc(20*time.Millisecond, func() { over.Store(true); at.busy.Add(-1) })
							m.fail(errOnPurpose)
						}
						Barrier(q)
						return nil
					})
				})
				if !errors.Is(err, errOnPurpose) {
					t.Error(err)
				}
				for r, e := range early {
					if e {
						t.Errorf("%v P=%d: rank %d unwound while team %d was at work", host, p, r, at.id)
					}
				}
			}
		}
	}
}

// TestHoldOnVectors: so is who makes a short call on vectors, where every processor is
// a team.
func TestHoldOnVectors(t *testing.T) {
	for p := 2; p <= 3; p++ {
		m := teamed(t, Config{P: p}, p)
		if err := m.Run(context.Background(), func(q *Proc) error {
			own := &q.worldTeam().busy
			x, c := make([]float64, 1000), call{word: signature(allreduce, 0, Sum, byDirect, 0), n: 1000}
			openAlone(q.member, c, x, x)
			hearLines(q.member, c)
			if n := own.Load(); n != 1 {
				t.Errorf("P=%d: busy is %d where others' vectors may be worked on", p, n)
			}
			leaveAlone(q.member, x, x)
			if n := own.Load(); n != 0 {
				t.Errorf("P=%d: busy is %d after the call", p, n)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}

// TestBusyNeighbourInUserCode: a processor that has returned from a collective
// and waits for another one's deferred calls keeps nobody from unwinding.
func TestBusyNeighbourInUserCode(t *testing.T) {
	for _, a := range []Algorithm{Direct, Cayley} {
		m := machine(t, Config{P: 2, Host: Goroutines})
		unwound := make(chan struct{})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x := make([]float64, 5000)
				Allreduce(q.Using(a), x, x, Sum)
				if q.Rank() == 0 {
					<-unwound
					return nil
				}
				defer close(unwound)
				m.fail(errOnPurpose)
				Barrier(q)
				return nil
			})
		})
		if !errors.Is(err, errOnPurpose) {
			t.Errorf("%s: %v", a, err)
		}
	}
}

// TestPanicWhileBusy: the caller's own function panics in the processor that acts
// for all.
func TestPanicWhileBusy(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		err := within(t, func() (err error) {
			defer func() { err, _ = recover().(error) }()
			return m.Run(context.Background(), func(q *Proc) error {
				Barrier(q)
				if q.Rank() == 1 { // a fault in a vector, say
					q.c.hold()
					panic(errOnPurpose)
				}
				Barrier(q)
				return nil
			})
		})
		if !errors.Is(err, errOnPurpose) {
			t.Errorf("%v: %v", host, err)
		}
		if err := within(t, func() error { return sum(m) }); err != nil {
			t.Errorf("%v: and then: %v", host, err)
		}
	}
}
