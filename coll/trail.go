package coll

import (
	"fmt"
	"slices"
	"strings"
)

// trail is the latest calls of a rank of the machine in the group where it is, in
// a line, the latest last, with their numbers in that group.
func (m *Machine) trail(rank int) string {
	c := m.fiberOf(rank)
	if c == nil || !c.h.back.Load() {
		return ""
	}
	at := c.at
	if at == nil {
		return fmt.Sprintf("rank %d had made no call before", rank)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "last calls of rank %d", rank)
	if at.g.name != "" { // those in other groups are not among them
		b.WriteString(" in " + at.g.name)
	}
	b.WriteByte(':')
	say := func(s string) { b.WriteString(" " + s + ";") }
	exchanged := func(seq uint64) bool { // after it
		return slices.ContainsFunc(c.exchanges[:min(c.exchanged, remembered)], func(e exchangeRecord) bool { return e.m == at && e.after == seq })
	}
	again := false // it made calls after it had returned
	first := at.seq - min(at.seq, remembered)
	for seq := first; seq <= at.seq; seq++ {
		if seq > first { // the first is before those remembered
			number, what := fmt.Sprintf("#%d", seq), at.callAt(seq)
			for from := seq; seq < at.seq && !exchanged(seq) && at.callAt(seq+1) == what; {
				seq++
				number = fmt.Sprintf("#%d to #%d", from, seq)
			}
			say(number + " " + what.what())
			again = again || what.collective() == finish && seq < at.seq
		}
		for _, s := range c.exchangesAfter(at, seq) {
			say(s)
		}
	}
	list := strings.TrimSuffix(b.String(), ";")
	if again {
		list += borrowed
	}
	return list
}

// exchangesAfter is those remembered that came after so many of m's collectives, like ones that
// follow each other in one.
func (c *fiber) exchangesAfter(m *member, seq uint64) (list []string) {
	last, times := "", 0
	for i := c.exchanged - min(c.exchanged, remembered); i < c.exchanged; i++ {
		e := &c.exchanges[i%remembered]
		if e.m != m || e.after != seq {
			continue
		}
		if what := e.what(); what != last {
			list, last, times = append(list, what), what, 1
			continue
		}
		times++
		list[len(list)-1] = fmt.Sprintf("%d times %s", times, last)
	}
	return list
}
