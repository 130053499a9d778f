package coll

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// ends returns when the Run has failed.
func (m *Machine) ends() {
	for !m.hot.stop.Load() {
		time.Sleep(time.Millisecond)
	}
}

// TestOverdue: where a context ends while a processor waits for another, the error has its
// cause and says who, where, and where the other came later; of one that does not come
// back, where it is.
func TestOverdue(t *testing.T) {
	if len(threads.Cores()) < 2 {
		t.Skip("rank 2 would keep the others from coming")
	}
	for _, host := range modes {
		for _, cause := range []error{context.DeadlineExceeded, context.Canceled, errOnPurpose} {
			for _, stall := range []time.Duration{0, time.Minute, 50 * time.Millisecond} {
				stuck := stall > 0 && stall < time.Second
				if stuck && cause != context.DeadlineExceeded {
					continue // a second each
				}
				m := machine(t, Config{P: 3, Host: host, Stall: stall, Cores: threads.Cores()[:2]})
				run := func() error {
					ctx, cancel := context.WithCancelCause(context.Background())
					begun, release := make(chan bool, 2), make(chan bool)
					err := within(t, func() error {
						return m.Run(ctx, func(q *Proc) error {
							Barrier(q)
							if q.Rank() == 2 {
								<-begun
								time.Sleep(5 * time.Millisecond) // rank 0 comes to the barrier
								cancel(cause)
								m.ends()
								if stuck {
									<-release
								}
								time.Sleep(overdueLeast)
							}
							begun <- true
							Barrier(q)
							return nil
						})
					})
					close(release)
					usable(t, m)
					return err
				}
				text := fmt.Sprintf("%v: rank 0 waited for rank 2", cause)
				meant := func(err error) bool { // not if rank 0 has not come in time
					var e *Error
					if !errors.As(err, &e) {
						return false
					}
					there, trail := ", rank 2 later at ", "last calls of rank 2: #1 barrier"
					if stuck {
						there, trail = ", rank 2 at "+e.OtherSite+", chan receive)", "not all have come back"
					}
					return e.Kind == cause && strings.HasPrefix(err.Error(), text) && strings.Contains(err.Error(), there) && strings.Contains(err.Error(), trail) &&
						strings.Contains(e.OtherSite, "overdue_test.go:") && e.Collective == "barrier" && e.Seq == 2
				}
				if err := patientlyFor(run, meant); !meant(err) {
					t.Errorf("%v, stall %v: %v; want %s, and where that is", host, stall, err, text)
				}
			}
		}
	}
}

// TestOverdueHint: who blocks on a channel when a deadline ends the Run is told of Config.Host, where processors share
// its thread.
func TestOverdueHint(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host, Stall: 50 * time.Millisecond, Cores: threads.Cores()[:1]})
		run := func() error {
			ctx, cancel := context.WithCancelCause(context.Background())
			release := make(chan bool)
			err := within(t, func() error {
				return m.Run(ctx, func(q *Proc) error {
					if q.Rank() == 3 { // the others have come to their barrier
						cancel(context.DeadlineExceeded)
						m.ends()
						<-release
					}
					Barrier(q)
					return nil
				})
			})
			close(release)
			usable(t, m)
			return err
		}
		const hint = "; processors of one host share a thread: those that wait for each other by channels or locks need Config.Host = Goroutines"
		meant := func(err error) bool {
			return errors.Is(err, context.DeadlineExceeded) && strings.Contains(err.Error(), hint) == (host == Threads) && strings.Contains(err.Error(), ", chan receive)")
		}
		if err := patientlyFor(run, meant); !meant(err) {
			t.Errorf("%v: %v; want %q on threads only", host, err, hint)
		}
	}
}

// TestOverdueNobody: a context that ends while nobody waits for long, or before the Run, is
// the error as it is, and so is one whose cause is an *Error.
func TestOverdueNobody(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		told := &Error{Kind: ErrMissing, Rank: 7, Other: 8}
		for _, cause := range []error{errOnPurpose, told} {
			ctx, cancel := context.WithCancelCause(context.Background())
			cancel(cause)
			if err := m.Run(ctx, func(q *Proc) error { Barrier(q); return nil }); err != cause {
				t.Errorf("%v: before: %v", host, err)
			}
			ctx, cancel = context.WithCancelCause(context.Background())
			if err := m.Run(ctx, func(q *Proc) error {
				Barrier(q)
				cancel(cause)
				m.ends()
				Barrier(q)
				return nil
			}); err != cause && (cause == told || !errors.Is(err, cause)) { // one may have come to its barrier in time
				t.Errorf("%v: at work: %v", host, err)
			}
		}
	}
}

