package coll

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
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

// TestNoContext: a nil context is refused and leaves the machine as it was.
func TestNoContext(t *testing.T) {
	m := machine(t, Config{P: 2})
	var none context.Context
	if err := m.Run(none, func(*Proc) error { return nil }); !errors.Is(err, ErrUsage) {
		t.Error(err)
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
				if err == nil || !strings.Contains(err.Error(), "after the end of its Run") {
					t.Errorf("%v: %v", host, err)
				}
			}
		}
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
					if raceEnabled {
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
