package coll

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// run runs f as each of the processes of a machine that the transport joins, and returns what f or the
// machine failed with, by process.
func (h *hostile) run(t *testing.T, c Config, f func(k int, m *Machine) error) []error {
	t.Helper()
	errs := make([]error, h.n)
	within(t, func() error {
		var wg sync.WaitGroup
		for k := range h.n {
			c := c
			c.Remote, c.Host, c.SpinFor = hostileRemote{h, k}, Goroutines, time.Microsecond
			wg.Go(func() {
				m, err := New(c)
				if err != nil {
					errs[k] = err
					return
				}
				errs[k] = errors.Join(f(k, m), m.Close())
			})
		}
		wg.Wait()
		return nil
	})
	return errs
}

// inThisProcess skips a test of processes within this one where that is one of several.
func inThisProcess(t *testing.T) {
	t.Helper()
	if launched.processes > 0 {
		t.Skip("of processes within this one")
	}
}

// acrossHostile is a run of n processes in which nothing may fail.
func acrossHostile(t *testing.T, seed uint64, n int, c Config, f func(k int, m *Machine) error) {
	t.Helper()
	h := newHostile(n, seed)
	if err := errors.Join(h.run(t, c, f)...); err != nil || len(h.faults) > 0 {
		t.Fatalf("seed %d, %d processes, P=%d, room for %d bytes: %v\n%s", seed, n, c.P, h.room, err, strings.Join(h.faults, "\n"))
	}
}

// TestHostilePrograms: random programs, one Run after another, whatever order the transport
// moves the words in. Between them a Run fails.
func TestHostilePrograms(t *testing.T) {
	inThisProcess(t)
	for _, seed := range seeds(t, 6, 200) {
		rng := rand.New(rand.NewPCG(seed, 2))
		from := draw(func(n int) int { return rng.IntN(n) })
		n := 2 + from(3)
		c := Config{P: n + from(8)}
		if g, err := cayley.Parse(fuzzGraphs[from(len(fuzzGraphs)-1)]); err == nil && g.Order() >= n && g.Order() <= 12 {
			c.P, c.Graph = g.Order(), g
		}
		var programs [][]step
		for range 3 {
			programs = append(programs, makeProgram(from, c.P, 20))
		}
		fails, after := from(c.P), from(20)
		acrossHostile(t, seed, n, c, func(k int, m *Machine) error {
			for i, steps := range programs {
				if err := runProgram(m, steps, 0, never); err != nil {
					return fmt.Errorf("program %d: %w", i, err)
				}
				err := m.Run(context.Background(), func(q *Proc) error {
					w := walk(q)
					for k := range steps {
						if q.Rank() == fails && k == after {
							return errOnPurpose
						}
						if _, err := w.do(&steps[k]); err != nil {
							return err
						}
					}
					return nil
				})
				if err == nil || !strings.Contains(err.Error(), errOnPurpose.Error()) {
					return fmt.Errorf("program %d, of which rank %d fails in step %d: %v", i, fails, after, err)
				}
			}
			return nil
		})
	}
}

// TestHostileMismatch: a message that is not what its receiver wants, before one that is and
// that is on its way to where it is wanted: once the receiver has unwound its vector is its own.
func TestHostileMismatch(t *testing.T) {
	inThisProcess(t)
	for seed := range uint64(20) {
		acrossHostile(t, seed, 2, Config{P: 4}, func(k int, m *Machine) error {
			err := m.Run(context.Background(), func(q *Proc) error {
				x := make([]float64, 2000)
				switch q.Rank() {
				case 0:
					Exchange(q, nil, -1, make([]float64, 8000), 3) // keeps the others waiting
				case 1:
					time.Sleep(time.Duration(seed%4) * 100 * time.Microsecond)
					Exchange(q, nil, -1, x[:1], 2)
					Exchange(q, nil, -1, x, 2)
				case 2:
					x[0] = 1
					defer func() {
						for range 100 {
							if x[0]++; x[0] < 2 {
								panic("what was wanted came after all")
							}
							time.Sleep(10 * time.Microsecond)
						}
					}()
					Exchange(q, x, 1, nil, -1)
				case 3:
					Exchange(q, make([]float64, 8000), 0, nil, -1)
				}
				return nil
			})
			if !errors.Is(err, ErrMismatch) {
				return fmt.Errorf("%v, want a mismatch", err)
			}
			return nil
		})
	}
}

// TestHostileLink: the connection of two processes fails, which the third sees nothing of. It
// hears that they are lost to each other, and does not wait for them to begin anew.
func TestHostileLink(t *testing.T) {
	inThisProcess(t)
	h := newHostile(3, 1)
	for k, err := range h.run(t, Config{P: 6}, func(k int, m *Machine) error {
		return m.Run(context.Background(), func(q *Proc) error {
			Barrier(q)
			if k == 0 {
				h.cut.Store(true)
			}
			for {
				Barrier(q)
			}
		})
	}) {
		if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), errCut.Error()) {
			t.Errorf("process %d: %v, want that the connection failed", k, err)
		}
	}
	if h.renews > 0 {
		t.Error("a process began anew, though others are lost to each other")
	}
}

