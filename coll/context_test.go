package coll

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
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
				if ended := name == "ctx" || name == "an echo"; ended && (err != why || context.Cause(seen[0]) != why) {
					t.Errorf("%v P=%d: %s: %v and %v, want %v", host, p, name, err, context.Cause(seen[0]), why)
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

// tardy is a context whose end one does not hear of: of those who ask for it the first, which is
// the machine, or the second, which is the context of its processors.
type tardy struct {
	context.Context
	deaf   int
	cancel context.CancelCauseFunc
	done   chan struct{}
	mu     sync.Mutex
	heard  int
	others []func()
}

func newTardy(deaf int) *tardy {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &tardy{Context: ctx, deaf: deaf, cancel: cancel, done: make(chan struct{})}
}

func (c *tardy) Done() <-chan struct{} { return c.done } // another than the Context's: else that would be asked

func (c *tardy) AfterFunc(f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.heard++; c.heard != c.deaf {
		c.others = append(c.others, f)
	}
	return func() bool { return true }
}

func (c *tardy) end(cause error) {
	c.cancel(cause)
	close(c.done)
	for _, f := range c.others {
		f()
	}
}

// TestEchoes: where processors see the end of ctx before their machine does, what they do for that
// reason is the end of ctx, and a mistake is a mistake.
func TestEchoes(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		if len(m.hosts) < 2 {
			t.Skip("who waits outside a call keeps the other from its only host")
		}
		other := errors.New("another")
		for name, c := range map[string]struct {
			f    func(q *Proc) error // of rank 1
			want error
		}{
			"all return":            {func(q *Proc) error { return nil }, errOnPurpose},
			"its error":             {func(q *Proc) error { return fmt.Errorf("I: %w", q.Context().Err()) }, errOnPurpose},
			"its cause":             {func(q *Proc) error { return fmt.Errorf("I: %w", context.Cause(q.Context())) }, errOnPurpose},
			"another error":         {func(q *Proc) error { return other }, other},
			"who returns is missed": {func(q *Proc) error { Barrier(q); return nil }, errOnPurpose},
			"calls differ":          {func(q *Proc) error { Scan(q, make([]int32, 1), make([]int32, 1), Sum); return nil }, errOnPurpose},
			"misuse":                {func(q *Proc) error { Broadcast(q, make([]int32, 1), 7); return nil }, ErrUsage},
		} {
			ctx := newTardy(1)
			err := within(t, func() error {
				return m.Run(ctx, func(q *Proc) error {
					own := q.Context()
					if Barrier(q); q.Rank() == 0 {
						ctx.end(errOnPurpose)
						if name == "calls differ" {
							Barrier(q)
						}
						return nil
					}
					for own.Err() == nil {
						runtime.Gosched()
					}
					return c.f(q)
				})
			})
			if exact := name != "another error" && name != "misuse"; !errors.Is(err, c.want) || exact && err != c.want {
				t.Errorf("%v: %s: %v, want %v", host, name, err, c.want)
			}
		}
	}
}

// TestContextHearsOfTheMachine: processors hear of the end of ctx from their machine, too, and are
// told the cause as it is.
func TestContextHearsOfTheMachine(t *testing.T) {
	m := machine(t, Config{P: 1})
	ctx := newTardy(2)
	var told error
	err := within(t, func() error {
		return m.Run(ctx, func(q *Proc) error {
			own := q.Context()
			ctx.end(errOnPurpose)
			<-own.Done()
			told = context.Cause(own)
			return nil
		})
	})
	if err != errOnPurpose || told != err {
		t.Errorf("Run: %v, its context: %v", err, told)
	}
}

// TestContextAfterwards: who asks for it first when the Run has failed gets one that has ended.
func TestContextAfterwards(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines})
	var told error
	begun := make(chan bool)
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			if q.Rank() == 1 {
				<-begun
				return errOnPurpose
			}
			close(begun)
			m.ends()
			told = context.Cause(q.Context())
			return nil
		})
	})
	if !errors.Is(err, errOnPurpose) || told != err {
		t.Errorf("Run: %v, its context: %v", err, told)
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
		before := goroutines()
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
