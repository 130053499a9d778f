package coll

import (
	"fmt"
	"strings"
)

// trail is the latest calls of a rank of the machine in the group where it is, in
// a line, the latest last, with their numbers in that group.
func (m *Machine) trail(rank int) string {
	c := m.coreOf(rank)
	if c == nil || !c.h.back.Load() {
		return ""
	}
	at := c.at
	if at == nil {
		return fmt.Sprintf("rank %d had made no call", rank)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "last calls of rank %d", rank)
	if at.g.name != "" { // those in other groups are not among them
		b.WriteString(" in " + at.g.name)
	}
	b.WriteByte(':')
	say := func(s string) { b.WriteString(" " + s + ";") }
	first := at.seq - min(at.seq, remembered)
	for seq := first; seq <= at.seq; seq++ {
		switch {
		case seq == 0 || seq == first: // before those remembered
		case seq == at.seq:
			say(fmt.Sprintf("#%d %s", seq, at.t.calls[at.place].what()))
		default:
			say(fmt.Sprintf("#%d %s", seq, at.t.log[seq%remembered].what()))
		}
		for i := c.exchanged - min(c.exchanged, remembered); i < c.exchanged; i++ {
			if e := &c.exchanges[i%remembered]; e.m == at && e.after == seq {
				say(e.what())
			}
		}
	}
	return strings.TrimSuffix(b.String(), ";")
}
