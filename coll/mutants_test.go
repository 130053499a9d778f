package coll

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// What follows holds the synchronisation to its rules one by one, so that none
// can be left out unnoticed: go run ./internal/mutants tries. Moments that a
// run meets once in a million tries are brought about here on purpose.

var errOnPurpose = errors.New("on purpose")

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
			q.greet()
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

// TestBanks: words that one has not read yet stay when another has gone on to its next
// call.
func TestBanks(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	var gone atomic.Bool
	if err := m.Run(context.Background(), func(q *Proc) error {
		x, s := slices.Repeat([]float64{1}, 40), stateOf[float64](q.g)
		c := call{word: signature(allgather, 0, 0, byDirect, 0), n: 40}
		enterBank(q, s, c, x, nil)
		if q.rank == 0 {
			q.enter(c)
			copy(s.packed(q, 0, inBank), slices.Repeat([]float64{2}, 40))
			q.publish()
			gone.Store(true)
			q.greet()
			return nil
		}
		for !gone.Load() {
			runtime.Gosched()
		}
		if got := s.packed(q, 0, inBank)[:40]; !slices.Equal(got, x) {
			t.Errorf("the first call's words are %v, want 1 everywhere", got)
		}
		enterBank(q, s, c, x, nil)
		if got := s.packed(q, 0, inBank)[0]; got != 2 {
			t.Errorf("the second call's words are %v, want 2", got)
		}
		return nil
	}); err != nil {
		t.Error(err)
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
func (h *hooked) Cancel()  { h.note("cancel") }
func (h *hooked) Sleep()   { h.note("sleep") }
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

// TestStream: long messages one way between two processors that now and then are
// late, so that the rings are full or empty most of the time.
func TestStream(t *testing.T) {
	rounds := 20_000
	if raceEnabled || testing.Short() {
		rounds = 5000
	}
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		x, y := make([]int32, 3*ringSlots*slotLength+1), make([]int32, 3*ringSlots*slotLength+1)
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				for i := range rounds {
					n := (i % 4) * ringSlots * slotLength
					if q.Rank() == 0 {
						x[n] = int32(i)
						Exchange(q, nil, -1, x[:n+1], 1)
						continue
					}
					for range i % 700 {
						spunHere.Add(1)
					}
					if Exchange(q, y[:n+1], 0, nil, -1); y[n] != int32(i) {
						return errors.New("a message out of order")
					}
				}
				return nil
			})
		})
		if err != nil {
			t.Fatalf("%v: %v", host, err)
		}
	}
}

var spunHere atomic.Int64

// TestKnocks: a sender that found no room and a receiver that made some at the
// same time do not miss each other.
func TestKnocks(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines})
	a, b := m.world.members[0], m.world.members[1]
	e := m.world.edges.get(m.world, 0, 1)
	r, err := buffers.NewRing[int32](1, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x := transfer[int32]{p: a.using(unchosen), src: []int32{7}, to: 1, from: -1, out: e, outRing: r, sentHead: true}
	y := transfer[int32]{p: b.using(unchosen), dst: make([]int32, 1), from: 0, to: -1, in: e, inRing: r, head: true}
	a.listens.Store(true)
	send := func() bool { x.sent = 0; return x.send() }
	receive := func() bool { y.got = 0; return y.receive() }

	// The receiver's knock lets the sender fill the ring and wait again before
	// anything else happens.
	send()
	if send() || !e.full.Load() {
		t.Fatal("a full ring has room")
	}
	fake, parker := &hooked{}, m.hosts[0].park
	m.hosts[0].park = fake
	m.hot.sleepers.Store(1)
	knocked := false
	fake.onWake = func() {
		if !knocked {
			knocked = true
			send()
			send()
		}
	}
	if !receive() || !knocked || !e.full.Load() {
		t.Errorf("knocked: %v; the sender waits for room: %v", knocked, e.full.Load())
	}
	m.hot.sleepers.Store(0)
	m.hosts[0].park = parker
	receive()

	// Both at once, at every distance in time.
	tries := 200_000
	if raceEnabled || testing.Short() {
		tries = 50_000
	}
	var begin, done atomic.Int64
	var over atomic.Bool
	defer over.Store(true)
	go func() {
		for i := range int64(tries) {
			for spins := 1; begin.Load() <= i; spins++ {
				if spins%4096 == 0 {
					if over.Load() {
						return
					}
					runtime.Gosched()
				}
			}
			receive()
			done.Add(1)
		}
	}()
	for i, since := 0, time.Now(); i < tries; i++ {
		if i >= tries/10 && i%256 == 0 && time.Since(since) > 20*time.Second {
			t.Logf("%d tries in %v: others use the cores", i, time.Since(since))
			break
		}
		e.full.Store(false)
		send()
		bell := a.bell.Load()
		begin.Add(1)
		for range i % 509 {
			spunHere.Load()
		}
		moved := send()
		for spins := 1; done.Load() <= int64(i); spins++ {
			if spins%4096 == 0 {
				runtime.Gosched()
			}
		}
		if !moved && a.bell.Load() == bell {
			t.Fatalf("in try %d the sender waits, there is room, and nobody knocks", i)
		}
		if moved {
			receive()
		}
	}
}

