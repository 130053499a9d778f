package coll

import (
	"fmt"
	"slices"
	"strings"
)

// sleep puts a host with nothing to run to sleep until somebody publishes. The
// last host to fall asleep sees that nobody is left to wake the others: that is
// a deadlock, said at once.
//
// Why no wake-up is lost: who publishes stores and then looks for sleepers, who
// sleeps announces it and then looks for what was stored; both are atomic, so
// one of them sees the other. Why the verdict is right: it is given under the
// lock, when every host has announced its sleep under it and none can run on
// without taking it, and when no host has anything to run. Both are checked in
// every interleaving: internal/model/sleep.pml.
func (h *host) sleep() {
	m := h.m
	h.park.prepare()
	m.hot.sleepers.Add(1)
	m.mu.Lock()
	m.asleep++
	if m.asleep == len(m.hosts) && !m.anyReady() {
		m.failLocked(m.deadlock())
	}
	m.mu.Unlock()
	if h.ready() {
		h.park.cancel()
	} else {
		h.park.sleep()
	}
	m.mu.Lock()
	m.asleep--
	m.mu.Unlock()
	m.hot.sleepers.Add(-1)
}

// wake wakes those of the processor's group that sleep, after it has published
// something: nobody else waits for what a group's processors publish.
func (m *member) wake() {
	if m.c.m.hot.sleepers.Load() != 0 {
		m.g.wakeAll()
	}
}

// wakeAll wakes the group's hosts: those of all processors where there are few.
func (g *group) wakeAll() {
	if g.m.cfg.Host == Threads || g.run == 0 {
		g.m.wakeAll()
		return
	}
	for _, m := range g.members {
		if m != nil {
			m.c.h.park.wake()
		}
	}
}

// anyReady says whether any processor could go on.
func (m *Machine) anyReady() bool {
	for _, h := range m.hosts {
		if h.ready() {
			return true
		}
	}
	return false
}

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