// TestHostileLinkAfterAFailure: the connection of two processes fails when the third one's error has
// come to both: the third does not wait for them to begin anew either.
func TestHostileLinkAfterAFailure(t *testing.T) {
	inThisProcess(t)
	h, own := newHostile(3, 1), errors.New("of the middle process")
	var met, told sync.WaitGroup // the error may not overtake the barrier: it would unwind who is in it
	met.Add(2)
	told.Add(2)
	for k, err := range h.run(t, Config{P: 3}, func(k int, m *Machine) error {
		return m.Run(context.Background(), func(q *Proc) error {
			Barrier(q)
			if k == 1 {
				met.Wait()
				return own
			}
			met.Done()
			<-q.Context().Done()
			told.Done()
			told.Wait()
			h.cut.Store(true)
			for !m.links.broken.Load() {
				time.Sleep(letterPeriod)
			}
			return nil
		})
	}) {
		if err == nil || !strings.Contains(err.Error(), own.Error()) {
			t.Errorf("process %d: %v, want %v", k, err, own)
		}
	}
	if h.renews > 0 {
		t.Error("a process began anew, though others are lost to each other")
	}
}

// TestHostileLinkAtRandom: the connection of two processes fails in the middle of any call. Every process
// returns an error from the Run that is under way, or from its next, and from those after it.
func TestHostileLinkAtRandom(t *testing.T) {
	inThisProcess(t)
	for _, seed := range seeds(t, 3, 150) {
		rng := rand.New(rand.NewPCG(seed, 3))
		from := draw(func(n int) int { return rng.IntN(n) })
		n := 2 + from(3)
		c := Config{P: n + from(6)}
		steps := makeProgram(from, c.P, 20)
		h, until := newHostile(n, seed), int64(1+from(1<<from(14)))
		var made sync.WaitGroup
		made.Add(n)
		for k, err := range h.run(t, c, func(k int, m *Machine) error {
			made.Done()
			made.Wait()
			h.until.CompareAndSwap(0, until)
			var err error
			for range 500 {
				if err = runProgram(m, steps, 0, never); err != nil {
					break
				}
			}
			if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), errCut.Error()) {
				return fmt.Errorf("%w: want that the connection failed", cmp.Or(err, errors.New("no error")))
			}
			begun := time.Now()
			if err := runProgram(m, steps, 0, never); !errors.Is(err, ErrMissing) || time.Since(begun) > 5*time.Second {
				return fmt.Errorf("the next Run, after %v: %v", time.Since(begun), err)
			}
			return nil
		}) {
			if err != nil {
				t.Errorf("seed %d, process %d of %d, P=%d: %v", seed, k, n, c.P, err)
			}
		}
	}
}

// TestHostileLongestStall: the longest Stall is longer than any wait for other processes, with what
// is added to it.
func TestHostileLongestStall(t *testing.T) {
	inThisProcess(t)
	acrossHostile(t, 1, 2, Config{P: 4, Stall: math.MaxInt64}, func(k int, m *Machine) error {
		return m.Run(context.Background(), func(q *Proc) error {
			if k == 1 {
				time.Sleep(10 * time.Millisecond)
			}
			Barrier(q)
			return nil
		})
	})
}

// TestWhoNamesALateRank: of the causes of several processes one that says who is late goes before
// those of who waited for other processes; else the first one does.
func TestWhoNamesALateRank(t *testing.T) {
	vague, named := &Error{Kind: ErrStalled, Other: -1, Text: "waited"}, &Error{Kind: ErrStalled, Other: 5, Text: "named"}
	other := &Error{Kind: ErrMissing, Other: -1, Text: "missing"}
	for _, c := range []struct {
		own  error
		all  []*ending
		want string
	}{
		{vague, []*ending{{cause: vague}, nil, {}, {cause: named}}, "named"},
		{named, []*ending{{cause: named}, {cause: vague}}, "named"},
		{vague, []*ending{{cause: vague}, {cause: other}, {cause: named}}, "missing"},
		{other, []*ending{{cause: other}, {cause: named}}, "missing"},
		{relayed{vague}, []*ending{{}, {cause: vague}}, "waited"},
		{relayed{named}, []*ending{{}, nil}, "named"},
	} {
		if got := commonCause(c.own, c.all); got.(*Error).Text != c.want {
			t.Errorf("%v of %v: %v, want %q", c.own, c.all, got, c.want)
		}
	}
}

// TestHostileStall: one is late that another of its process waits for, and all of the other
// processes: every process names it, not the processes in general.
func TestHostileStall(t *testing.T) {
	inThisProcess(t)
	const late = 5 // of the last process
	for seed := range uint64(2) {
		c := Config{P: 6, Stall: 800 * time.Millisecond} // an eighth of which a busy machine may take
		acrossHostile(t, seed, 3, c, func(k int, m *Machine) error {
			err := m.Run(context.Background(), func(q *Proc) error {
				Barrier(q)
				if q.Rank() == late {
					time.Sleep(2 * c.Stall)
				}
				Barrier(q)
				return nil
			})
			if e := (*Error)(nil); !errors.As(err, &e) || e.Kind != ErrStalled || e.Other != late {
				return fmt.Errorf("process %d: %v, want that rank %d is late", k, err, late)
			}
			return nil
		})
	}
}

// TestSizeOfProcesses: without P a machine has as many processors as its graph has vertices; with fewer than
// processes there is none.
func TestSizeOfProcesses(t *testing.T) {
	inThisProcess(t)
	g, err := cayley.Parse("hypercube:3")
	if err != nil {
		t.Fatal(err)
	}
	acrossHostile(t, 1, 3, Config{Graph: g}, func(k int, m *Machine) error {
		return m.Run(context.Background(), func(q *Proc) error {
			sum := []int64{1}
			if Allreduce(q, sum, sum, Sum); sum[0] != 8 {
				return fmt.Errorf("%d processors", sum[0])
			}
			return nil
		})
	})
	for k, err := range newHostile(3, 1).run(t, Config{P: 2}, func(int, *Machine) error { return nil }) {
		if why := plain(err, "P is 2 on 3 processes, want one processor for each at least"); why != "" {
			t.Errorf("process %d: %v %s", k, err, why)
		}
	}
}
