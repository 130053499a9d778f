package coll

import (
	"runtime/trace"
	"sync/atomic"
)

// fiber is the part of a processor that its host runs: what it waits for, and the coroutine to
// resume; its parts in groups are members. A switch touches the first cache line only: a host of
// many processors has little room in its first cache for each. The size is 128 bytes, so that
// two fibers of different hosts share no line.
type fiber struct {
	waitOn *atomic.Uint64 // nil: not waiting
	want   uint64
	next   func() (struct{}, bool)
	yield  func(struct{}) bool
	after  *fiber // the neighbour that it resumes when it waits
	m      *Machine
	at     *member // in whose group it made its latest call
	live   bool    // neighbours may resume it; false while runtime.Goexit unwinds it, which has to end in its host
	turns  uint8   // how often it has resumed its neighbour
	traced bool    // region is open
	ended  bool
	holds  bool // it is at work on others' vectors, as its team's busy says
	asks   bool // when it has heard the other team, it is to ask for the lines of its next message: see claim.go
	waited bool // the other team's latest message took long to come: see hearLine
	slow   bool // it waits the long way: waits are timed, or spinning has been in vain (hasty)

	region *trace.Region
	rank   int // in the world
	team   int // its team in the world
	h      *host
	site   string // where it stood when it unwound
	*waiting
	*recorder
}

func (c *fiber) reset() {
	c.waitOn, c.ended, c.holds, c.site = nil, false, false, ""
	c.at, c.region, c.traced = nil, nil, false
	c.live, c.asks, c.waited = false, false, false
	c.hasty, c.slow = 0, c.timed() || c.m.crowded
	c.over.Store(false)
	c.goroutine.Store(0)
	c.met.Store(notYet)
	c.recorder.reset()
	c.in.Store(nil)
	c.since.Store(0)
	if len(c.h.fibers) > 1 && c.timed() {
		c.since.Store(queued) // until its host comes to it: a neighbour may keep the thread
	}
}
