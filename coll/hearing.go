package coll

import (
	"slices"
	"time"
)

// Whoever finds a mismatch listens for a moment to what the others call before it ends the Run: the
// error then says how many called it which way.

// hearing is how long that moment is at the most. Teams that are still on their way out of the call
// before would unwind there, and nobody would know what they call next. Processors of code of their
// own, which come to a call when the Run has failed, are asked all the same: see misses.
const hearing = 2 * time.Millisecond

// hearSides returns when all teams have come to the call or have found a mismatch in it too.
func (m *member) hearSides() {
	m.t.disputes.Store(m.seq)
	for begun := time.Now(); time.Since(begun) < hearing; time.Sleep(hearing / 50) {
		m.look()
		if !slices.ContainsFunc(m.g.teams, func(t *team) bool {
			return t.disputes.Load() < m.seq && t.line.Flag(m.seq).Load() < m.seq
		}) {
			return
		}
	}
}

// misses unwinds a processor that comes to a call when the Run has failed. The call is noted, for
// withSides to count. Inlined, it makes the frame of every collective longer.
//
//go:noinline
func (m *member) misses(c call) {
	if m.c.met.Load() == notYet && m.missed == (call{}) {
		m.missed = c
	}
	m.c.unwind()
}
