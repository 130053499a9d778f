package coll

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// gated is a graph of the caller's whose product waits, or panics.
type gated struct {
	cayley.Cayley
	gate    atomic.Pointer[chan struct{}]
	enter   sync.Once
	entered chan struct{} // closed when somebody waits at the gate
	bad     bool
}

func (g *gated) Mul(a, b int) int {
	if g.bad {
		panic("a bad graph")
	}
	if gate := g.gate.Load(); gate != nil {
		g.enter.Do(func() { close(g.entered) })
		<-*gate
	}
	return g.Cayley.Mul(a, b)
}

func (g *gated) Neighbor(v, k int) int { return g.Mul(v, g.Gen(k)) }

func (g *gated) Name() string { return "gated" }

func newGated(t *testing.T) *gated {
	t.Helper()
	g, err := cayley.Parse("dihedral:4:r,r-1,f")
	if err != nil {
		t.Fatal(err)
	}
	return &gated{Cayley: g.(cayley.Cayley), entered: make(chan struct{})}
}

// TestMakingIsLeft: who waits for a program or a plan hears of the end of the Run, and
// the next finds it made. Close waits for what is still made.
func TestMakingIsLeft(t *testing.T) {
	for _, a := range []Algorithm{Cayley, Spectral} {
		g := newGated(t)
		m, err := New(Config{P: g.Order(), Graph: g})
		if err != nil {
			t.Fatal(err)
		}
		use := func(q *Proc) error {
			x := []float64{1}
			Allreduce(q.Using(a), x, x, Sum)
			if x[0] != float64(q.Size()) {
				t.Errorf("%s: rank %d has %v", a, q.Rank(), x[0])
			}
			return nil
		}
		gate := make(chan struct{})
		g.gate.Store(&gate)
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			<-g.entered
			cancel()
		}()
		if err := within(t, func() error { return m.Run(ctx, use) }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", a, err)
		}
		if err := within(t, func() error { return sum(m) }); err != nil {
			t.Errorf("%s: meanwhile: %v", a, err)
		}
		closed := make(chan error)
		if a == Spectral { // it is closed before the plan is made
			go func() { closed <- m.Close() }()
			select {
			case <-closed:
				close(gate)
				t.Fatal("Close does not wait for the plan")
			case <-time.After(20 * time.Millisecond):
			}
			close(gate)
			if err := <-closed; err != nil {
				t.Error(err)
			}
			continue
		}
		close(gate)
		if err := within(t, func() error { return m.Run(context.Background(), use) }); err != nil {
			t.Errorf("%s: and then: %v", a, err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMakingPanics: a graph that panics is a processor that does, where it did, even if f
// recovers.
func TestMakingPanics(t *testing.T) {
	for _, host := range modes {
		for _, recovers := range []bool{false, true} {
			g := newGated(t)
			m := machine(t, Config{P: g.Order(), Graph: g, Host: host})
			g.bad = true
			for range 2 { // the making is not begun again
				err := within(t, func() (err error) {
					defer func() {
						if v, ok := recover().(Panic); ok {
							err = v
						}
					}()
					return m.Run(context.Background(), func(q *Proc) error {
						func() {
							defer func() {
								if recovers {
									recover()
								}
							}()
							Allgather(q.Using(Cayley), make([]float64, q.Size()), []float64{1})
						}()
						Barrier(q)
						return nil
					})
				})
				var v Panic
				if !errors.As(err, &v) || v.Value != "a bad graph" || !strings.Contains(v.Stack, "(*gated).Mul") {
					t.Errorf("%v, f recovers: %t: %v", host, recovers, err)
				}
			}
			if err := within(t, func() error { return sum(m) }); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestMakingEnds: a graph of the caller's that calls Goexit is an error.
func TestMakingEnds(t *testing.T) {
	_, err := begin(new(Machine), nil, func() (int, error) { runtime.Goexit(); return 0, nil }).wait(nil)
	if err == nil {
		t.Error("no error")
	}
}
