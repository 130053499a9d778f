package coll

import (
	"fmt"
	"sync/atomic"
	"time"
)

// waiting is what a processor knows of its own waits. since and waited are kept only
// where Config.Stall or Times asks for them.
type waiting struct {
	inside atomic.Bool                 // a function of the caller's that a collective calls
	over   atomic.Bool                 // f has returned
	hasty  uint32                      // so many waits more it goes to sleep without spinning; see race
	since  atomic.Int64                // nanoseconds after Machine.started, negative if it is in f since then; or what follows
	waited [len(offered)]time.Duration // since New
}

const (
	atWork = -1 // neither waits nor is in f: what a collective takes is nobody's being late
	queued = 1  // waits for its host to come to it, from the beginning on
)

// clock is the time as since has it.
func (c *core) clock() int64 { return max(2, int64(time.Since(c.m.started))) }

// working tells the watch, if there is one, that the processor does not wait.
func (c *core) working() {
	switch {
	case !c.timed():
	case c.holds:
		c.since.Store(atWork)
	default:
		c.since.Store(-c.clock())
	}
}

// apart runs a part of the caller's within a collective: for the watch it is in f. If
// that does not return, the others' part of the collective is lost: the Run fails, even
// if f recovers the panic.
func (c *core) apart(f func()) {
	returned := false
	c.inside.Store(true)
	if c.timed() {
		c.since.Store(-c.clock())
	}
	defer func() {
		c.inside.Store(false)
		if returned {
			c.working()
			return
		}
		v := recover()
		c.endedBy(v)
		c.release()
		if v != nil {
			panic(v)
		}
	}()
	f()
	returned = true
}

// waits begins a wait by the clock, which hasWaited ends.
func (c *core) waits() (begun int64) {
	begun = c.clock()
	c.since.Store(begun)
	return begun
}

func (c *core) hasWaited(in collective, begun int64) {
	c.working()
	c.waited[in] += time.Duration(c.clock() - begun)
}

// awaitTimed is await by the clock.
func (c *core) awaitTimed(a *atomic.Uint64, want uint64) {
	defer c.hasWaited(c.waitsIn(a), c.waits())
	c.block(a, want)
}

// giveWay lets the host's other processors run once in an Exchange.
func (c *core) giveWay() {
	if c.timed() {
		defer c.hasWaited(exchange, c.waits())
	}
	c.yield(struct{}{})
}

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
				m.look(resumed)
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

// look looks once. What was before resumed does not count.
func (m *Machine) look(resumed time.Time) {
	now, from := int64(time.Since(m.started)), int64(resumed.Sub(m.started))
	late, first := -1, -1 // first of those missing
	var missing []string
	for _, c := range m.cores {
		since := c.since.Load()
		switch {
		case since == atWork || now-max(since, -since, from) < int64(m.cfg.Stall):
		case since <= 0:
			if first < 0 {
				first = c.rank
			}
			missing = append(missing, fmt.Sprint(c.rank))
		case late < 0 || m.coreOf(late).over.Load() && !c.over.Load():
			late = c.rank
		}
	}
	if late < 0 || len(missing) == 0 {
		return
	}
	has := "has"
	if m.coreOf(late).over.Load() {
		has = "has returned, and"
	}
	text := fmt.Sprintf("rank %d %s waited %v for rank %s", late, has, m.cfg.Stall, listed(missing))
	if len(missing) == 1 && m.coreOf(first).inside.Load() {
		text += ", which is in the function of allreducefunc"
	}
	if len(m.hosts) < len(m.cores) {
		text += "; processors of one host share a thread: those that wait for each other by channels or locks need Config.Host = Goroutines"
	}
	m.fail(&Error{Kind: ErrStalled, Rank: late, Other: first, Text: text})
}
