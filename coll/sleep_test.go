package coll

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// hooked is a parker that tells when it is used.
type hooked struct {
	mu     sync.Mutex
	did    []string
	onWake func()
}

func (h *hooked) note(s string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.did = append(h.did, s)
}

func (h *hooked) Prepare() { h.note("prepare") }

func (h *hooked) Cancel() { h.note("cancel") }

func (h *hooked) Sleep() { h.note("sleep") }

func (h *hooked) Wake() {
	if h.onWake != nil {
		h.onWake()
	}
	h.note("wake")
}

func (h *hooked) all() (s string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.did {
		s += d + " "
	}
	return s
}

// TestFallingAsleep holds a host between announcing its sleep and the look that
// follows, and lets it become ready there.
func TestFallingAsleep(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host, Cores: threads.Cores()[:min(2, len(threads.Cores()))]})
		h := m.hosts[0]
		parker, fake := h.park, &hooked{}
		h.park = fake
		var flag atomic.Uint64
		for _, c := range m.fibers {
			c.waitOn, c.want = &flag, 1
		}
		m.hot.stop.Store(false)
		m.mu.Lock()
		done := make(chan struct{})
		go func() { h.sleep(); close(done) }()
		for since := time.Now(); m.hot.sleepers.Load() == 0 && time.Since(since) < 5*time.Second; {
			runtime.Gosched()
		}
		if n, did := m.hot.sleepers.Load(), fake.all(); n != 1 || did != "prepare " {
			t.Errorf("%v: before it looks, a host has announced %d sleeps and done %q", host, n, did)
		}
		flag.Store(1)
		m.mu.Unlock()
		<-done
		if did := fake.all(); did != "prepare cancel " {
			t.Errorf("%v: a host that is ready does %q", host, did)
		}
		if m.hot.sleepers.Load() != 0 || m.asleep != 0 {
			t.Errorf("%v: %d sleepers, %d asleep after waking", host, m.hot.sleepers.Load(), m.asleep)
		}
		m.hot.stop.Store(true)
		h.park = parker
		for _, c := range m.fibers {
			c.waitOn = nil
		}
	}
}

// TestStoreThenWake: whatever may end somebody's wait wakes who sleeps, and after
// the store.
func TestStoreThenWake(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host, Cores: threads.Cores()[:min(2, len(threads.Cores()))]})
		if len(m.world.teams) < 2 {
			t.Skip("needs two cores")
		}
		a, b := m.world.members[0], m.world.members[1]
		both := m.world.both
		c := call{word: signature(barrier, 0, 0, byDirect, 0)}
		parker, fake := m.hosts[1].park, &hooked{}
		m.hosts[1].park = fake
		m.hot.sleepers.Store(1)
		for _, w := range []struct {
			name   string
			stored func() bool
			f      func()
		}{
			{"publish", func() bool { return a.t.line.Flag(a.seq).Load() == a.seq }, func() { a.seq = 1; a.t.calls[0] = c; a.publish() }},
			{"announce", func() bool { return a.t.line.Flag(a.seq).Load() == a.seq }, func() { m.hot.stop.Store(false); a.announce(c) }},
			{"lastSignal", func() bool { return both.Load() == 2 }, func() { both.Store(1); a.lastSignal() }},
			{"step", func() bool { return both.Load() == 4 }, func() { both.Store(3); a.step() }},
			{"lastSignal of many", func() bool { return a.t.progress.Load() == 3 }, func() { m.world.both = nil; b.t.progress.Store(9); a.lastSignal() }},
			{"step of many", func() bool { return a.t.progress.Load() == 4 }, func() { a.step() }},
			{"knock", func() bool { return b.bell.Load() == 1 }, func() { b.listens.Store(true); a.knock(1) }},
			{"fail", func() bool { return m.hot.stop.Load() }, func() {
				m.hot.stop.Store(false)
				m.running, m.ctx = true, context.Background()
				m.fail(errOnPurpose)
				m.running = false
			}},
		} {
			woken := 0
			fake.onWake = func() {
				woken++
				if !w.stored() {
					t.Errorf("%v: %s wakes before it stores", host, w.name)
				}
			}
			w.f()
			if woken == 0 || !w.stored() {
				t.Errorf("%v: %s wakes %d times, stored: %v", host, w.name, woken, w.stored())
			}
		}
		m.hot.sleepers.Store(0)
		m.hot.stop.Store(true)
		m.hosts[1].park = parker
		if t.Failed() {
			return
		}
		if err := within(t, func() error { return sum(m) }); err != nil {
			t.Error(err)
		}
	}
}

