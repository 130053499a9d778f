package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// within fails the test when f takes longer than anything here may.
func within(t *testing.T, f func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-time.After(2 * time.Minute):
		buf := make([]byte, 1<<20)
		t.Fatalf("hangs\n%s", buf[:runtime.Stack(buf, true)])
		return nil
	}
}

// patiently runs what a watch may end because the system kept a processor from its core,
// and what may have to wait for one that it still keeps; for some seconds at most.
func patiently(run func() error) error {
	for since := time.Now(); ; time.Sleep(time.Millisecond) {
		err := run()
		late := err != nil && (errors.Is(err, ErrStalled) || strings.Contains(err.Error(), "not come back"))
		if !late || time.Since(since) > 10*time.Second {
			return err
		}
	}
}

// sum is a Run that must work on a machine that has failed before.
func sum(m *Machine) error {
	return m.Run(context.Background(), func(q *Proc) error {
		x := []float64{1}
		Allreduce(q, x, x, Sum)
		if x[0] != float64(q.Size()) {
			return fmt.Errorf("sum is %v, want %d", x[0], q.Size())
		}
		return nil
	})
}

func TestFailures(t *testing.T) {
	boom := errors.New("boom")
	faults := []struct {
		name string
		kind error
		text string // in the message
		f    func(q *Proc, bad bool) error
	}{
		{"length", ErrMismatch, "allreduce of 3 float64", func(q *Proc, bad bool) error {
			x := make([]float64, 2)
			if bad {
				x = make([]float64, 3)
			}
			Allreduce(q, x, x, Sum)
			return nil
		}},
		{"operator", ErrMismatch, "max", func(q *Proc, bad bool) error {
			x, op := make([]float64, 2), Sum
			if bad {
				op = Max
			}
			Allreduce(q, x, x, op)
			return nil
		}},
		{"type", ErrMismatch, "int64", func(q *Proc, bad bool) error {
			if bad {
				x := make([]int64, 2)
				Allreduce(q, x, x, Sum)
				return nil
			}
			x := make([]float64, 2)
			Allreduce(q, x, x, Sum)
			return nil
		}},
		{"algorithm", ErrMismatch, "tree", func(q *Proc, bad bool) error {
			x := make([]float64, 2)
			if bad {
				q = q.Using(Tree)
			}
			Allreduce(q, x, x, Sum)
			return nil
		}},
		{"collective", ErrMismatch, "called barrier", func(q *Proc, bad bool) error {
			x := make([]float64, 2)
			if bad {
				Barrier(q)
			} else {
				Allgather(q, make([]float64, 2*q.Size()), x)
			}
			return nil
		}},
		{"returns early", ErrMissing, "has returned", func(q *Proc, bad bool) error {
			if !bad {
				Barrier(q)
			}
			return nil
		}},
		{"goexit", ErrMissing, "runtime.Goexit", func(q *Proc, bad bool) error {
			if bad {
				runtime.Goexit()
			}
			Barrier(q)
			return nil
		}},
		{"returns an error", boom, "rank", func(q *Proc, bad bool) error {
			if bad {
				return boom
			}
			Barrier(q)
			return nil
		}},
		{"short dst", ErrUsage, "dst has", func(q *Proc, bad bool) error {
			n := 2 * q.Size()
			if bad {
				n--
			}
			Allgather(q, make([]float64, n), make([]float64, 2))
			return nil
		}},
		{"no whole blocks", ErrUsage, "want a multiple of", func(q *Proc, bad bool) error {
			n := 2 * q.Size()
			if bad && q.Size() > 1 {
				n++
			}
			Alltoall(q, make([]float64, n), make([]float64, n))
			return nil
		}},
		{"spectral maximum", ErrUsage, "is a sum of real numbers, not a max; use direct", func(q *Proc, bad bool) error {
			x := make([]float64, 2)
			Allreduce(q.Using(Spectral), x, x, Max)
			return nil
		}},
		{"spectral integers", ErrUsage, "use direct", func(q *Proc, bad bool) error {
			x := make([]int64, 2)
			Allreduce(q.Using(Spectral), x, x, Sum)
			return nil
		}},
		{"spectral nothing", ErrUsage, "use direct", func(q *Proc, bad bool) error {
			Allreduce(q.Using(Spectral), nil, []int32{}, Sum)
			return nil
		}},
		{"overlap", ErrUsage, "overlap", func(q *Proc, bad bool) error {
			x := make([]float64, 9)
			if bad {
				Allreduce(q, x[1:], x[:8], Sum)
			}
			Allreduce(q, x[:8], x[:8], Sum)
			return nil
		}},
		{"counts", ErrMismatch, ": counts[1] is ", func(q *Proc, bad bool) error {
			counts := make([]int, q.Size())
			counts[1] = 3
			if bad {
				counts[1] = 2
			}
			Allgatherv(q, make([]float64, counts[1]), make([]float64, counts[q.Rank()]), counts)
			return nil
		}},
		{"counts without end", ErrUsage, "counts[0] to counts[1] add up to more", func(q *Proc, bad bool) error {
			counts := make([]int, q.Size())
			counts[0], counts[1] = math.MaxInt, 1
			Allgatherv(q, nil, make([]float64, 1), counts)
			return nil
		}},
		{"unknown algorithm", ErrUsage, "want one of direct", func(q *Proc, bad bool) error {
			if bad {
				q = q.Using("fastest")
			}
			Barrier(q)
			return nil
		}},
		{"algorithm not offered", ErrUsage, "does not offer", func(q *Proc, bad bool) error {
			Allgather(q.Using(Spectral), make([]float64, q.Size()), make([]float64, 1))
			return nil
		}},
	}
	for _, host := range modes {
		for _, p := range []int{2, 3, 8, 33} {
			m := machine(t, Config{P: p, Host: host})
			for _, fault := range faults {
				for _, culprit := range []int{0, p / 2, p - 1} {
					name := fmt.Sprintf("%v P=%d rank %d: %s", host, p, culprit, fault.name)
					err := within(t, func() error {
						return m.Run(context.Background(), func(q *Proc) error { return fault.f(q, q.Rank() == culprit) })
					})
					if !errors.Is(err, fault.kind) || !strings.Contains(err.Error(), fault.text) {
						t.Errorf("%s: %v, want %v … %s", name, err, fault.kind, fault.text)
					}
					var e *Error
					of := uint64(1)
					if fault.name == "unknown algorithm" { // in no call
						of = 0
					}
					if errors.As(err, &e) && ((e.Collective == "") != (of == 0) || e.Seq != of) && fault.name != "goexit" {
						t.Errorf("%s: collective %q, number %d", name, e.Collective, e.Seq)
					}
					if errors.Is(err, ErrMismatch) && errors.As(err, &e) {
						if e.Rank != culprit && e.Other != culprit {
							t.Errorf("%s: names ranks %d and %d", name, e.Rank, e.Other)
						}
						if !strings.Contains(e.Site, "failures_test.go:") || !strings.Contains(e.OtherSite, "failures_test.go:") {
							t.Errorf("%s: call sites %q and %q", name, e.Site, e.OtherSite)
						}
					}
					if err := within(t, func() error { return sum(m) }); err != nil {
						t.Fatalf("%s: and then: %v", name, err)
					}
				}
			}
		}
	}
}

