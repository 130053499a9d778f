package coll

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestEveryoneGoexits: many of the processors that share a thread call Goexit,
// as t.FailNow does.
func TestEveryoneGoexits(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 8, 1000} {
			m := machine(t, Config{P: p, Host: host})
			for _, first := range []int{0, p / 2} {
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						if q.Rank() >= first {
							runtime.Goexit()
						}
						Barrier(q)
						return nil
					})
				})
				if !errors.Is(err, ErrMissing) {
					t.Errorf("%v P=%d from rank %d: %v", host, p, first, err)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Fatalf("%v P=%d from rank %d: and then: %v", host, p, first, err)
				}
			}
		}
	}
}

// TestGoexitIsItsOwn: the processors that share a thread with one that calls
// Goexit unwind as after any other failure.
func TestGoexitIsItsOwn(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 5, 9} {
			m := machine(t, Config{P: p, Host: host})
			for guilty := range p {
				var unwound atomic.Int32
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						defer func() {
							if v := recover(); v != nil {
								unwound.Add(1)
								panic(v)
							}
						}()
						Barrier(q)
						if q.Rank() == guilty {
							runtime.Goexit()
						}
						Barrier(q)
						return nil
					})
				})
				if !errors.Is(err, ErrMissing) || int(unwound.Load()) != p-1 {
					t.Errorf("%v P=%d: %d unwound after rank %d called Goexit: %v", host, p, unwound.Load(), guilty, err)
				}
			}
		}
	}
}

// TestNeighboursTakeTurns: two processors that have always something to say to
// each other do not keep the thread from a third that could go on.
func TestNeighboursTakeTurns(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host, Cores: threads.Cores()[:1]})
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		var done atomic.Bool
		if err := m.Run(ctx, func(q *Proc) error {
			x := []float64{0}
			switch r := q.Rank(); r {
			case 0:
				Exchange(q, x, 3, nil, -1)
				done.Store(true)
			case 3:
				Exchange(q, nil, -1, x, 0)
			default:
				for stop := false; !stop; {
					stop = done.Load() && r == 1 // 1 says when, so that both make as many exchanges
					if stop {
						x[0] = 1
					}
					if r == 1 {
						Exchange(q, nil, -1, x, 2)
						Exchange(q, x, 2, nil, -1)
					} else {
						Exchange(q, x, 1, nil, -1)
						Exchange(q, nil, -1, x, 1)
						stop = x[0] == 1
					}
				}
			}
			return nil
		}); err != nil {
			t.Errorf("%v: %v", host, err)
		}
		cancel()
	}
}

// TestRunOfNothing: a nil context and a nil function are refused and leave the
// machine as it was.
func TestRunOfNothing(t *testing.T) {
	m := machine(t, Config{P: 2})
	var none context.Context
	if why := plain(m.Run(none, func(*Proc) error { return nil }), "without a context"); why != "" {
		t.Error(why)
	}
	if why := plain(m.Run(context.Background(), nil), "without a function"); why != "" {
		t.Error(why)
	}
	if why := plain(Run(2, nil), "without a function"); why != "" {
		t.Error(why)
	}
	if err := sum(m); err != nil {
		t.Error(err)
	}
}

// TestProcBeyondRun: a Proc used after its Run panics, and hangs nobody.
func TestProcBeyondRun(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		var kept *Proc
		for range 2 {
			if err := m.Run(context.Background(), func(q *Proc) error {
				if q.Rank() == 0 {
					kept = q
				}
				Barrier(q)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			for _, f := range []func(){
				func() { Barrier(kept) },
				func() { Exchange(kept, nil, -1, []int32{1}, 1) },
				func() { kept.Using("best") },
			} {
				err := within(t, func() (err error) {
					defer func() { err, _ = recover().(error) }()
					f()
					return nil
				})
				if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "after the end of its Run") {
					t.Errorf("%v: %v", host, err)
				}
			}
		}
	}
}

