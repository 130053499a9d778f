package coll

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What ended a Run, in words for another process.

// ending is what ended a Run in a process.
type ending struct {
	cause  error // nil: what another process told
	stands []stand
}

// stand is where a rank that an error names stood when it unwound.
type stand struct {
	rank        int
	site, trail string
}

// elsewhere is a failure of another process.
type elsewhere struct {
	text string
	is   error // what errors.Is finds
}

func (e *elsewhere) Error() string { return e.text }

func (e *elsewhere) Unwrap() error { return e.is }

// relayed marks a cause that another process told.
type relayed struct{ error }

func (r relayed) Unwrap() error { return r.error }

// causes are the errors that are the same in all processes.
var causes = [...]error{ErrMismatch, ErrMissing, ErrDeadlock, ErrStalled, ErrClosed, ErrUsage, context.Canceled, context.DeadlineExceeded}

// encode writes a cause for another process.
func encode(cause error) string {
	kind := slices.IndexFunc(causes[:], func(k error) bool { return errors.Is(cause, k) })
	switch e := cause.(type) {
	case *Error:
		return strings.Join([]string{"error", strconv.Itoa(kind), e.Text, e.Collective, strconv.Itoa(e.Rank), strconv.Itoa(e.Other), strconv.FormatUint(e.Seq, 10)}, "\x00")
	case Panic:
		return strings.Join([]string{"panic", strconv.Itoa(kind), fmt.Sprint(e.Value), e.Stack, strconv.Itoa(e.Rank)}, "\x00")
	}
	return strings.Join([]string{"other", strconv.Itoa(kind), cause.Error()}, "\x00")
}

func decode(text string) error {
	f := strings.Split(text, "\x00")
	number := func(i int) int { n, _ := strconv.Atoi(f[i]); return n }
	var kind error
	if len(f) > 2 && number(1) >= 0 && number(1) < len(causes) {
		kind = causes[number(1)]
	}
	switch {
	case f[0] == "error" && len(f) == 7:
		return &Error{Kind: kind, Text: f[2], Collective: f[3], Rank: number(4), Other: number(5), Seq: uint64(number(6))}
	case f[0] == "panic" && len(f) == 5:
		return Panic{Value: f[2], Stack: f[3], Rank: number(4)}
	case f[0] == "other" && len(f) == 3 && errors.Is(kind, context.Canceled) && f[2] == kind.Error(),
		f[0] == "other" && len(f) == 3 && errors.Is(kind, context.DeadlineExceeded) && f[2] == kind.Error():
		return kind
	case f[0] == "other" && len(f) == 3:
		return &elsewhere{f[2], kind}
	}
	return &elsewhere{"coll: another process failed", nil}
}

func encodeStands(stands []stand) (list []string) {
	for _, s := range stands {
		list = append(list, strconv.Itoa(s.rank)+"\x00"+s.site+"\x00"+s.trail)
	}
	return list
}

func decodeEnding(text string) *ending {
	parts := strings.Split(text, "\x01")
	e := &ending{}
	if parts[0] != "" {
		e.cause = decode(parts[0])
	}
	for _, s := range parts[1:] {
		if f := strings.SplitN(s, "\x00", 3); len(f) == 3 {
			rank, _ := strconv.Atoi(f[0])
			e.stands = append(e.stands, stand{rank, f[1], f[2]})
		}
	}
	return e
}
