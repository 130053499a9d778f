package coll

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// deadlock says who waits for whom. A rank that waits in an exchange for one that
// is in another collective of their group disagrees with it. Else the error
// names a rank that waits for one that has returned, else one of a circle, and else the
// first that waits. Whatever they wait for, the function of an AllreduceFunc must not.
func (m *Machine) deadlock() *Error {
	e := &Error{Rank: -1, Other: -1}
	var waits []string
	var returned []int
	gone := map[*group][]int{} // the ranks of each that have returned
	grounds := []error{ErrDeadlock, ErrMissing, ErrMismatch}
	name := func(kind error, c *fiber, other int, in collective) {
		if slices.Index(grounds, kind) > slices.Index(grounds, e.Kind) {
			e.Kind, e.Rank, e.Other, e.Collective, e.Seq = kind, c.rank, other, in.String(), c.at.seq
		}
	}
	circle := m.circle()
	for _, c := range m.inOrder(circle) { // only so many are told
		if c.inside.Load() {
			return &Error{Kind: ErrUsage, Rank: c.rank, Other: -1,
				Text: fmt.Sprintf("rank %d waits in %s, which the function of allreducefunc called; that makes no collectives", c.rank, c.waitsIn(c.waitOn))}
		}
		if c.at == nil {
			continue
		}
		switch g, in := c.at.g, c.present().collective(); {
		case c.waitOn == &c.at.bell:
			other, text, kind := c.waitsForPeer()
			name(kind, c, other, exchange)
			if kind == ErrMissing {
				returned = append(returned, other)
			}
			waits = append(waits, text)
		case in != finish:
			missing, known := gone[g]
			if !known {
				missing = g.gone()
				gone[g] = missing
				returned = append(returned, missing...)
			}
			other, text, kind := c.waitsForGroup(missing, len(waits) < named)
			name(kind, c, other, in)
			waits = append(waits, text)
		}
	}
	e.Text = "waiting: " + listed(waits)
	switch {
	case e.Kind == ErrMissing:
		slices.Sort(returned)
		e.Text = haveReturned(slices.Compact(returned)) + "; " + e.Text
	case e.Kind == ErrDeadlock && len(circle) > 0 && !slices.ContainsFunc(circle, func(c *fiber) bool { return c.exchange().to < 0 }):
		e.Text += "; let one Exchange send and receive, or take partners in the order of ranks: see the doc of Exchange"
	}
	return e
}

// waitsForPeer is whom the processor waits for in an exchange, and what is wrong with that.
func (c *fiber) waitsForPeer() (other int, text string, kind error) {
	m, g := c.at, c.at.g
	peer, other, kind := g.members[m.peer], g.world(m.peer), ErrDeadlock
	switch {
	case peer.c.finished():
		kind = ErrMissing
	case peer.c.at == peer && peer.c.waitOn != &peer.bell:
		kind = ErrMismatch
	}
	does := "sends " + c.exchange().receives().elements()
	if m.gives {
		does = "receives " + c.exchange().sends().elements()
	}
	if peer == m {
		return other, fmt.Sprintf("%s in exchange until it %s itself: want one call that sends and receives", g.who(m.rank), does), kind
	}
	return other, fmt.Sprintf("%s in exchange until rank %d %s", g.who(m.rank), other, does), kind
}

// waitsForGroup is waitsForPeer of another collective. Where none of its group have returned it
// finds one that has not come, if look says so.
func (c *fiber) waitsForGroup(returned []int, look bool) (other int, text string, kind error) {
	g := c.at.g
	text = fmt.Sprintf("%s in %s", g.who(c.at.rank), c.present().collective())
	switch {
	case len(returned) > 0:
		return returned[0], text, ErrMissing
	case look:
		if missing := g.behind(c.at.seq); len(missing) > 0 {
			return missing[0], text + fmt.Sprintf(" until rank %d comes", missing[0]), ErrDeadlock
		}
	}
	return -1, text, ErrDeadlock
}

// gone is the group's ranks, in the machine, that have returned.
func (g *group) gone() (all []int) {
	for r, m := range g.members {
		if m != nil && m.c.finished() {
			all = append(all, g.world(r))
		}
	}
	return all
}

// behind is the group's ranks, in the machine, that have not come to its call seq.
func (g *group) behind(seq uint64) (missing []int) {
	for r, m := range g.members {
		if m != nil && m.seq < seq {
			missing = append(missing, g.world(r))
		}
	}
	return missing
}

// waitsIn is the collective that the processor waits in, by what it waits on.
func (c *fiber) waitsIn(on *atomic.Uint64) collective {
	if c.at != nil && on == &c.at.bell {
		return exchange
	}
	return c.present().collective()
}

// finished reports whether the processor's f has returned.
func (c *fiber) finished() bool {
	return c.at != nil && c.at.seq > 0 && c.present().collective() == finish
}
