package coll

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// overdueMost is the most processors of a machine that look up where they stand when the context has
// ended: more would take too long.
const overdueMost = 256

// overdueLeast tells who was late from who was just on its way to the next collective: whoever
// comes back so long after the context has ended, or later, was late.
const overdueLeast = 100 * time.Millisecond

// overdue is the end of the context, with who waited for whom where a processor was in a call
// and others that it waits for there came later than overdueLeast: a deadline is mostly there to
// find that out. Who came at once, and whom nobody waited for, is not named, but for one that is
// still in f, in code of the program's own. Across processes, and where nobody was late, it is
// the cause as it is, and where that is an *Error itself. The caller holds mu; all says that all
// hosts have left the Run.
func (m *Machine) overdue(c contextCause, all bool) error {
	plain := asked(func() bool { return !errors.As(c.error, new(*Error)) })
	if m.links != nil || !plain {
		return c
	}
	e := &Error{Kind: c.error, Rank: -1, Other: -1, late: all}
	looked := map[*group]uint64{} // by group the latest call that has been looked at
	for _, f := range m.fibers {
		if !f.h.back.Load() || f.met.Load() != metWaiting || f.finished() {
			continue
		}
		if missing := f.waitedFor(looked, all); len(missing) > 0 {
			e.Rank, e.Other, e.Collective, e.Seq = f.rank, missing[0], f.latest().String(), f.at.seq
			e.Text = fmt.Sprintf("rank %d waited for %s", f.rank, ranks(missing))
			break
		}
	}
	if e.Other < 0 {
		stays := slices.IndexFunc(m.fibers, (*fiber).stays)
		if stays < 0 {
			return c
		}
		e.Other, e.Text = m.fibers[stays].rank, fmt.Sprintf("rank %d is in code of its own", m.fibers[stays].rank)
	}
	if !all {
		other := m.fiberOf(e.Other)
		e.OtherSite, e.doing = other.sighting()
		e.Text += other.hint(e.doing)
	}
	return m.filledIn(e)
}

// waitedFor is those that were late for the call in which the processor waits: where all are
// back, who came late, else who has not come. Nobody is whose part was done when the processor met
// the failure: that kept its thread, or it was about to be woken.
func (c *fiber) waitedFor(looked map[*group]uint64, all bool) (missing []int) {
	g, seq := c.at.g, c.at.seq
	switch peer := g.members[c.at.peer].c; {
	case c.inExchange():
		if peer.isLate(all) && !c.at.served() {
			missing = []int{peer.rank}
		}
	case looked[g] < seq:
		looked[g] = seq
		for _, m := range g.members {
			if m.c.isLate(all) && !m.t.came(seq) {
				missing = append(missing, m.c.rank)
			}
		}
	}
	return missing
}

// came reports whether all of the team have come to a call of the group, which this asks of what is
// stored for others to read: who is not back may go on.
func (t *team) came(seq uint64) bool {
	return max(t.epoch.Load(), t.line.Flag(seq).Load()) >= seq
}

// served reports whether the other one has done what the member, which is back, waits for in an
// exchange: it has sent, or taken what was sent.
func (m *member) served() bool {
	if !m.gives {
		in := m.used(m.peer, m.rank)
		return in != nil && in.heads.Left() != nil // no edge: it has waited for nobody, and gave way to its neighbours
	}
	out := m.used(m.rank, m.peer)
	return !out.full.Load() && out.over.Load() >= out.loan && out.copied.Load() == out.pieces.Load()
}

func (c *fiber) isLate(all bool) bool {
	if all {
		return c.met.Load() == metLate
	}
	return c.met.Load() == notYet && c.stays()
}

// stays reports whether the processor keeps the Run from its end, in code of the program's own.
func (c *fiber) stays() bool {
	since := c.since.Load()
	return !c.h.back.Load() && since <= 0 && since != atWork
}