func TestPanic(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 8} {
			m := machine(t, Config{P: p, Host: host})
			err := within(t, func() (err error) {
				defer func() { err = recover().(Panic) }()
				return m.Run(context.Background(), func(q *Proc) error {
					if q.Rank() == p-1 {
						var a []int
						_ = a[q.Rank()]
					}
					Barrier(q)
					return nil
				})
			})
			var v Panic
			if !errors.As(err, &v) || v.Rank != p-1 || !strings.Contains(v.Stack, "failures_test.go") {
				t.Errorf("%v P=%d: %v", host, p, err)
			}
			if err := within(t, func() error { return sum(m) }); err != nil {
				t.Errorf("%v P=%d: and then: %v", host, p, err)
			}
		}
	}
}

// TestCancel cancels processors that spin, that sleep, and before they start.
func TestCancel(t *testing.T) {
	why := errors.New("enough")
	for _, host := range modes {
		for _, p := range []int{2, 8} {
			m := machine(t, Config{P: p, Host: host})
			for _, wait := range []time.Duration{0, time.Microsecond, 20 * time.Millisecond} {
				ctx, cancel := context.WithCancelCause(context.Background())
				if wait == 0 {
					cancel(why)
				}
				late := wait > time.Millisecond // not before rank 0 has begun
				if !late {
					time.AfterFunc(wait, func() { cancel(why) })
				}
				begun, unwound := 0, 0
				err := within(t, func() error {
					return m.Run(ctx, func(q *Proc) error {
						if q.Rank() == 0 {
							begun++
							defer func() { unwound++ }()
							if late {
								time.AfterFunc(wait, func() { cancel(why) })
							}
						}
						for q.Rank() == 0 || q.Rank() == p-1 && !late {
							Barrier(q)
						}
						for ctx.Err() == nil { // a neighbour that never comes
							time.Sleep(time.Millisecond)
						}
						Barrier(q)
						return nil
					})
				})
				if !errors.Is(err, why) || unwound != begun || wait == 0 && begun > 0 || late && begun == 0 {
					t.Errorf("%v P=%d after %v: %v, begun %d, deferred calls %d", host, p, wait, err, begun, unwound)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Fatalf("%v P=%d after %v: and then: %v", host, p, wait, err)
				}
			}
		}
	}
}

