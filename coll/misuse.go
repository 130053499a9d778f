package coll

import "fmt"

// What one processor asked for and cannot have: a wrong call, or one of a group that is no more.

// misuse ends the Run because of what this processor asked for in a call that has
// begun.
func (m *member) misuse(c collective, format string, args ...any) {
	m.badCall(ErrUsage, c, m.seq, fmt.Sprintf(format, args...))
}

// refuse is misuse before the call has begun; c is finish where it is in no collective.
func (m *member) refuse(c collective, format string, args ...any) {
	m.badCall(ErrUsage, c, m.next(c), fmt.Sprintf(format, args...))
}

// next is the number of a call that has not begun.
func (m *member) next(c collective) uint64 {
	if c == exchange || c == finish {
		return m.seq
	}
	return m.seq + 1
}

func (m *member) badCall(kind error, c collective, seq uint64, text string) {
	e := &Error{Kind: kind, Collective: c.String(), Rank: m.c.rank, Other: -1, Seq: seq, Text: m.g.who(m.rank) + ": " + text}
	if c == finish {
		e.Collective = ""
	}
	m.c.m.fail(e)
	m.c.unwind()
}

// ended reports whether the group is of an earlier Run.
func (g *group) ended() bool { return g.run != 0 && g.run != g.m.runs }

// outlived says so; c is finish where it is in no call yet. Inlined, it makes the frame of
// every collective longer.
//
//go:noinline
func (m *member) outlived(c collective) {
	what := "a collective"
	if c == exchange {
		what = "an exchange"
	}
	m.refuse(c, "%s of %s, which ended with an earlier Run; Split again", what, m.g.name)
}