// TestNilProc: the call of what Split returns for nobody is said to be one.
func TestNilProc(t *testing.T) {
	m := machine(t, Config{P: 2})
	x := []float64{1}
	for name, f := range map[string]func(q *Proc){
		"barrier":        func(q *Proc) { Barrier(q) },
		"broadcast":      func(q *Proc) { Broadcast(q, x, 0) },
		"reduce":         func(q *Proc) { Reduce(q, x, x, Sum, 0) },
		"allreduce":      func(q *Proc) { Allreduce(q, x, x, Sum) },
		"allreducefunc":  func(q *Proc) { AllreduceFunc(q, x, x, func(acc, x []float64) {}) },
		"gather":         func(q *Proc) { Gather(q, x, x, 0) },
		"gatherv":        func(q *Proc) { Gatherv(q, x, x, []int{1}, 0) },
		"scatter":        func(q *Proc) { Scatter(q, x, x, 0) },
		"scatterv":       func(q *Proc) { Scatterv(q, x, x, []int{1}, 0) },
		"allgather":      func(q *Proc) { Allgather(q, x, x) },
		"allgatherv":     func(q *Proc) { Allgatherv(q, x, x, []int{1}) },
		"reducescatter":  func(q *Proc) { ReduceScatter(q, x, x, Sum) },
		"reducescatterv": func(q *Proc) { ReduceScatterv(q, x, x, []int{1}, Sum) },
		"alltoall":       func(q *Proc) { Alltoall(q, x, x) },
		"alltoallv":      func(q *Proc) { Alltoallv(q, x, []int{1}, []float64{1}, []int{1}) },
		"scan":           func(q *Proc) { Scan(q, x, x, Sum) },
		"exscan":         func(q *Proc) { Exscan(q, x, x, Sum) },
		"exchange":       func(q *Proc) { Exchange(q, nil, -1, x, 0) },
		"split":          func(q *Proc) { q.Split(0, 0) },
		"rank":           func(q *Proc) { q.Rank() },
		"host":           func(q *Proc) { q.Host() },
		"using":          func(q *Proc) { q.Using(Ring) },
		"context":        func(q *Proc) { q.Context() },
		"zero": func(q *Proc) {
			if q == nil {
				new(Proc).Using(Ring)
			}
		},
	} {
		err := within(t, func() (err error) {
			defer func() { err, _ = recover().(error) }()
			return m.Run(context.Background(), func(q *Proc) error {
				f(q.Split(-q.Rank(), 0))
				return nil
			})
		})
		var p Panic
		if !errors.As(err, &p) || p.Rank != 1 || !strings.Contains(fmt.Sprint(p.Value), "call on a nil *Proc, which Split returns for a negative color") || !strings.Contains(p.Stack, "misuse_test.go") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUnmade: what New or a file has not made is refused, not used.
func TestUnmade(t *testing.T) {
	copied := reflect.New(reflect.TypeFor[Machine]())
	copied.Elem().Set(reflect.ValueOf(machine(t, Config{P: 2})).Elem())              // as *m does, which vet refuses
	for _, m := range []*Machine{nil, new(Machine), copied.Interface().(*Machine)} { // New returns the first with an error
		if err := m.Run(context.Background(), func(*Proc) error { return nil }); !errors.Is(err, ErrUsage) {
			t.Error(err)
		}
		if err := m.Close(); !errors.Is(err, ErrUsage) {
			t.Error(err)
		}
		if _, _, err := m.Steps("allreduce", Direct); !errors.Is(err, ErrUsage) {
			t.Error(err)
		}
		if _, err := m.GraphOf("allgather", Cayley); !errors.Is(err, ErrUsage) {
			t.Error(err)
		}
		if g, a, n := m.Graph(), m.Choice("allreduce", 8), m.Config().P; g != nil || a != "" || n != 0 || !strings.Contains(m.String(), "New has not made") {
			t.Errorf("%v, %q, %d, %v", g, a, n, m)
		}
	}
	if _, err := FromSchedule(nil); !errors.Is(err, ErrUsage) {
		t.Error(err)
	}
}

// TestNothingWrittenAfterUnwinding: what a processor's deferred calls do with
// its vectors after a failure, no other processor disturbs.
func TestNothingWrittenAfterUnwinding(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 4} {
			for _, a := range []Algorithm{Direct, Cayley} {
				for _, n := range []int{1, 100_000} {
					m := machine(t, Config{P: p, Host: host})
					var late atomic.Int64
					times := 60
					if race.Enabled {
						times = 12
					}
					for k := range times {
						ctx, cancel := context.WithCancel(context.Background())
						time.AfterFunc(time.Duration(10*k)*time.Microsecond, cancel)
						err := m.Run(ctx, func(q *Proc) error {
							x := make([]float64, n)
							defer func() {
								for i := range x {
									x[i] = -5
								}
								for since := time.Now(); time.Since(since) < 200*time.Microsecond; {
								}
								for _, v := range x {
									if v != -5 {
										late.Add(1)
										break
									}
								}
							}()
							for {
								Allreduce(q.Using(a), x, x, Max)
							}
						})
						cancel()
						if !errors.Is(err, context.Canceled) {
							t.Fatal(err)
						}
					}
					if late.Load() > 0 {
						t.Errorf("%v P=%d %s n=%d: %d vectors written after their processors had unwound", host, p, a, n, late.Load())
					}
				}
			}
		}
	}
}

// TestSplitAfterAFailure: what a failed Split left is not the next one's result.
func TestSplitAfterAFailure(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		err := m.Run(context.Background(), func(q *Proc) error {
			q.child = q.member // as if the Run had ended between the making and the taking
			if q.Split(-1, 0) != nil {
				return errors.New("a processor of no color is in a group")
			}
			return nil
		})
		if err != nil {
			t.Errorf("%v: %v", host, err)
		}
	}
}

// TestSplitBeyondRun: a group ends with its Run, for every kind of call.
func TestSplitBeyondRun(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 5} {
			m := machine(t, Config{P: p, Host: host})
			for name, use := range map[string]func(q *Proc){
				"barrier":   func(q *Proc) { Barrier(q) },
				"allgather": func(q *Proc) { Allgather(q, make([]float64, q.Size()), []float64{1}) },
				"split":     func(q *Proc) { q.Split(0, 0) },
				"using":     func(q *Proc) { Allreduce(q.Using(Cayley), []float64{1}, []float64{1}, Sum) },
				"exchange": func(q *Proc) {
					Exchange(q, []float64{1}, (q.Rank()+q.Size()-1)%q.Size(), []float64{2}, (q.Rank()+1)%q.Size())
				},
			} {
				kept := make([]*Proc, p)
				split := func(q *Proc) error {
					kept[q.Rank()] = q.Split(0, 0)
					use(kept[q.Rank()])
					return nil
				}
				if err := m.Run(context.Background(), split); err != nil {
					t.Fatal(err)
				}
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						use(kept[q.Rank()])
						return nil
					})
				})
				if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "group of color 0") {
					t.Errorf("%v P=%d %s in the next Run: %v", host, p, name, err)
				}
				err = within(t, func() (err error) {
					defer func() { err, _ = recover().(error) }()
					use(kept[0])
					return nil
				})
				if err == nil || !strings.Contains(err.Error(), "after the end of its Run") {
					t.Errorf("%v P=%d %s after the Run: %v", host, p, name, err)
				}
			}
		}
	}
}
