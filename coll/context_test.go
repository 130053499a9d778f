package coll

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
)

// TestContext: processors in code of their own learn that the Run has ended, and why, however
// it ends and from whichever Proc they ask.
func TestContext(t *testing.T) {
	why := errors.New("enough")
	type key struct{}
	for _, host := range modes {
		for _, p := range []int{2, 5} {
			m := machine(t, Config{P: p, Host: host})
			for name, fault := range map[string]func(q *Proc, cancel context.CancelCauseFunc) error{
				"an error": func(*Proc, context.CancelCauseFunc) error { return errOnPurpose },
				"a panic":  func(*Proc, context.CancelCauseFunc) error { panic(why) },
				"Goexit":   func(*Proc, context.CancelCauseFunc) error { runtime.Goexit(); return nil },
				"misuse":   func(q *Proc, _ context.CancelCauseFunc) error { Broadcast(q, []int32{1}, 77); return nil },
				"ctx":      func(_ *Proc, cancel context.CancelCauseFunc) error { cancel(why); return nil },
				"an echo": func(q *Proc, cancel context.CancelCauseFunc) error {
					cancel(why)
					return context.Cause(q.Context())
				},
			} {
				parent, cancel := context.WithCancelCause(context.WithValue(context.Background(), key{}, name))
				seen := make([]context.Context, p)
				err := within(t, func() (err error) {
					defer func() {
						if v, ok := recover().(error); ok {
							err = v
						}
					}()
					return m.Run(parent, func(q *Proc) error {
						r := q.Rank()
						all := q.Split(0, 0)
						if seen[r] = q.Context(); all.Context() != seen[r] || q.Using(Tree).Context() != seen[r] {
							return errors.New("another context for another Proc")
						}
						if Barrier(q); r == 0 {
							return fault(q, cancel)
						}
						if _, hosts := q.Host(); r == p-1 && hosts > 1 {
							<-seen[r].Done() // its neighbours have asked by now
							return nil
						}
						for {
							Barrier(all)
						}
					})
				})
				cancel(nil)
				var e, told *Error
				for r, ctx := range seen {
					cause := context.Cause(ctx)
					switch {
					case ctx != seen[0] || ctx.Value(key{}) != name:
						t.Errorf("%v P=%d: %s: rank %d has another context", host, p, name, r)
					case errors.As(err, &e):
						if !errors.As(cause, &told) || told.Kind != e.Kind || told.Text != e.Text {
							t.Errorf("%v P=%d: %s: %v, want %v", host, p, name, cause, err)
						}
					case err == nil || cause.Error() != err.Error():
						t.Errorf("%v P=%d: %s: %v, want %v", host, p, name, cause, err)
					}
				}
				if (name == "ctx" || name == "an echo") && err != why {
					t.Errorf("%v P=%d: %s: %v, want %v", host, p, name, err, why)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Fatalf("%v P=%d: %s: and then: %v", host, p, name, err)
				}
			}
		}
	}
}

// foreign is a context that package context must watch by a goroutine.
type foreign struct{ done chan struct{} }

func (f foreign) Deadline() (time.Time, bool) { return time.Time{}, false }
func (f foreign) Done() <-chan struct{}       { return f.done }
func (f foreign) Value(any) any               { return nil }
func (f foreign) Err() error {
	select {
	case <-f.done:
		return context.Canceled
	default:
		return nil
	}
}

// TestContextOfOneRun: it is over with a Run that went well too, the next Run has another, who
// does not ask for it has none made, and no goroutine of it stays.
func TestContextOfOneRun(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		if err := sum(m); err != nil || m.lifetime.Load() != nil {
			t.Errorf("%v: %v, and a context that nobody asked for: %v", host, err, m.lifetime.Load())
		}
		before := runtime.NumGoroutine()
		var kept *Proc
		var last context.Context
		for range 2 {
			if err := m.Run(foreign{make(chan struct{})}, func(q *Proc) error {
				ctx := q.Context()
				if ctx.Err() != nil {
					return errors.New("it has ended before the Run")
				}
				Barrier(q)
				if q.Rank() == 0 {
					if ctx == last {
						return errors.New("that of an earlier Run")
					}
					kept, last = q, ctx
				}
				return nil
			}); err != nil {
				t.Fatalf("%v: %v", host, err)
			}
			if context.Cause(last) != context.Canceled || kept.Context().Err() == nil {
				t.Errorf("%v: %v after the Run, and then %v", host, context.Cause(last), kept.Context().Err())
			}
		}
		for since := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Since(since) > 20*time.Second {
				t.Fatalf("%v: %d goroutines, before %d", host, runtime.NumGoroutine(), before)
			}
		}
	}
}

// TestContextAllocates: to ask again costs no memory.
func TestContextAllocates(t *testing.T) {
	m := machine(t, Config{P: 1})
	if err := m.Run(context.Background(), func(q *Proc) error {
		q.Context()
		if n := testing.AllocsPerRun(100, func() { q.Context() }); n != 0 {
			t.Errorf("%v allocations a call", n)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestContextTellsWhatRunReturns: who still reads the cause when the Run has ended is not
// disturbed by what Run adds to its error.
func TestContextTellsWhatRunReturns(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines})
	read := make(chan string)
	err := m.Run(context.Background(), func(q *Proc) error {
		if ctx := q.Context(); q.Rank() == 0 {
			go func() {
				<-ctx.Done()
				read <- context.Cause(ctx).Error()
			}()
		}
		Broadcast(q, make([]int32, 1), q.Rank())
		return nil
	})
	if text := <-read; !errors.Is(err, ErrMismatch) || text == "" || text == err.Error() {
		t.Errorf("Run returned %v, the context ended with %q; want the former to say more", err, text)
	}
}
