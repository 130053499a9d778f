package coll

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// watch ends the Run with ErrStalled when a processor has waited for longer than
// Config.Stall, for others or for its thread, naming those that have been in f for as
// long. Who has returned from f waits as well, but is named only if nobody else does.
// late is closed when a Run that failed should have ended; the function returned
// ends the watch.
func (m *Machine) watch() (late <-chan struct{}, end func()) {
	m.started = time.Now()
	if m.cfg.Stall == 0 {
		return nil, func() {}
	}
	ticker, done := time.NewTicker(max(m.cfg.Stall/8, time.Millisecond)), make(chan struct{})
	ended, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var failed time.Time
		looked, resumed := m.started, m.started
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			if now := time.Now(); now.Sub(looked) > max(m.cfg.Stall/2, stopped) {
				looked, resumed = now, now
			} else {
				looked = now
			}
			switch {
			case !m.hot.stop.Load():
				m.checkLate(resumed)
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

// checkLate looks once. What was before resumed does not count.
func (m *Machine) checkLate(resumed time.Time) {
	now, from := int64(time.Since(m.started)), int64(resumed.Sub(m.started))
	late := -1
	var missing []int
	for _, c := range m.fibers {
		since := c.since.Load()
		switch {
		case since == atWork || now-max(since, -since, from) < int64(m.cfg.Stall):
		case since <= 0:
			missing = append(missing, c.rank)
		case late < 0 || m.fiberOf(late).over.Load() && !c.over.Load():
			late = c.rank
		}
	}
	if late < 0 || len(missing) == 0 {
		return
	}
	has := "has"
	if m.fiberOf(late).over.Load() {
		has = "has returned, and"
	}
	first := m.fiberOf(missing[0])
	text := fmt.Sprintf("rank %d %s waited %v for %s", late, has, m.cfg.Stall, ranks(missing))
	if len(missing) == 1 && first.inside.Load() {
		text += ", which is in the function of allreducefunc"
	}
	e := &Error{Kind: ErrStalled, Rank: late, Other: first.rank}
	e.OtherSite, e.doing = first.sighting()
	if len(first.h.fibers) > 1 && slices.ContainsFunc(blocking, func(s string) bool { return strings.HasPrefix(e.doing, s) }) {
		text += "; processors of one host share a thread: those that wait for each other by channels or locks need Config.Host = Goroutines"
	}
	e.Text = text
	m.fail(e)
}

// blocking is what a goroutine does, by the words of the runtime, that waits for another.
var blocking = []string{"chan ", "select", "sync.", "semacquire"}