// TestOverdueWho: who came at once when the context had ended, or was at work in a call, is not
// late, nor is one for whom nobody waited.
func TestOverdueWho(t *testing.T) {
	const waits = "rank 0 waited for rank 2"
	receive := func(q *Proc, from int) { Exchange(q, make([]float64, 1), from, nil, -1) }
	nothing := func(*Proc) {}
	m := machine(t, Config{P: 4, Host: Goroutines, Times: true})
	for _, c := range []struct {
		name   string
		rank0  func(q *Proc)
		rank1  func(half *Proc)
		before func(q *Proc)       // rank 2
		after  func(q *Proc) error // and when it is late
		waiter int                 // who is in its call when rank 3 ends the context
		want   string
		in     string
	}{
		{"it comes", Barrier, nothing, nothing, func(q *Proc) error { Barrier(q); return nil }, 0, waits, "barrier"},
		{"it does not come", Barrier, nothing, nothing, func(q *Proc) error { return errOnPurpose }, 0, waits, "barrier"},
		{"an exchange", func(q *Proc) { receive(q, 2) }, nothing, nothing, func(q *Proc) error { receive(q, 0); return nil }, 0, waits, "exchange"},
		{"it comes at once and stays", Barrier, nothing, func(q *Proc) {
			defer func() { recover() }()
			q.c.m.ends()
			Barrier(q)
		}, func(q *Proc) error { return errOnPurpose }, 0, "", ""},
		{"who waits has returned", nothing, nothing, nothing, func(q *Proc) error { Barrier(q); return nil }, 0, "", ""},
		{"nobody waits for it", func(q *Proc) { receive(q, 1) }, nothing, nothing, func(q *Proc) error { Barrier(q); return nil }, 0, "", ""},
		{"nor does its group", func(q *Proc) { q.c.m.ends() }, Barrier, nothing, func(q *Proc) error { Barrier(q); return nil }, 1, "", ""},
		{"at work", func(q *Proc) { receive(q, 2) }, nothing, func(q *Proc) { q.c.hold() }, func(q *Proc) error { q.c.hold(); return nil }, 0, "", ""},
	} {
		run := func() error {
			ctx, cancel := context.WithCancel(context.Background())
			var begun [4]atomic.Bool
			return m.Run(ctx, func(q *Proc) error {
				half := q.Split(q.Rank()%2, 0)
				Barrier(q)
				begun[q.Rank()].Store(true)
				switch q.Rank() {
				case 0:
					c.rank0(q)
					return nil
				case 1:
					c.rank1(half)
					m.ends()
				case 2:
					c.before(q)
					m.ends()
					time.Sleep(overdueLeast * 3 / 2)
					return c.after(q)
				case 3:
					for !begun[2].Load() || !begun[c.waiter].Load() || m.fibers[c.waiter].since.Load() <= queued {
						time.Sleep(100 * time.Microsecond)
					}
					cancel()
					m.ends()
				}
				Barrier(q)
				return nil
			})
		}
		var e *Error
		meant := func(err error) bool { // the system may keep others, too
			if e = nil; !errors.As(err, &e) {
				return c.want == "" && err == context.Canceled
			}
			return e.Kind == context.Canceled && e.Text == c.want && e.Rank == 0 && e.Other == 2 && e.Collective == c.in
		}
		if err := within(t, func() error { return patientlyFor(run, meant) }); !meant(err) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestOverdueCame: nobody is late who had come to the call, or had sent or taken the message, though it
// kept the thread of who was in the call, nor does an *Error that a context was ended with say more for
// one that is late.
func TestOverdueCame(t *testing.T) {
	told := &Error{Kind: ErrMissing, Rank: 7, Other: 8}
	one := Config{P: 2, Host: Threads, Cores: threads.Cores()[:1]}
	messages := func(sent, n, from, received int) func(q *Proc) { // so many of n elements
		return func(q *Proc) {
			x := make([]float64, n)
			for range sent {
				if q.Rank() == from {
					Exchange(q, nil, -1, x, 1-from)
				}
			}
			for range received {
				if q.Rank() != from {
					Exchange(q, x, from, nil, -1)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		cfg   Config
		f     func(q *Proc)
		cause error
		late  bool
	}{
		"a barrier":       {one, Barrier, errOnPurpose, false},
		"an error":        {Config{P: 2, Host: Goroutines}, Barrier, told, false},
		"sent in a head":  {one, messages(1, 1, 1, 1), errOnPurpose, false},
		"sent by a ring":  {one, messages(1, 500, 1, 1), errOnPurpose, false},
		"not sent":        {one, messages(0, 1, 1, 1), errOnPurpose, true},
		"taken on a loan": {one, messages(1, 5000, 0, 1), errOnPurpose, false}, // no ring has room for it: the sender waits
		"not taken":       {one, messages(1, 5000, 0, 0), errOnPurpose, true},
		"room is made":    {one, messages(9, 1, 0, 1), errOnPurpose, false},
		"no room is made": {one, messages(9, 1, 0, 0), errOnPurpose, true},
	} {
		m := machine(t, c.cfg)
		ctx, cancel := context.WithCancelCause(context.Background())
		err := within(t, func() error {
			return m.Run(ctx, func(q *Proc) error {
				Barrier(q)
				if q.Rank() == 1 && c.cause != told { // not before rank 0 is in the call
					for other := m.fibers[0]; other.waitOn == nil || other.at.seq == q.seq && other.exchanged == 0; {
						q.c.yield(struct{}{})
					}
				}
				c.f(q)
				if q.Rank() == 1 {
					time.Sleep(5 * time.Millisecond)
					cancel(c.cause)
					m.ends()
					time.Sleep(overdueLeast * 3 / 2)
				}
				Barrier(q)
				return nil
			})
		})
		if e, is := err.(*Error); c.late && (!is || e.Text != "rank 0 waited for rank 1") || !c.late && err != c.cause {
			t.Errorf("%s: %v, late: %v", name, err, c.late)
		}
	}
}

// TestOverdueStays: of those that do not come back nobody is said to have waited for one that is
// in no call with it, and who has left f is not in code of its own though its host is not back.
func TestOverdueStays(t *testing.T) {
	for name, c := range map[string]struct {
		cfg  Config
		f    func(q *Proc, cancel func(), out, release chan bool) error
		late int
	}{
		"another group": {Config{P: 4, Host: Goroutines}, func(q *Proc, cancel func(), out, release chan bool) error {
			half := q.Split(q.Rank()%2, 0)
			Barrier(q)
			out <- true
			switch q.Rank() {
			case 0:
				q.c.m.ends()
				return errOnPurpose
			case 2:
				q.c.m.ends()
				<-release
			case 3:
				for range q.Size() { // not before all have left the barrier
					<-out
				}
				cancel()
			}
			Barrier(half)
			return nil
		}, 2},
		"who had come": {Config{P: 2, Host: Goroutines}, func(q *Proc, _ func(), _, release chan bool) error {
			for q.Rank() == 1 && q.c.m.fibers[0].since.Load() <= queued {
				time.Sleep(100 * time.Microsecond)
			}
			Barrier(q)
			if q.Rank() == 1 {
				q.c.m.fail(contextCause{context.Canceled}) // before rank 0 is awake
				<-release
			}
			return nil
		}, 1},
		"a deferred call of who waited": {Config{P: 3, Host: Goroutines}, func(q *Proc, cancel func(), out, release chan bool) error {
			Barrier(q)
			switch q.Rank() {
			case 0:
				defer func() { <-release }()
				out <- true
			case 2:
				<-out
				cancel()
				q.c.m.ends()
			}
			Barrier(q)
			return nil
		}, 0},
		"a deferred call": {Config{P: 3, Host: Threads, Cores: threads.Cores()[:1]}, func(q *Proc, cancel func(), out, release chan bool) error {
			Barrier(q)
			switch q.Rank() {
			case 0: // the last to run, and the first to leave f
				cancel()
				q.c.m.ends()
			case 1:
				defer func() { <-release }()
			}
			Barrier(q)
			return nil
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.cfg.Stall = grace
			m := machine(t, c.cfg)
			err := patientlyFor(func() error {
				ctx, cancel := context.WithCancel(context.Background())
				out, release := make(chan bool, c.cfg.P), make(chan bool)
				defer usable(t, m)
				defer close(release)
				return within(t, func() error {
					return m.Run(ctx, func(q *Proc) error { return c.f(q, cancel, out, release) })
				})
			}, func(err error) bool { return !errors.Is(err, ErrStalled) })
			var e *Error
			if want := fmt.Sprintf("rank %d is in code of its own; ", c.late); !errors.As(err, &e) || e.Kind != context.Canceled || !strings.HasPrefix(e.Text, want) ||
				e.Rank != -1 || e.Other != c.late || !strings.Contains(err.Error(), fmt.Sprintf(" (rank %d at %s, chan receive)", c.late, e.OtherSite)) || !strings.Contains(e.OtherSite, "overdue_test.go:") {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

// TestSighting: a watched processor that is late is seen where it is, in whatever it
// waits or works; the advice to those that share a thread is given only to one that waits
// for another.
func TestSighting(t *testing.T) {
	var mu chan bool
	for _, host := range modes {
		for doing, stay := range map[string]func(m *Machine){
			"sleep":        func(m *Machine) { time.Sleep(300 * time.Millisecond) },
			"chan receive": func(m *Machine) { <-mu },
			"run": func(m *Machine) {
				for !m.hot.stop.Load() {
					_ = time.Now() // can be stopped at a call, under GODEBUG=asyncpreemptoff=1 only there
				}
			},
		} {
			m := machine(t, Config{P: 5, Host: host, Stall: 40 * time.Millisecond})
			run := func() error {
				mu = make(chan bool)
				time.AfterFunc(400*time.Millisecond, func() { close(mu) })
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						Barrier(q)
						if q.Rank() == 4 {
							stay(m)
						}
						Barrier(q)
						return nil
					})
				})
				<-mu
				usable(t, m)
				return err
			}
			advises := len(m.fiberOf(4).h.fibers) > 1 && doing == "chan receive"
			meant := func(err error) bool {
				var e *Error
				return errors.Is(err, ErrStalled) && errors.As(err, &e) && e.Other == 4 && strings.Contains(e.OtherSite, "overdue_test.go:") &&
					strings.Contains(err.Error(), ", rank 4 at "+e.OtherSite+", "+doing) && strings.Contains(err.Error(), "share a thread") == advises
			}
			if err := patientlyFor(run, meant); !meant(err) {
				t.Errorf("%v, %s, advice to be given: %v: %v", host, doing, advises, err)
			}
		}
	}
}

// TestStacksOfAll: of many goroutines each is seen, too.
func TestStacksOfAll(t *testing.T) {
	const n = 1000
	release := make(chan bool)
	defer close(release)
	for range n {
		go func() { <-release }()
	}
	for since := time.Now(); ; time.Sleep(time.Millisecond) { // until all have begun
		if seen := strings.Count(stacksOfAll(), "TestStacksOfAll.func1()"); seen == n {
			break
		} else if time.Since(since) > 10*time.Second {
			t.Fatalf("%d stacks of %d", seen, n)
		}
	}
}

// TestPlaceIn: the innermost call that is of the program, not of this package and not of the
// standard library.
func TestPlaceIn(t *testing.T) {
	const stack = `goroutine 12 [sync.Mutex.Lock, 2 minutes, locked to thread]:
internal/sync.runtime_SemacquireMutex(0x1, 0x2, 0x3)
	/go/src/runtime/sema.go:95 +0x25
sync.(*Mutex).Lock(...)
	/go/src/sync/mutex.go:46
example.com/solver/grid.(*Grid[...]).step(0xc000012345)
	/home/grid.go:51 +0x1d
main.main.func1(0xc0000)
	/home/main.go:7 +0x2
github.com/cayleycoll/cayleycoll/coll.(*fiber).body(0xc00)
	/x/host.go:112 +0x1
created by github.com/cayleycoll/cayleycoll/coll.New in goroutine 1
	/x/machine.go:1 +0x1`
	lines := strings.Split(stack, "\n")
	if site, doing := placeIn(lines); site != "/home/grid.go:51" || doing != "sync.Mutex.Lock" {
		t.Errorf("%q, %q", site, doing)
	}
	if site, doing := placeIn(append(lines[:5:5], lines[7:]...)); site != "/home/main.go:7" || doing != "sync.Mutex.Lock" {
		t.Errorf("%q, %q", site, doing)
	}
	if site, doing := placeIn(append(lines[:5:5], lines[9:]...)); site != "" || doing != "" {
		t.Errorf("all in coll: %q, %q", site, doing)
	}
	for _, below := range []string{"internal/threads.(*threadParker).Wake(...)", "buffers.(*Line).Publish(...)"} {
		if site, _ := placeIn(slices.Concat(lines[:1], []string{module + below, "\t/x/below.go:36 +0x1", pkg + "(*member).wake(...)", "\t/x/sleep.go:50"}, lines[7:])); site != "/home/main.go:7" {
			t.Errorf("in a call, in %s: %q", below, site)
		}
	}
	for where, want := range map[string]string{"(*fiber).block": borrowing, "(*Machine).Run": "sync.Mutex.Lock"} { // one in a Run of its own is not
		if site, doing := placeIn(slices.Concat(lines[:5], []string{pkg + where + "(0xc00)", "\t/x/wait.go:50"}, lines[7:])); site != "/home/main.go:7" || doing != want {
			t.Errorf("%s: %q, %q", where, site, doing)
		}
	}
	for head, want := range map[string]string{
		"goroutine 12 [sleep]:":                                         "sleep",
		"goroutine 12 gp=0xc00 m=nil [chan receive (nil chan)]:":        "chan receive (nil chan)",
		"goroutine 12 [runnable (scan)]:":                               "runnable",
		`goroutine 12 [select (no cases) labels:{"coll_rank": "3"}]:`:   "select (no cases)",
		`goroutine 12 [running, locked to thread labels:{"a": "[b]"}]:`: "running",
	} {
		deep := []string{head, "sort.f()", "\t/go/src/sort.go:3 +0x1", "...23 frames elided...", pkg + "Allreduce(...)", "\t/x/allreduce.go:3", "sort.f()", "\texample.com/sort.go:3", "main.f()", "\tC:/My Files/f.go:9 +0x3 fp=0x1"}
		if site, doing := placeIn(deep); site != "C:/My Files/f.go:9" || doing != want {
			t.Errorf("%s: %q, %q", head, site, doing)
		}
	}
	numbered := func(id, site string) string {
		return strings.ReplaceAll(strings.Replace(stack, "goroutine 12 ", "goroutine "+id+" ", 1), "grid.go:51", "grid.go:"+site) + "\n\n"
	}
	all := numbered("7", "50") + "goroutine 3 [sleep]:\ntime.Sleep()\n\t/go/time.go:3\n\n" + numbered("12", "51") + numbered("1", "52")
	for id, want := range map[uint64]string{1: "/home/grid.go:52", 12: "/home/grid.go:51", 3: "", 7: ""} { // who asks is 7
		if site, _ := sightingIn(all, id); site != want {
			t.Errorf("of goroutine %d: %q, want %q", id, site, want)
		}
	}
	defer func(own func() string) { ownModule = own }(ownModule)
	ownModule = func() string { return "solver" }
	if ofStandardLibrary("solver/grid.Step") || !ofStandardLibrary("sort/grid.Step") {
		t.Error("a module's name needs no dot")
	}
	for function, is := range map[string]bool{"time.Sleep": true, "sync.(*WaitGroup).Wait": true, "internal/poll.runtime_pollWait": true, "main.f": false,
		"example.com/a/b.F": false, "gonum.org/v1/gonum/mat.(*Dense).Mul": false} {
		if ofStandardLibrary(function) != is {
			t.Errorf("%s: of the standard library %v", function, !is)
		}
	}
}

// TestOverdueGaveWay: who let a neighbour run in an Exchange, and got the thread back late, is not
// late.
func TestOverdueGaveWay(t *testing.T) {
	if len(threads.Cores()) < 2 {
		t.Skip("rank 3 would not run beside rank 0")
	}
	m := machine(t, Config{P: 4, Host: Threads, Cores: threads.Cores()[:2]})
	run := func() error {
		ctx, cancel := context.WithCancel(context.Background())
		return m.Run(ctx, func(q *Proc) error {
			x := make([]float64, 2000)
			switch q.Rank() {
			case 0:
				Exchange(q, nil, -1, x, 3)
			case 1: // its neighbour
				time.Sleep(5 * time.Millisecond) // rank 2 comes to the barrier
				cancel()
				time.Sleep(overdueLeast * 3 / 2)
			case 3:
				m.ends()
				Exchange(q, x, 0, nil, -1)
			}
			Barrier(q)
			return nil
		})
	}
	var e *Error
	meant := func(err error) bool {
		return errors.As(err, &e) && e.Text == "rank 2 waited for rank 1" && e.Other == 1
	}
	if err := within(t, func() error { return patientlyFor(run, meant) }); !meant(err) {
		t.Error(err)
	}
}