// TestGiven: what a context was ended with is returned as it is, even if another machine's
// Run ended with it.
func TestGiven(t *testing.T) {
	for _, host := range modes {
		first, m := machine(t, Config{P: 3, Host: host}), machine(t, Config{P: 3, Host: host})
		mistake := first.Run(context.Background(), func(q *Proc) error {
			x := make([]float64, 1+q.Rank())
			Allreduce(q, x, x, Sum)
			return nil
		})
		var e *Error
		if !errors.As(mistake, &e) {
			t.Fatal(mistake)
		}
		told := *e
		for _, cause := range []error{mistake, Panic{Rank: 1, Value: []int{2}}} {
			for _, early := range []bool{true, false} {
				ctx, cancel := context.WithCancelCause(context.Background())
				if early {
					cancel(cause)
				}
				err := within(t, func() error {
					return m.Run(ctx, func(q *Proc) error {
						for Barrier(q); ; Barrier(q) {
							cancel(cause)
						}
					})
				})
				if p, ok := err.(Panic); err == nil || *e != told || ok && p.Rank != 1 || !ok && err != mistake {
					t.Errorf("%v: %v, want what the context was ended with: %v, which was %v", host, err, cause, &told)
				}
			}
		}
	}
}

// TestStopped: what passes while the process is stopped makes nobody late.
func TestStopped(t *testing.T) {
	m := machine(t, Config{P: 2, Stall: time.Hour})
	m.started, m.ctx, m.running = time.Now().Add(-2*time.Hour), context.Background(), true
	defer func() { m.running = false }()
	m.fibers[0].since.Store(-2)           // in f all the while
	m.fibers[1].tellWatch(m.world, -1, 2) // waits all the while
	if m.checkLate(time.Now()); m.cause != nil {
		t.Errorf("the process goes on just now, and already: %v", m.cause)
	}
	if m.checkLate(m.started); !errors.Is(m.cause, ErrStalled) {
		t.Errorf("two hours of an hour: %v", m.cause)
	}
}

