package coll

import (
	"errors"
	"fmt"
	"strings"
)

// A failure that the machine finds wraps one of these: test with errors.Is. An error that f returns
// comes back prefixed with its rank. The cause of the context comes back as it is or, if a
// processor was waiting for another when the context ended, as the Kind of an Error.
var (
	ErrMismatch = errors.New("coll: processors disagree") // two processors made calls that do not belong together
	ErrMissing  = errors.New("coll: processor missing")   // a processor returned while others waited for it, or ended by runtime.Goexit; or a message was never received
	ErrDeadlock = errors.New("coll: deadlock")            // every processor waits and none can proceed
	ErrStalled  = errors.New("coll: stalled")             // a processor was later than Config.Stall
	ErrClosed   = errors.New("coll: machine closed")      // Run after Close
	ErrUsage    = errors.New("coll: wrong use")           // an invalid argument, a second Run at the same time, Close during a Run
	ErrNaN      = errors.New("coll: NaN refused")         // a processor gave a NaN, and Config.RefuseNaN is set
)

// Error is the first cause that ended a Run. Its method Error returns one line and, where there are
// calls to report, another line for each of the two processors. Text alone is one line.
type Error struct {
	Kind       error  // one of the variables above, or the cause of the context
	Collective string // of processor Rank, for instance "allreduce"
	Rank       int    // the processor that met the failure or, if two disagree, the one whose call fewer processors made (of its process); -1 if there is none
	Other      int    // the processor that Rank disagrees with or waits for; -1 if there is none
	Site       string // file:line of Rank's call; empty if unknown, and for a message that nobody received
	OtherSite  string // where Other was: its call (for exchange and ErrStalled perhaps a later one) or the line of its own code
	Seq        uint64 // the call's number among Rank's collectives in that group and Run, from 1; for exchange, how many came before
	Text       string // what is wrong, and what would be right
	Trail      string // the last calls of Rank, in the group that it called last; empty for ErrUsage
	OtherTrail string // the same for Other

	doing string // what the goroutine of Other did at OtherSite, where that was seen: "sleep"
	late  bool   // Other came to OtherSite only later
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Kind.Error())
	if e.Text != "" {
		fmt.Fprintf(&b, ": %s", e.Text)
	}
	var sites []string
	if e.Site != "" {
		sites = append(sites, fmt.Sprintf("rank %d at %s", e.Rank, e.Site))
	}
	if e.OtherSite != "" && (e.Site != "" || e.doing != "") {
		sites = append(sites, fmt.Sprintf("rank %d %sat %s", e.Other, e.since(), e.OtherSite))
		if e.doing != "" {
			sites = append(sites, e.doing)
		}
	}
	if len(sites) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(sites, ", "))
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
	case e.doing != "":
		return ""
	case e.late, e.Kind == ErrStalled:
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
