package coll

import (
	"fmt"
	"slices"
	"strings"
)

// deadlock says who waits for whom. A rank that waits in an exchange for one that
// is in another collective of their group disagrees with it. Else who waits for a
// rank that has returned is named, and else the first that waits.
func (m *Machine) deadlock() *Error {
	e := &Error{Rank: -1, Other: -1}
	var waits []string
	gone := map[*group]int{} // the first rank of each that has returned
	grounds := []error{ErrDeadlock, ErrMissing, ErrMismatch}
	name := func(kind error, c *core, other int, in collective) {
		if slices.Index(grounds, kind) > slices.Index(grounds, e.Kind) {
			e.Kind, e.Rank, e.Other, e.Collective, e.Seq = kind, c.rank, other, in.String(), c.at.seq
		}
	}
	for _, c := range m.cores {
		if c.at == nil {
			continue
		}
		g, call := c.at.g, c.present()
		switch {
		case c.waitOn == &c.at.bell:
			peer, kind := g.members[c.at.peer], ErrDeadlock
			switch {
			case peer.c.finished():
				kind = ErrMissing
			case peer.c.at == peer && peer.c.waitOn != &peer.bell:
				kind = ErrMismatch
			}
			name(kind, c, g.world(c.at.peer), exchange)
			waits = append(waits, fmt.Sprintf("%s in exchange for rank %d", g.who(c.at.rank), g.world(c.at.peer)))
		case call.collective() != finish:
			other, known := gone[g]
			if !known {
				other = g.gone()
				gone[g] = other
			}
			kind := ErrDeadlock
			if other >= 0 {
				kind = ErrMissing
			}
			name(kind, c, other, call.collective())
			waits = append(waits, fmt.Sprintf("%s in %s", g.who(c.at.rank), call.collective()))
		}
	}
	if len(waits) > 8 {
		waits = append(waits[:8], fmt.Sprintf("and %d more", len(waits)-8))
	}
	e.Text = "waiting: " + strings.Join(waits, ", ")
	if e.Kind == ErrMissing {
		e.Text = fmt.Sprintf("rank %d has returned; ", e.Other) + e.Text
	}
	return e
}

// gone is the first of the group's ranks, in the machine, that has returned; -1: none.
func (g *group) gone() int {
	for r, m := range g.members {
		if m != nil && m.c.finished() {
			return g.world(r)
		}
	}
	return -1
}

// finished says whether the processor's f has returned.
func (c *core) finished() bool {
	return c.at != nil && c.at.seq > 0 && c.present().collective() == finish
}
