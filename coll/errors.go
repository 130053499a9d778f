package coll

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// A failure that the machine finds wraps one of these: test with errors.Is. An error that f
// returns comes back prefixed with its rank, and the cause of the context as it is.
var (
	ErrMismatch = errors.New("coll: processors disagree") // two processors made calls that do not belong together
	ErrMissing  = errors.New("coll: processor missing")   // a processor returned while others waited for it, or ended by runtime.Goexit; or nobody received a message
	ErrDeadlock = errors.New("coll: deadlock")            // every processor waits and none can proceed
	ErrStalled  = errors.New("coll: stalled")             // a processor was later than Config.Stall
	ErrClosed   = errors.New("coll: machine closed")      // Run after Close
	ErrUsage    = errors.New("coll: wrong use")           // an argument that cannot be right, a second Run at a time, Close during a Run
)

// Error is the first cause that ended a Run.
type Error struct {
	Kind       error  // one of the variables above
	Collective string // of the processor Rank, for instance "allreduce"
	Rank       int    // the processor that met the failure; -1 where none did
	Other      int    // the processor it disagrees with or waits for; -1 where there is none
	Site       string // file:line of Rank's call; empty where unknown, and of a message that nobody received
	OtherSite  string // where Other stood; for exchange and ErrStalled possibly a later call
	Seq        uint64 // its number among Rank's collectives in that group and Run, from 1; of exchange, how many came before
	Text       string // what is wrong, and what would be right
	Trail      string // the last calls of Rank in the group in whose call it is or was last; empty for ErrUsage
	OtherTrail string // the same of Other
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Kind.Error())
	if e.Text != "" {
		fmt.Fprintf(&b, ": %s", e.Text)
	}
	if e.Site != "" {
		fmt.Fprintf(&b, " (rank %d at %s", e.Rank, e.Site)
		if e.OtherSite != "" {
			fmt.Fprintf(&b, ", rank %d %sat %s", e.Other, e.since(), e.OtherSite)
		}
		b.WriteString(")")
	}
	for _, trail := range []string{e.Trail, e.OtherTrail} {
		if trail != "" {
			b.WriteString("\n\t" + trail)
		}
	}
	return b.String()
}

// since says that Other need not have stood there when the Run failed: who is late stands
// where it has unwound since, and a sender, which does not wait for its receiver, may have
// gone on.
func (e *Error) since() string {
	switch {
	case e.Kind == ErrStalled:
		return "later "
	case e.Collective == exchange.String():
		return "now "
	}
	return ""
}

func (e *Error) Unwrap() error { return e.Kind }

// Panic is what Run panics with after a processor panicked.
type Panic struct {
	Rank  int
	Value any
	Stack string // of the processor, where it panicked
}

func (p Panic) String() string {
	return fmt.Sprintf("coll: rank %d panicked: %v\n\n%s", p.Rank, p.Value, p.Stack)
}

func (p Panic) Error() string { return p.String() }

func (p Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

func usage(format string, args ...any) error {
	return &Error{Kind: ErrUsage, Rank: -1, Other: -1, Text: fmt.Sprintf(format, args...)}
}

// unwinding is the panic that takes a processor out of f after a failure of its
// machine's Run.
type unwinding struct {
	m     *Machine
	cause error // nil: other processes have yet to say
}

// errNoRun is the cause where there is no Run.
var errNoRun = usage("collective after the end of its Run, or by another goroutine than its processor's")

// Error is what a caller sees that recovers this panic, or that uses a Proc outside its
// Run.
func (u unwinding) Error() string {
	text := "coll: the Run has failed and this processor unwinds"
	switch e := u.cause.(type) {
	case nil:
		return text
	case *Error:
		if e == errNoRun {
			return e.Error()
		}
		return text + ": " + (&Error{Kind: e.Kind, Text: e.Text}).Error() // the rest is yet to be filled in
	}
	return text + ": " + u.cause.Error()
}

func (u unwinding) Unwrap() error {
	if e, ok := u.cause.(*Error); ok {
		return e.Kind
	}
	return u.cause
}

// explained is what a processor panicked with; where that came of a method called on a
// nil *Proc, it says so.
func explained(v any) any {
	fault, ok := v.(runtime.Error)
	if !ok {
		return v
	}
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for f, more := frames.Next(); more; f, more = frames.Next() {
		if f.Function != "runtime.sigpanic" {
			continue
		}
		if f, _ = frames.Next(); strings.HasPrefix(f.Function, pkg+"(*Proc).") {
			return fmt.Errorf("call on a nil *Proc, which Split returns for a negative color, or on a zero Proc: %w", fault)
		}
	}
	return v
}

// callSite is the caller of this package, as file:line. It costs a
// microsecond or more, so it is looked up only by processors that are unwinding and that
// an error may name: they still stand in the call that failed.
func callSite() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if f.Function == pkg+"(*core).body" {
			return "" // f has returned
		}
		if f.Function != "" && !inPackage(f.Function) {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		if !more {
			return ""
		}
	}
}

const pkg = "github.com/cayleycoll/cayleycoll/coll."

func inPackage(function string) bool {
	return strings.HasPrefix(function, pkg) && !strings.HasPrefix(function, pkg+"Test") &&
		!strings.HasPrefix(function, pkg+"Example") && !strings.HasPrefix(function, pkg+"Benchmark")
}
