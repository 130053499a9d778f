package coll

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// watch ends the Run with ErrStalled when a processor has waited for longer than
// Config.Stall, for others or for its thread, naming those of them that have been in f for as
// long. Who has returned from f waits as well, but is named only if nobody else does.
// late is closed when a Run that failed should have ended; the function returned
// ends the watch.
func (m *Machine) watch() (late <-chan struct{}, end func()) {
	m.started = time.Now()
	m.looked.Store(0)
	m.resumed.Store(0)
	if m.cfg.Stall == 0 {
		return nil, func() {}
	}
	ticker, done := time.NewTicker(max(m.cfg.Stall/8, time.Millisecond)), make(chan struct{})
	ended, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var failed time.Time
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			now := time.Now()
			if m.wasStopped(now) {
				m.resumed.Store(int64(now.Sub(m.started)))
			}
			m.looked.Store(int64(now.Sub(m.started)))
			switch {
			case !m.hot.stop.Load():
				m.checkLate(m.started.Add(time.Duration(m.resumed.Load())))
			case failed.IsZero():
				failed = time.Now()
			case m.links == nil && time.Since(failed) > max(m.cfg.Stall, grace):
				close(over)
				return
			}
		}
	}()
	return over, func() {
		ticker.Stop()
		close(done)
		<-ended
	}
}

// stopped is the least time between two looks after which the process has been stopped, or
// the whole system, and nobody is late who came late only because of that.
const stopped = 250 * time.Millisecond

// wasStopped reports whether the process has been stopped since the watch looked last.
func (m *Machine) wasStopped(now time.Time) bool {
	return now.Sub(m.started)-time.Duration(m.looked.Load()) > max(m.cfg.Stall/2, stopped)
}

// stayed reports whether the process has not been stopped for so long. The watch may not have looked since
// it was: then who waits finds that out.
func (m *Machine) stayed(d time.Duration) bool {
	now := time.Now()
	return !m.wasStopped(now) && now.Sub(m.started)-time.Duration(m.resumed.Load()) >= d
}

// checkLate looks once. What was before resumed does not count.
func (m *Machine) checkLate(resumed time.Time) {
	now, from := int64(time.Since(m.started)), int64(resumed.Sub(m.started))
	long := func(since int64) bool {
		return since != atWork && now-max(since, -since, from) >= int64(m.cfg.Stall)
	}
	missing := absent{at: map[*host][]*fiber{}, of: map[*group][]*fiber{}, are: map[*fiber]bool{}}
	for _, c := range m.fibers {
		if since := c.since.Load(); since <= 0 && long(since) {
			missing.are[c] = true
			missing.at[c.h] = append(missing.at[c.h], c)
		}
	}
	if len(missing.are) == 0 {
		return
	}
	var late *fiber
	var lacked []int
	for _, c := range m.fibers {
		if since := c.since.Load(); since > 0 && long(since) && (late == nil || late.over.Load() && !c.over.Load()) {
			if ranks := missing.from(c, since); len(ranks) > 0 {
				late, lacked = c, ranks
			}
		}
	}
	if late == nil {
		return
	}
	has := "has"
	if late.over.Load() {
		has = "has returned, and"
	}
	first := m.fiberOf(lacked[0])
	text := fmt.Sprintf("rank %d %s waited %v for %s", late.rank, has, m.cfg.Stall, ranks(lacked))
	if len(lacked) == 1 && first.inside.Load() {
		text += ", which is in the function of allreducefunc"
	}
	e := &Error{Kind: ErrStalled, Rank: late.rank, Other: first.rank}
	e.OtherSite, e.doing = first.sighting()
	e.Text = text + first.hint(e.doing)
	m.fail(e)
}

// absent is the processors that have been in f for long.
type absent struct {
	are map[*fiber]bool
	at  map[*host][]*fiber
	of  map[*group][]*fiber // of those groups that have been asked for
}

// from lists those of the absent for whom a processor waits that has waited since then: members of
// its group or, in an exchange, its peer; and those that keep its thread.
func (a *absent) from(c *fiber, since int64) (ranks []int) {
	g, peer := c.in.Load(), c.peer.Load()
	if c.since.Load() != since { // these may be of another wait
		return nil
	}
	list := a.at[c.h]
	switch {
	case g == nil: // it waits for its thread
	case peer >= 0:
		if o := g.members[peer]; o != nil && a.are[o.c] {
			list = append(list[:len(list):len(list)], o.c)
		}
	default:
		of, known := a.of[g]
		if !known {
			for _, o := range g.members {
				if o != nil && a.are[o.c] {
					of = append(of, o.c)
				}
			}
			a.of[g] = of
		}
		list = append(list[:len(list):len(list)], of...)
	}
	for _, o := range list {
		ranks = append(ranks, o.rank)
	}
	slices.Sort(ranks)
	return slices.Compact(ranks)
}

// hint is what a program may have done wrong whose processor, others of its host behind it, does that.
func (c *fiber) hint(doing string) string {
	if len(c.h.fibers) > 1 && slices.ContainsFunc(blocking, func(s string) bool { return strings.HasPrefix(doing, s) }) {
		return "; processors of one host share a thread: those that wait for each other by channels or locks need Config.Host = Goroutines"
	}
	return ""
}

// blocking is what a goroutine does, by the words of the runtime, that waits for another.
var blocking = []string{"chan ", "select", "sync.", "semacquire"}