// TestLongVectors: who returns may change its vectors at once.
func TestLongVectors(t *testing.T) {
	for _, host := range modes {
		for _, a := range offered[allreduce] {
			m := machine(t, Config{P: 2, Host: host})
			if err := m.Run(context.Background(), func(q *Proc) error {
				const n = 20_000
				x, y := make([]float64, n), make([]float64, n)
				for k := range 40 {
					for i := range x {
						x[i] = float64(k)
					}
					Allreduce(q.Using(a), y, x, Sum)
					for i := range x {
						x[i] = -1
					}
					for i, v := range y {
						if v != float64(2*k) {
							return fmt.Errorf("%v %s: element %d is %v, want %d", host, a, i, v, 2*k)
						}
						y[i] = -1
					}
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestRendezvous: a message that comes while its receiver looks for it, at every
// distance in time, is received or rings the receiver's bell.
func TestRendezvous(t *testing.T) {
	for _, host := range modes {
		for _, times := range []bool{false, true} { // who is timed does not look for long
			m, rounds := machine(t, Config{P: 2, Host: host, Times: times}), 250_000
			if raceEnabled || len(m.world.teams) < 2 {
				rounds = 10_000
			}
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					for i := range rounds {
						Barrier(q)
						if q.Rank() == 0 {
							for range i % 251 {
								spunHere.Load()
							}
							Exchange[int32](q, nil, -1, nil, 1)
						} else {
							for range i % 61 {
								spunHere.Load()
							}
							Exchange[int32](q, nil, 0, nil, -1)
						}
					}
					return nil
				})
			})
			if err != nil {
				t.Errorf("%v, times %v: %v", host, times, err)
			}
		}
	}
}

// together is a Run of many collectives of integers, in which now and then one
// processor is late and everybody's results are checked.
func together(m *Machine, rounds, n int) error {
	p := m.cfg.P
	return m.Run(context.Background(), func(q *Proc) error {
		x, y, all := make([]int64, n), make([]int64, n), make([]int64, n*p)
		for k := range rounds {
			if k%p == q.Rank() {
				for range 5000 {
					spunHere.Load()
				}
			}
			for i := range x {
				x[i] = int64(i + q.Rank() + k)
			}
			for _, a := range []Algorithm{Direct, Doubling, Cayley, Tree} {
				Allreduce(q.Using(a), y, x, Sum)
				for i, v := range y {
					if want := int64(p*(i+k) + p*(p-1)/2); v != want {
						return fmt.Errorf("round %d: allreduce by %s: element %d is %d, want %d", k, a, i, v, want)
					}
				}
			}
			for _, a := range []Algorithm{Direct, Ring, Cayley} {
				Allgather(q.Using(a), all, x)
				for i, v := range all {
					if want := int64(i%n + i/n + k); v != want {
						return fmt.Errorf("round %d: allgather by %s: element %d is %d, want %d", k, a, i, v, want)
					}
				}
			}
			Barrier(q)
		}
		return nil
	})
}

// TestTogether: nobody overtakes anybody, in the first Run and in those that
// follow one that failed with some in a collective and some before it.
func TestTogether(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 5} {
			m := machine(t, Config{P: p, Host: host})
			for k, n := range []int{1, 40, 4000, 1, 3, 40} {
				if err := within(t, func() error { return together(m, 20, n) }); err != nil {
					t.Fatalf("%v P=%d, n=%d: %v", host, p, n, err)
				}
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						for range k {
							Barrier(q)
						}
						if q.Rank() == p-1 {
							return errOnPurpose
						}
						Barrier(q)
						return nil
					})
				})
				if !errors.Is(err, errOnPurpose) {
					t.Fatalf("%v P=%d: %v", host, p, err)
				}
			}
		}
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
