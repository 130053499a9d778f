package coll

import (
	"context"
	"math"
	"sync/atomic"
	"testing"
	"time"
)

// TestCountersDuringRun: whoever asks while one long Run is in progress sees it go on.
func TestCountersDuringRun(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 5} {
			m := machine(t, Config{P: p, Host: host, Times: true})
			var enough atomic.Bool
			ended := make(chan error)
			go func() {
				ended <- m.Run(context.Background(), func(q *Proc) error {
					half := q.Split(q.Rank()%2, 0)
					x, more := make([]int64, 3), []int32{1}
					for more[0] != 0 {
						Allreduce(q, x, x, Sum)
						Allgatherv(half, make([]int64, half.Size()), x[:1], ones(half.Size()))
						Exchange(q, x[:1], (q.Rank()+p-1)%p, x[1:2], (q.Rank()+1)%p)
						if q.Rank() == 0 && enough.Load() {
							more[0] = 0
						}
						Broadcast(q, more, 0)
					}
					return nil
				})
			}()
			last := map[string]Counter{}
			for since := time.Now(); last["allreduce"].Calls < 100 || last["allgatherv"].Bytes < 800 || last["exchange"].Calls < 100; {
				for _, c := range m.Counters() {
					if was := last[c.Collective]; c.Calls < was.Calls || c.Bytes < was.Bytes || c.Waited < was.Waited {
						t.Errorf("%v P=%d: %+v, and before that %+v", host, p, c, was)
					}
					last[c.Collective] = c
				}
				if time.Since(since) > time.Minute {
					t.Errorf("%v P=%d: %+v after a minute", host, p, last)
					break
				}
			}
			enough.Store(true)
			if err := within(t, func() error { return <-ended }); err != nil {
				t.Fatal(err)
			}
			for _, c := range m.Counters() {
				if c.Collective == "allreduce" && c.Bytes != 24*c.Calls {
					t.Errorf("%v P=%d: %+v when the Run is over, want 24 bytes a call", host, p, c)
				}
			}
		}
	}
}

// ones are n counts of one.
func ones(n int) []int {
	counts := make([]int, n)
	for i := range counts {
		counts[i] = 1
	}
	return counts
}

// TestWaitedByRow: a wait is counted once, for the algorithm of the call.
func TestWaitedByRow(t *testing.T) {
	const long = 1000 * time.Hour
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host, Times: true})
		if err := m.Run(context.Background(), func(q *Proc) error {
			x := []float64{1}
			Exchange(q, x, 1-q.Rank(), []float64{2}, 1-q.Rank())
			Allreduce(q, x, x, Sum)
			if Allreduce(q.Using(Tree), x, x, Sum); q.Rank() == 0 {
				q.c.endWait(allreduce, q.c.clock()-int64(long))
				q.c.endWait(exchange, q.c.clock()-int64(2*long))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, c := range m.Counters() {
			want := time.Duration(0)
			switch c.Collective + " " + string(c.Algorithm) {
			case "allreduce tree":
				want = 1
			case "exchange rings":
				want = 2
			}
			if c.Waited/long != want {
				t.Errorf("%v: %+v, want %d times %v", host, c, want, long)
			}
		}
	}
	if new(Machine).Counters() != nil || (*Machine)(nil).Counters() != nil {
		t.Error("counters of a machine that New has not made")
	}
}

// TestWaitedLong: the waiting of many is more than a Duration holds before that of one is.
func TestWaitedLong(t *testing.T) {
	m := machine(t, Config{P: 4, Times: true})
	m.world.teams[0].shared.waited[barrier][byDirect].Store(math.MaxInt64)
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 0 {
			time.Sleep(time.Millisecond)
		}
		Barrier(q)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range m.Counters() {
		if c.Collective == "barrier" && c.Waited != math.MaxInt64 {
			t.Errorf("%+v, want the longest Duration", c)
		}
	}
}