// TestWhoWaits: of those that wait for one that is late, who waits in a collective is
// named before who has returned; if all others have, that is said.
func TestWhoWaits(t *testing.T) {
	m := machine(t, Config{P: 3, Stall: time.Hour})
	m.started, m.ctx = time.Now().Add(-2*time.Hour), context.Background()
	for _, c := range []struct {
		returned []int
		want     string
	}{
		{nil, "rank 0 has waited 1h0m0s for rank 2"},
		{[]int{0}, "rank 1 has waited 1h0m0s for rank 2"},
		{[]int{1}, "rank 0 has waited 1h0m0s for rank 2"},
		{[]int{0, 1}, "rank 0 has returned, and waited 1h0m0s for rank 2"},
		{nil, "rank 0 has waited 1h0m0s for ranks 1, 2"},
	} {
		m.running, m.cause = true, nil
		all := []int64{2, 2, -2}
		if strings.Contains(c.want, "ranks") {
			all[1] = -2
		}
		for rank, since := range all {
			m.fibers[rank].tellWatch(m.world, -1, since)
			m.fibers[rank].over.Store(slices.Contains(c.returned, rank))
		}
		m.checkLate(m.started)
		if e := (*Error)(nil); !errors.As(m.cause, &e) || !strings.HasPrefix(e.Text, c.want) {
			t.Errorf("%v have returned: %v, want %q", c.returned, m.cause, c.want)
		}
		m.running = false
		m.hot.stop.Store(false)
	}
	if err := m.Run(context.Background(), func(q *Proc) error { Barrier(q); return nil }); err != nil || !m.fibers[1].over.Load() {
		t.Errorf("%v; it is not noted that rank 1 has returned", err)
	}
}

func TestStall(t *testing.T) {
	for _, host := range modes {
		for _, c := range []struct {
			collective string
			seq        uint64
			f          func(q *Proc)
		}{
			{"barrier", 1, Barrier},
			{"exchange", 0, func(q *Proc) {
				if q.Rank() < 2 {
					Exchange(q, make([]float64, 4), 2, nil, -1)
				}
			}},
		} {
			m := machine(t, Config{P: 3, Host: host, Stall: 30 * time.Millisecond})
			var err error
			var e *Error
			for since, named := time.Now(), false; !named && time.Since(since) < 10*time.Second; {
				err = within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						for q.Rank() == 2 && !m.hot.stop.Load() {
							time.Sleep(time.Millisecond)
						}
						c.f(q)
						return nil
					})
				})
				// Rank 0 or 1 may be late too, or alone, by the system's doing.
				named = !errors.Is(err, ErrStalled) || errors.As(err, &e) && strings.Contains(e.Text, " 2") && e.Rank == 0
				usable(t, m)
			}
			if !errors.Is(err, ErrStalled) || e == nil || e.Collective != c.collective || e.Seq != c.seq || e.Site == "" {
				t.Errorf("%v: %s: %v (%+v)", host, c.collective, err, e)
			}
		}
	}
}

func TestRecoveredUnwinding(t *testing.T) {
	m := machine(t, Config{P: 2})
	met := 0
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 1 {
			return nil
		}
		for range 3 {
			func() {
				defer func() {
					if err, ok := recover().(error); ok && errors.Is(err, ErrMissing) {
						met++
					}
				}()
				Barrier(q)
			}()
		}
		return nil
	})
	if !errors.Is(err, ErrMissing) || met != 3 {
		t.Errorf("%v, met %d times", err, met)
	}
}

func TestConfig(t *testing.T) {
	q3, err := cayley.Parse("hypercube:3")
	if err != nil {
		t.Fatal(err)
	}
	q17, err := cayley.Parse("hypercube:17")
	if err != nil {
		t.Fatal(err)
	}
	path, err := cayley.NewGraph("path", 3, [][2]int{{0, 1}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		Config
		text string
	}{
		{Config{P: -1}, "P is -1"},
		{Config{Graph: path}, "the graph path is not strongly connected; want one in which every vertex is in reach of every other"},
		{Config{P: 2, Protocol: "rings"}, `unknown protocol "rings", want line, ring, direct or ""`},
		{Config{Graph: nowhere{}}, "has no vertices"},
		{Config{Graph: beyond{}}, "the graph beyond has an arc from vertex 1 to 2; want vertices 0 to 1, or -1 for no arc"},
		{Config{P: MaxP + 1}, "P is 65537"},
		{Config{Graph: q17}, "the graph hypercube:17 has 131072 vertices, want at most 65536"},
		{Config{P: 2, Algorithm: "best"}, `unknown algorithm "best"`},
		{Config{P: 2, Algorithm: File}, `Algorithm is "file", and there are no Schedules`},
		{Config{P: 4, Graph: q3}, "hypercube:3 has 8 vertices, and P is 4"},
		{Config{P: 2, Cores: []int{99999}}, "Cores[0] is 99999"},
		{Config{P: 2, Cores: []int{threads.Cores()[0], threads.Cores()[0]}}, "twice"},
		{Config{P: 2, SpinFor: -1}, "SpinFor is -1ns, want 0"},
		{Config{P: 2, Stall: -1}, "Stall is -1ns, want 0"},
		{Config{P: 2, Host: 9}, "Host is 9"},
	} {
		if _, err := New(c.Config); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("New(%+v): %v, want %q", c.Config, err, c.text)
		}
	}
	if text := machine(t, Config{P: 1, Cores: threads.Cores()[:1], Host: Goroutines}).String(); launched.processes == 0 && !strings.HasPrefix(text, "1 processor on 1 host (goroutines), ") {
		t.Errorf("%q", text)
	}
	if one := machine(t, Config{P: 9, Cores: threads.Cores()[:1], Host: Goroutines}); launched.processes == 0 && !strings.HasPrefix(one.String(), "9 processors on 1 host (goroutines), ") {
		t.Errorf("%q: as many hosts as Proc.Host counts", one)
	}
	if m := machine(t, Config{Graph: q3}); m.Config().P != 8 {
		t.Errorf("%d processors on a graph of 8 vertices", m.Config().P)
	}
	cores := threads.Cores()[:1]
	m := machine(t, Config{P: 2, Cores: cores})
	was := cores[0]
	cores[0] = 77
	m.Config().Cores[0] = 78
	if now := m.Config().Cores; now[0] != was {
		t.Errorf("the machine's cores are %v after the caller's slice has changed, want [%d]", now, was)
	}
}

