package coll

import (
	"errors"
	"fmt"
	"time"
)

// overdueMost is how many processors a machine has at the most whose processors look up
// where they stand when the context has ended: many would take too long.
const overdueMost = 256

// overdueLeast is how long after the context has ended a processor comes back that was not
// just on its way to the next collective.
const overdueLeast = 100 * time.Millisecond

// overdue is the end of the context, with who waited for whom where a processor had come to
// a collective and others of its group came later than overdueLeast: a deadline is mostly
// there to find that out. Who is still in f is in code of the program's own. Across
// processes, and where nobody was late, it is the cause as it is, and where that is an
// *Error itself. The caller holds mu; all says that all hosts have left the Run.
func (m *Machine) overdue(c contextCause, all bool) error {
	if e := (*Error)(nil); m.links != nil || time.Since(m.failed) < overdueLeast || errors.As(c.error, &e) {
		return c
	}
	e := &Error{Kind: c.error, Rank: -1, Other: -1, late: all}
	for _, f := range m.fibers {
		if since := f.since.Load(); !f.h.back.Load() && since <= 0 && since != atWork {
			e.Other = f.rank
			e.OtherSite, e.doing = f.sighting()
			break
		}
	}
	looked := map[*group]uint64{} // by group the latest call that all have come to
	for _, f := range m.fibers {
		if !f.h.back.Load() || f.at == nil || f.finished() || f.inExchange() {
			continue
		}
		var missing []int
		switch {
		case e.Other >= 0:
			missing = []int{e.Other}
		case all && looked[f.at.g] < f.at.seq:
			looked[f.at.g] = f.at.seq
			missing = f.at.g.behind(f.at.seq)
		}
		if len(missing) > 0 {
			e.Rank, e.Other, e.Collective, e.Seq = f.rank, missing[0], f.present().collective().String(), f.at.seq
			e.Text = fmt.Sprintf("rank %d waited for %s", f.rank, ranks(missing))
			break
		}
	}
	switch {
	case e.Text != "":
	case e.Other >= 0:
		e.Text = fmt.Sprintf("rank %d is in code of its own", e.Other)
	default:
		return c
	}
	m.fillIn(e)
	return e
}
