package coll

import (
	"fmt"
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
// is in another collective of their group disagrees with it. Else a rank that has
// returned is named first: then the others wait for it.
func (m *Machine) deadlock() *Error {
	e := &Error{Kind: ErrDeadlock, Rank: -1, Other: -1}
	var waits []string
	returned := -1
	for _, c := range m.cores {
		if c.at == nil {
			continue
		}
		g, call := c.at.g, c.present()
		switch {
		case c.waitOn == &c.at.bell:
			peer := g.members[c.at.peer]
			differs := e.Kind == ErrDeadlock && peer.c.at == peer && peer.c.waitOn != &peer.bell && !peer.c.finished()
			if differs {
				e.Kind = ErrMismatch
			}
			if e.Rank < 0 || differs {
				e.Rank, e.Other, e.Collective, e.Seq = c.rank, g.world(c.at.peer), exchange.String(), c.at.seq
			}
			waits = append(waits, fmt.Sprintf("%s in exchange for rank %d", g.who(c.at.rank), g.world(c.at.peer)))
		case call.collective() == finish:
			returned = c.rank
		default:
			if e.Rank < 0 {
				e.Rank, e.Collective, e.Seq = c.rank, call.collective().String(), c.at.seq
			}
			waits = append(waits, fmt.Sprintf("%s in %s", g.who(c.at.rank), call.collective()))
		}
	}
	if o := m.coreOf(e.Other); o != nil && o.finished() {
		returned = e.Other
	}
	if len(waits) > 8 {
		waits = append(waits[:8], fmt.Sprintf("and %d more", len(waits)-8))
	}
	e.Text = "waiting: " + strings.Join(waits, ", ")
	if returned >= 0 && e.Kind == ErrDeadlock {
		e.Kind = ErrMissing
		if e.Other < 0 {
			e.Other = returned
		}
		e.Text = fmt.Sprintf("rank %d has returned; ", returned) + e.Text
	}
	return e
}

// finished says whether the processor's f has returned.
func (c *core) finished() bool {
	return c.at != nil && c.at.seq > 0 && c.present().collective() == finish
}
