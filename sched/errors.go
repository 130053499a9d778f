package sched

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// These are what Plan may answer to a valid request; errors.Is tells them from wrong input.
var (
	ErrNoOrder   = errors.New("no regular order") // proved
	ErrNoRing    = errors.New("no ring")          // proved, or none was found
	ErrUndecided = errors.New("not decided")      // whether there is a regular order, or a shorter schedule
)

// ErrTooMany is wrapped by the error where writing a schedule out takes more than MaxSends
// sends.
var ErrTooMany = errors.New("too many sends to write out")

// sizeError is about how much was asked for: what is made is not wrong, and another scope
// may do.
type sizeError struct{ error }

func (e sizeError) Unwrap() error { return e.error }

// Proved returns nil where the bound says that no schedule on g is shorter than s, else an
// error that wraps ErrUndecided.
func Proved(g cayley.Graph, s Schedule, b Bound) error {
	if s.Tau() == b.Value {
		return nil
	}
	return fmt.Errorf("sched: %s: %w: %d steps, bound %v, not proved shortest: use auto", cayley.ShortName(g), ErrUndecided, s.Tau(), b)
}

// made is a schedule that this package has made, or the error of its verifier.
func made[S Schedule](s S) (S, error) {
	if err := s.Verify(); err != nil {
		var none S
		return none, fmt.Errorf("sched: internal error: made an invalid schedule: %w", err)
	}
	return s, nil
}

// MethodError says that a method does not make what was requested; errors.As finds it.
type MethodError struct{ Method, Why string }

func (m *MethodError) Error() string { return "sched: method " + m.Method + " " + m.Why }