// tripwire is a parker of a host that calls trip whenever somebody wakes sleepers,
// which everybody does after each signal.
type tripwire struct {
	threads.Parker
	trip func()
}

func (w *tripwire) Wake() {
	w.trip()
	w.Parker.Wake()
}

// TestGroupsWakeTheirOwn: what the processors of a group publish, and the messages
// between two, wake nobody who cannot wait for it.
func TestGroupsWakeTheirOwn(t *testing.T) {
	const p = 4
	m := machine(t, Config{P: p, Host: Goroutines})
	var wakes [p]atomic.Int64
	for i, h := range m.hosts {
		h.park = &tripwire{h.park, func() { wakes[i].Add(1) }}
	}
	ended := make(chan struct{})
	var gone sync.WaitGroup
	gone.Add(2)
	err := within(t, func() error {
		return m.Run(context.Background(), func(w *Proc) error {
			q := w.Split(w.Rank()/2, 0)
			x := []float64{1}
			if Barrier(w); w.Rank() >= 2 {
				gone.Done()
				<-ended
				return nil
			}
			gone.Wait()
			Barrier(q) // the other has left the barrier of all too, and woken there whom it does
			away := wakes[2].Load() + wakes[3].Load()
			m.hot.sleepers.Add(1)
			defer m.hot.sleepers.Add(-1)
			for i, f := range []func(){
				func() { Barrier(q) },
				func() { Allreduce(q.Using(Doubling), x, x, Sum) },
				func() { Exchange(q, x, 1-q.Rank(), []float64{2}, 1-q.Rank()) },
				func() { Exchange(w, x, 1-w.Rank(), []float64{2}, 1-w.Rank()) },
			} {
				other := &wakes[1-w.Rank()]
				before := other.Load()
				f()
				for since := time.Now(); other.Load() == before && time.Since(since) < 10*time.Second; { // who lets a neighbour go wakes after it
					runtime.Gosched()
				}
				if other.Load() == before {
					t.Errorf("rank %d: call %d does not wake the other", w.Rank(), i)
				}
				if wakes[2].Load()+wakes[3].Load() > away {
					t.Errorf("rank %d: call %d wakes others than the group's", w.Rank(), i)
				}
			}
			if Barrier(q); w.Rank() == 0 {
				close(ended)
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// TestSleepers: hosts that fall asleep at once, over and over; then a deadlock is
// still found.
func TestSleepers(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 3} {
			m := machine(t, Config{P: p, Host: host, SpinFor: 1})
			rounds := 2000
			if testing.Short() {
				rounds = 500
			}
			for range 3 {
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						x := []float64{1}
						for i := range rounds {
							if i%100 == q.Rank() {
								time.Sleep(200 * time.Microsecond)
							}
							Barrier(q)
							Allreduce(q.Using(Doubling), x, x, Max)
							Exchange(q, x, (q.rank+1)%p, x, (q.rank+p-1)%p)
						}
						Exchange(q, x, (q.rank+1)%p, nil, -1)
						return nil
					})
				})
				if !errors.Is(err, ErrDeadlock) {
					t.Fatalf("%v P=%d: %v, want a deadlock at the end", host, p, err)
				}
			}
		}
	}
}

// TestSleepersAreAll: a host that falls asleep gives no verdict while another is awake, who may
// be about to publish, even if what its processor looks for has not come.
func TestSleepersAreAll(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines})
	m.hot.stop.Store(false) // as in a Run
	m.running, m.ctx = true, context.Background()
	defer func() { m.running, m.ctx = false, nil }()
	defer m.hot.stop.Store(true)
	var never atomic.Uint64
	for _, c := range m.fibers {
		c.waitOn, c.want = &never, 1
		defer func() { c.waitOn = nil }()
	}
	woken := make(chan struct{})
	go func() {
		m.hosts[0].sleep()
		close(woken)
	}()
	asleep := func() int {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.asleep
	}
	for begun := time.Now(); asleep() == 0 && time.Since(begun) < 10*time.Second; {
		runtime.Gosched()
	}
	if asleep() != 1 || m.hot.stop.Load() {
		t.Errorf("%d asleep of 2, stopped %v: %v", asleep(), m.hot.stop.Load(), m.cause)
	}
	never.Store(1)
	m.wakeAll()
	<-woken
}
