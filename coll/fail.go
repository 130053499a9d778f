package coll

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// How a Run fails: the first cause ends it, and is what it returns.

// fail ends the present Run; the first cause is the one that Run returns.
func (m *Machine) fail(cause error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failLocked(cause)
}

// failLocked is fail for who holds mu.
func (m *Machine) failLocked(cause error) {
	if p, is := cause.(Panic); is && m.cause != nil && m.panicked == nil && !m.tells(p) {
		m.panicked = &p
	}
	if !m.running || m.cause != nil || m.links.over(cause) {
		return
	}
	if echoes(cause, m.ctx) { // f saw the end of ctx before this machine did
		cause = contextCause{context.Cause(m.ctx)}
	}
	m.cause, m.failed = cause, time.Now()
	m.hot.stop.Store(true)
	m.wake()
	m.endLifetime(cause)
}

// cancel ends a Run because its context has ended, unless it is over: the call
// may come late.
func (m *Machine) cancel(run uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running && m.runs == run {
		m.failLocked(contextCause{context.Cause(m.ctx)})
	}
}

// contextCause is the cause of the Run's context. It is the caller's, perhaps what another machine's
// Run ended with: nothing is filled in, and Run returns it as it is, unless overdue has more.
type contextCause struct{ error }

func (c contextCause) Unwrap() error { return c.error }

// plainCause is the cause as Run returns it.
func plainCause(cause error) error {
	switch c := cause.(type) {
	case contextCause:
		return c.error
	case relayed:
		return c.error
	}
	return cause
}

// echoes reports whether a failure only says that ctx has ended: what f returned for that
// reason, or what the machine found because another process or f had seen it first.
func echoes(cause error, ctx context.Context) bool {
	why := context.Cause(ctx)
	if why == nil {
		return false
	}
	switch e := cause.(type) {
	case *Error:
		return e.Kind != ErrUsage && e.Kind != ErrNaN // these nobody else brought about
	case Panic, relayed, contextCause:
		return false
	}
	return asked(func() bool { return errors.Is(cause, why) || errors.Is(cause, ctx.Err()) })
}

// tells reports whether f has only panicked with what it knows of the failure.
func (m *Machine) tells(p Panic) bool {
	return asked(func() bool { return errors.As(p, new(unwinding)) || errors.Is(p, plainCause(m.cause)) })
}

// asked is the answer to a question about errors of the program's own: no where one of their methods
// panics, as those of a nil pointer may.
func asked(question func() bool) (yes bool) {
	defer func() { _ = recover() }()
	return question()
}

// withPanic is the cause with the panic that came after it, if one did and the cause is not
// one itself.
func (m *Machine) withPanic(cause error) error {
	if _, is := cause.(Panic); is || m.panicked == nil {
		return cause
	}
	return &aftermath{plainCause(cause), *m.panicked}
}

// aftermath is the cause that ended a Run, and a processor's panic that came later.
type aftermath struct {
	cause error
	then  Panic
}

func (a *aftermath) Error() string {
	return fmt.Sprintf("%v\n\tthen rank %d panicked: %v", a.cause, a.then.Rank, a.then.Value)
}

func (a *aftermath) Unwrap() []error { return []error{a.cause, a.then} }
