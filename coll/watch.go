package coll

import (
	"fmt"
	"sync/atomic"
	"time"
)

// waiting is since when a processor has waited, for the watch, and how long it
// has waited in all, both kept only where Config.Stall or Times asks for it.
type waiting struct {
	inside bool                        // a function of the caller's that a collective calls
	hasty  uint32                      // so many waits more it goes to sleep without spinning; see race
	since  atomic.Int64                // nanoseconds after Machine.started; 0: it is in f; atWork
	waited [len(offered)]time.Duration // since New
}

// atWork is what since says of a processor that neither waits nor is in f: what a
// collective takes is nobody's being late.
const atWork = -1

// working tells the watch, if there is one, that the processor does not wait.
func (c *core) working() {
	if !c.timed() {
		return
	}
	var now int64
	if c.holds {
		now = atWork
	}
	c.since.Store(now)
}

// apart runs a part of the caller's within a collective: for the watch it is in f.
func (c *core) apart(f func()) {
	c.inside = true
	if c.timed() {
		c.since.Store(0)
		defer c.working()
	}
	f()
	c.inside = false
}

// awaitTimed is await by the clock.
func (c *core) awaitTimed(a *atomic.Uint64, want uint64) {
	in := c.waitsIn(a)
	begun := time.Now()
	c.since.Store(max(1, int64(begun.Sub(c.m.started))))
	defer func() {
		c.working()
		c.waited[in] += time.Since(begun)
	}()
	c.block(a, want)
}

// watch ends the Run with ErrStalled when a processor has waited for longer
// than Config.Stall, for others or for its thread, naming those that are in f.
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
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			switch {
			case !m.hot.stop.Load():
				m.look()
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

// look looks once.
func (m *Machine) look() {
	now := int64(time.Since(m.started))
	late, first := -1, -1 // first of those missing
	var missing []string
	for _, c := range m.cores {
		switch since := c.since.Load(); {
		case since == atWork:
		case since == 0:
			if first < 0 {
				first = c.rank
			}
			missing = append(missing, fmt.Sprint(c.rank))
		case late < 0 && now-since >= int64(m.cfg.Stall):
			late = c.rank
		}
	}
	if late < 0 || len(missing) == 0 {
		return
	}
	text := fmt.Sprintf("rank %d has waited %v for rank %s", late, m.cfg.Stall, listed(missing))
	if len(m.hosts) < len(m.cores) {
		text += "; processors of one host share a thread: those that wait for each other by channels or locks need Config.Host = Goroutines"
	}
	m.fail(&Error{Kind: ErrStalled, Rank: late, Other: first, Text: text})
}