// TestTooManyForASchedule: a program that would not fit is refused, and says so.
func TestTooManyForASchedule(t *testing.T) {
	g, err := cayley.Parse("dihedral:2049:r,r-1,f")
	if err != nil {
		t.Fatal(err)
	}
	m := machine(t, Config{P: g.Order(), Graph: g})
	err = m.Run(context.Background(), func(q *Proc) error {
		Allgather(q.Using(Cayley), make([]float64, q.Size()), []float64{1})
		return nil
	})
	if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "at most 4096 processors, not 4098") {
		t.Error(err)
	}
	if err := sum(m); err != nil {
		t.Error(err)
	}
}

// TestMemoryOfSchedules: one that is refused takes none, and the marks of one as written (see
// final.go) take what its moves do, not P².
func TestMemoryOfSchedules(t *testing.T) {
	m := machine(t, Config{P: 8192})
	for _, c := range []struct {
		c       collective
		a       algorithmID
		refused bool
		most    uint64 // MiB
	}{{allgather, byDoubling, true, 1}, {reducescatter, byHalving, true, 1}, {allreduce, byTree, false, 16}, {scan, byDoubling, false, 64}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := m.world.compiled(c.c, c.a, 0)
		runtime.ReadMemStats(&after)
		if (err != nil) != c.refused {
			t.Errorf("%v by %v: %v", c.c, algorithms[c.a], err)
		}
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took >= c.most {
			t.Errorf("%v by %v: %d MiB, want less than %d", c.c, algorithms[c.a], took, c.most)
		}
	}
}

func TestRunTwiceAndClose(t *testing.T) {
	m := machine(t, Config{P: 2})
	inside := make(chan struct{})
	var second, closing error
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 0 {
			second = m.Run(context.Background(), func(*Proc) error { return nil })
			closing = m.Close()
			close(inside)
		}
		return nil
	})
	if err != nil || !errors.Is(second, ErrUsage) || !errors.Is(closing, ErrUsage) {
		t.Errorf("%v, second %v, close %v", err, second, closing)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if err := m.Run(context.Background(), func(*Proc) error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// nowhere is a graph of no vertices.
type nowhere struct{}

func (nowhere) Name() string          { return "nowhere" }
func (nowhere) Order() int            { return 0 }
func (nowhere) Degree() int           { return 0 }
func (nowhere) Neighbor(int, int) int { return -1 }

type beyond struct{}

func (beyond) Name() string          { return "beyond" }
func (beyond) Order() int            { return 2 }
func (beyond) Degree() int           { return 1 }
func (beyond) Neighbor(v, _ int) int { return v + 1 }

var errOnPurpose = errors.New("on purpose")
