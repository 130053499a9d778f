package coll

import (
	"sync/atomic"
	"time"
)

// core is the part of a processor that its host runs: what it waits for, and
// the coroutine to resume.
type core struct {
	m    *Machine
	h    *host
	rank int // in the world

	waitOn *atomic.Uint64 // nil: not waiting
	want   uint64
	next   func() (struct{}, bool)
	yield  func(struct{}) bool
	ended  bool
	site   string // where it stood when it unwound
	waiting
	_ [128]byte
}

func (c *core) reset() {
	c.waitOn, c.next, c.yield, c.ended, c.site = nil, nil, nil, false, ""
	c.since.Store(0)
}

func (c *core) ready() bool {
	return c.waitOn == nil || c.waitOn.Load() >= c.want || c.m.hot.stop.Load()
}

// shortSpin is how many looks a processor takes before it lets its host run
// others: a microsecond or so, ten times a cache line's way between two cores.
const shortSpin = 1000

// await returns when *a ≥ want; it unwinds if the Run fails meanwhile.
func (c *core) await(a *atomic.Uint64, want uint64) {
	for range shortSpin {
		if a.Load() >= want {
			return
		}
	}
	c.suspend(a, want)
}

// listen is await for what a neighbour on the same host may bring about.
func (c *core) listen(a *atomic.Uint64, want uint64) {
	if c.yield == nil {
		c.await(a, want)
	} else {
		c.suspend(a, want)
	}
}

// suspend is await for what only a neighbour on the same host can bring about.
func (c *core) suspend(a *atomic.Uint64, want uint64) {
	c.waitOn, c.want = a, want
	if c.m.cfg.Stall > 0 {
		c.since.Store(max(1, int64(time.Since(c.m.started))))
		defer c.since.Store(0)
	}
	if c.yield != nil {
		for !c.ready() {
			c.yield(struct{}{})
		}
	} else {
		for idle := (idler{}); !c.ready(); {
			idle.wait(c.h)
		}
	}
	c.waitOn = nil
	if c.m.hot.stop.Load() && a.Load() < want {
		c.unwind()
	}
}

// unwind takes the processor out of f after a failure, its deferred calls
// running on the way.
func (c *core) unwind() {
	if c.site == "" {
		c.site = callSite()
	}
	panic(unwinding{})
}
