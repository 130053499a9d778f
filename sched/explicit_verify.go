package sched

import (
	"errors"
	"fmt"
)

// Verify checks the schedule against the definitions as errata 2 and 5 correct
// them. In every task all sends use arcs of the graph at times 1 … Steps, Steps
// is the last time in use, and no arc (one-way: no edge, 2.19) carries two
// words in one step. Then, word by word:
//
//   - Broadcast: a vertex receives the word at most once, never at its source,
//     and sends it on only later; every vertex in scope receives it. So the
//     arcs are an out-tree with rising times (2.2, 2.11, errata 2).
//   - Accumulate: a vertex passes its sum on at most once, the root never, and only after the
//     last word that comes in; every vertex in scope passes it on.
//   - Exchange: the hops of a word are a path with rising times from its source
//     to its destination that meets no vertex twice (2.15).
//
// The error names the first offending send (by position and content), or what is missing.
// O(sends) time and about 8 bytes a send, besides what the graph itself takes. A scope other
// than all costs O(P·d) more on a Cayley graph or for one root, else a search from every
// vertex, as deep as the scope. It is an error if these searches look at more than 2²⁹ arcs
// beyond d for each send and vertex.
func (e *Explicit) Verify() error {
	if err := e.check(); err != nil {
		return err
	}
	if err := e.collisions(); err != nil {
		return err
	}
	follow := e.exchange
	switch e.Task {
	case Broadcast:
		follow = e.broadcast
	case Accumulate:
		follow = e.accumulate
	}
	if err := follow(); err != nil {
		return err
	}
	return e.checkSteps() // last: what is missing may be why
}

// check looks at what needs no context: the header and the range of numbers.
func (e *Explicit) check() error {
	if err := whole(e); err != nil {
		return err
	}
	p := e.Graph.Order()
	switch {
	case e.Task > Exchange || e.Model > OneWay:
		return notOurs(e.Task, e.Model)
	case e.Rooted && e.Task == Exchange:
		return errors.New("sched: an exchange has no root")
	case e.Rooted && (e.Root < 0 || e.Root >= p):
		return fmt.Errorf("sched: root %d is not a vertex: they are 0 to %d", e.Root, p-1)
	case e.Steps < 0:
		return fmt.Errorf("sched: schedule of %d steps: want 0 or more", e.Steps)
	}
	if err := e.Scope.validate(); err != nil {
		return err
	}
	for i := range e.Sends {
		s := &e.Sends[i]
		for _, v := range [...]int32{s.From, s.To, s.Item, s.Dst} {
			if uint32(v) >= uint32(p) {
				return e.bad(i, "%d is not a vertex: they are 0 to %d", v, p-1)
			}
		}
		switch {
		case s.Time < 1 || int(s.Time) > e.Steps:
			return e.bad(i, "times are 1 to %d", e.Steps)
		case e.Task != Exchange && s.Dst != 0:
			return e.bad(i, "only an exchange names a destination (%d)", s.Dst)
		case e.Task == Exchange && s.Item == s.Dst:
			return e.bad(i, "the word of %d for itself does not move", s.Item)
		case e.Rooted && int(s.Item) != e.Root:
			return e.bad(i, "the schedule is that of root %d alone", e.Root)
		}
	}
	return nil
}

// checkSteps is that Steps is the last time in use.
func (e *Explicit) checkSteps() error {
	last := int32(0)
	for i := range e.Sends {
		last = max(last, e.Sends[i].Time)
	}
	if int(last) != e.Steps {
		return fmt.Errorf("sched: schedule of %d steps uses no step after %d", e.Steps, last)
	}
	return nil
}

// bad is the error of send i.
func (e *Explicit) bad(i int, format string, args ...any) error {
	s := e.Sends[i]
	item := fmt.Sprint(s.Item)
	if e.Task == Exchange {
		item = fmt.Sprintf("[%d,%d]", s.Item, s.Dst)
	}
	return fault(-1, i, "send %d [%d,%d,%d,%s]: %s", i, s.Time, s.From, s.To, item, fmt.Sprintf(format, args...))
}

// collisions checks that sends use arcs, each at most once a step (2.13, 2.19).
func (e *Explicit) collisions() error {
	arcs := newArcs(e.Graph, len(e.Sends))
	d := e.Graph.Degree()
	used := newBits(int64(e.Graph.Order())*int64(d), e.Steps, len(e.Sends))
	for i := range e.Sends {
		s := &e.Sends[i]
		k := arcs.find(s.From, s.To)
		if k < 0 || arcs.group != nil && e.Graph.Neighbor(int(s.From), k) != int(s.To) { // find is the makers' too
			return e.bad(i, "the graph has no arc %d → %d", s.From, s.To)
		}
		link := int64(s.From)*int64(d) + int64(k)
		if e.Model == OneWay && s.To < s.From { // an edge is named by its lower end
			if j := arcs.find(s.To, s.From); j >= 0 {
				link = int64(s.To)*int64(d) + int64(j)
			}
		}
		if used.set(link, int(s.Time)) {
			return e.bad(i, "its link carries another word at time %d", s.Time)
		}
	}
	return nil
}
