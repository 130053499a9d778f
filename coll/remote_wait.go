package coll

import (
	"fmt"
	"time"
)

// Waiting for other processes, and how a Run ends in which that is in vain.

// wait returns when what the channel does is done: all processes have come. Meanwhile
// the host's other processors run, and if there is nothing else to do for long, the
// thread sleeps between two looks. err: it has failed to begin.
func (m *member) wait(err error) { m.waitFor(m.polled(err), false) }

// polled is a look at what the channel does, unless that has failed to begin.
func (m *member) polled(err error) func(polls int, yield bool) (bool, error) {
	return func(polls int, yield bool) (bool, error) {
		if err != nil {
			return false, err
		}
		return m.g.far.ch.Poll(polls, yield)
	}
}

// waitFor returns when poll says so. others is whether that is the others' coming: they
// may be late.
func (m *member) waitFor(poll func(polls int, yield bool) (bool, error), others bool) {
	m.waitWhile(poll, others, 0, noBinding)
}

func noBinding(time.Time) bool { return false }

// waitWhile is waitFor, but after a failure it waits on for as long as binds, which gets
// the time of the failure, is true. It has waited already for some time.
func (m *member) waitWhile(poll func(polls int, yield bool) (bool, error), others bool, already time.Duration, binds func(failed time.Time) bool) {
	c := m.c
	polls, yield := firstPolls, false
	var begun, failed time.Time
	stall, since := c.m.cfg.Stall, max(1, int64(time.Since(c.m.started)))
	spin := c.m.cfg.SpinFor
	rest, longest, looks := 100*min(spin, time.Hour), time.Millisecond, 1 // of years 100 are no Duration
	more := stall / 4                                                     // the process of who is late has its watch, which names it
	if !others {
		more = farewell // words take their time, and MPI may leave a call hanging
		since = atWork
		rest, longest, looks = max(spin, time.Second), min(spin, time.Millisecond), fewPolls // and they come while one looks
	}
	if c.slow {
		c.since.Store(since)
		defer c.working()
	}
	for {
		done, err := poll(polls, yield)
		switch {
		case err != nil:
			m.lost(err)
		case done:
			return
		case c.m.hot.stop.Load():
			if failed.IsZero() {
				failed = time.Now()
			}
			if !binds(failed) {
				c.unwind()
			}
		}
		if c.yield != nil {
			c.yield(struct{}{})
		}
		if begun.IsZero() {
			begun = time.Now().Add(-already)
			continue
		}
		switch late := time.Since(begun); {
		case stall > 0 && late-more > stall && failed.IsZero() && c.m.stayed(stall+more):
			m.lateFar(stall + more)
		case late > rest:
			time.Sleep(min(max(spin, late/1000), longest))
			polls, yield = looks, false
		case late > spin:
			polls, yield = fewPolls, others || late/20 > spin
		}
	}
}

// failFar ends the Run because of what came of meeting the other processes, be it
// at the end of all processors.
func (m *member) failFar(e *Error) {
	m.c.m.links.finishing.Store(false)
	m.c.m.fail(e)
}

// lost ends the Run because the transport failed: most often a process is gone.
func (m *member) lost(err error) {
	m.c.m.links.broken.Store(true)
	m.failFar(&Error{Kind: ErrMissing, Collective: m.c.present().collective().String(), Rank: m.c.rank, Other: -1, Seq: m.seq,
		Text: fmt.Sprintf("%s cannot reach the other processes: %v", m.g.who(m.rank), err)})
	m.c.unwind()
}

// lateFar ends the Run because other processes are too late. It returns: the meeting
// may bind.
func (m *member) lateFar(patience time.Duration) {
	m.failFar(&Error{Kind: ErrStalled, Collective: m.c.present().collective().String(), Rank: m.c.rank, Other: -1, Seq: m.seq,
		Text: fmt.Sprintf("%s has waited %v for other processes", m.g.who(m.rank), patience)})
}

// disagreeFar ends the Run because the processes made calls that do not belong
// together: all of them find the same two ranks.
func (m *member) disagreeFar() {
	g, f := m.g, m.g.far
	of := func(k int) call {
		w := wordsOf(f.ch.Message(k))
		return call{w[hWord], w[hN]}
	}
	a, b := 0, 1
	for of(b) == of(a) {
		b++
	}
	if of(a).collective() == finish {
		a, b = b, a
	}
	d := dispute{g: g, a: f.ranks[a][0], b: f.ranks[b][0], x: of(a), y: of(b)}
	d.error = d.asError(m.seq)
	e := d.withSides(func(r int) (call, bool) { return of(f.process[r]), true })
	m.failFar(e)
	m.c.unwind()
}
