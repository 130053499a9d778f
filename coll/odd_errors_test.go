package coll

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// TestErrorsThatPanic: errors whose methods panic, as those of a nil pointer do, end a Run as others do, wherever
// they come from, and the machine runs again.
func TestErrorsThatPanic(t *testing.T) {
	var odd error = (*fs.PathError)(nil)
	for _, host := range modes {
		for _, c := range []struct {
			name  string
			cause error // of the context, if not nil
			first func() error
			then  func() error // of rank 1, when the Run has failed
			want  func(err error) bool
		}{
			{"a panic after a failure", nil, func() error { return errOnPurpose }, func() error { panic(odd) },
				func(err error) bool {
					return errors.Is(err, errOnPurpose) && strings.Contains(err.Error(), "then rank 1 panicked: ")
				}},
			{"the cause of the context", odd, func() error { return nil }, func() error { return nil },
				func(err error) bool { return err == odd }},
			{"a result after the end of the context", errOnPurpose, func() error { return odd }, func() error { return odd },
				func(err error) bool { return err == errOnPurpose || strings.HasPrefix(err.Error(), "coll: rank ") }},
		} {
			m := machine(t, Config{P: 2, Host: host})
			if len(m.hosts) < 2 {
				t.Skip("who waits outside a call keeps the other from its only host")
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			begun := make(chan struct{}) // a barrier would unwind rank 1 if rank 0 came out of it first
			err := within(t, func() (err error) {
				defer func() {
					if v := recover(); v != nil {
						err = fmt.Errorf("Run panicked: %v", v)
					}
				}()
				return m.Run(ctx, func(p *Proc) error {
					if p.Rank() == 0 {
						if <-begun; c.cause != nil {
							cancel(c.cause)
						}
						return c.first()
					}
					own := p.Context()
					close(begun)
					<-own.Done()
					return c.then()
				})
			})
			cancel(nil)
			if err == nil || !c.want(err) {
				t.Errorf("%v: %s: %v", host, c.name, err)
			}
			if err := within(t, func() error { return sum(m) }); err != nil {
				t.Errorf("%v: %s: and then: %v", host, c.name, err)
			}
		}
	}
}

// oddContext is a context that a program has forgotten to fill in.
type oddContext struct{ context.Context }

// TestContextThatPanics: Run panics as a method of its context does, and the machine runs again and closes.
func TestContextThatPanics(t *testing.T) {
	ended := make(chan struct{})
	close(ended)
	for _, ctx := range []context.Context{(*oddContext)(nil), oddContext{}, silent{context.Background(), ended}} {
		m := machine(t, Config{P: 2})
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Run with %T has not panicked", ctx)
				}
			}()
			t.Error(m.Run(ctx, func(*Proc) error { return errOnPurpose }))
		}()
		if err := within(t, func() error { return sum(m) }); err != nil {
			t.Errorf("%T: and then: %v", ctx, err)
		}
		if err := m.Close(); err != nil {
			t.Errorf("%T: %v", ctx, err)
		}
	}
}

// silent has ended, but does not say why.
type silent struct {
	context.Context
	done chan struct{}
}

func (s silent) Done() <-chan struct{} { return s.done }
