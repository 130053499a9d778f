package format

import "fmt"

// Error is why Read stopped; errors.As finds it.
type Error struct {
	Line int // from 1
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("format: line %d: %v", e.Line, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

func onLine(line int, format string, args ...any) *Error {
	return &Error{line, fmt.Errorf(format, args...)}
}
