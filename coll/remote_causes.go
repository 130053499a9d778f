package coll

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// What ended a Run, in words for another process.

// ending is what ended a Run in a process.
type ending struct {
	cause  error // nil: what another process told
	stands []stand
}

// elsewhere is a failure of another process, or what a processor there panicked with.
type elsewhere struct {
	text string
	is   []error // what errors.Is finds
}

func (e *elsewhere) Error() string { return e.text }

func (e *elsewhere) Unwrap() []error { return e.is }

// relayed marks a cause that another process told.
type relayed struct{ error }

func (r relayed) Unwrap() error { return r.error }

// untold is a cause, whoever told it.
func untold(cause error) error {
	if told, ok := cause.(relayed); ok {
		return told.error
	}
	return cause
}

// causes are the errors that are the same in all processes.
var causes = [...]error{ErrMismatch, ErrMissing, ErrDeadlock, ErrStalled, ErrClosed, ErrUsage, ErrNaN, context.Canceled, context.DeadlineExceeded}

// kindsOf are the bits of those causes that errors.Is finds.
func kindsOf(cause error) (bits int) {
	for i, k := range causes {
		if asked(func() bool { return errors.Is(cause, k) }) {
			bits |= 1 << i
		}
	}
	return bits
}

// fields joins them, quoted, since what stands between them may stand in a caller's text.
func fields(list ...string) string {
	for i, f := range list {
		list[i] = strconv.Quote(f)
	}
	return strings.Join(list, "\x00")
}

func fieldsOf(text string) []string {
	list := strings.Split(text, "\x00")
	for i, f := range list {
		list[i], _ = strconv.Unquote(f)
	}
	return list
}

// encode writes a cause for another process.
func encode(cause error) string {
	kinds := strconv.Itoa(kindsOf(cause))
	switch e := cause.(type) {
	case *Error:
		return fields("error", kinds, e.Text, e.Collective, strconv.Itoa(e.Rank), strconv.Itoa(e.Other), strconv.FormatUint(e.Seq, 10), e.OtherSite, e.doing)
	case Panic:
		return fields("panic", kinds, fmt.Sprint(e.Value), e.Stack, strconv.Itoa(e.Rank))
	}
	return fields("other", kinds, fmt.Sprint(plainCause(cause))) // whose methods may panic
}

func decode(text string) error {
	f := fieldsOf(text)
	number := func(i int) int { n, _ := strconv.Atoi(f[i]); return n }
	var kinds []error
	for i, k := range causes {
		if len(f) > 2 && number(1)>>i&1 == 1 {
			kinds = append(kinds, k)
		}
	}
	switch {
	case f[0] == "error" && len(f) == 9 && len(kinds) > 0:
		seq, _ := strconv.ParseUint(f[6], 10, 64)
		return &Error{Kind: kinds[0], Text: f[2], Collective: f[3], Rank: number(4), Other: number(5), Seq: seq, OtherSite: f[7], doing: f[8]}
	case f[0] == "panic" && len(f) == 5 && len(kinds) > 0:
		return Panic{Value: &elsewhere{f[2], kinds}, Stack: f[3], Rank: number(4)}
	case f[0] == "panic" && len(f) == 5:
		return Panic{Value: f[2], Stack: f[3], Rank: number(4)}
	case f[0] == "other" && len(f) == 3 && len(kinds) == 1 && f[2] == kinds[0].Error():
		return kinds[0]
	case f[0] == "other" && len(f) == 3:
		return &elsewhere{f[2], kinds}
	}
	return &elsewhere{"coll: another process failed", nil}
}

func encodeStands(stands []stand) (list []string) {
	for _, s := range stands {
		list = append(list, fields(strconv.Itoa(s.rank), s.site, s.trail, s.in, strconv.FormatUint(s.seq, 10)))
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
		if f := fieldsOf(s); len(f) == 5 {
			rank, _ := strconv.Atoi(f[0])
			seq, _ := strconv.ParseUint(f[4], 10, 64)
			e.stands = append(e.stands, stand{rank, f[1], f[2], f[3], seq})
		}
	}
	return e
}
