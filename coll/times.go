package coll

import (
	"sync/atomic"
	"time"
)

// waiting is what a processor knows of its own waits. since is kept only where Config.Stall
// or Times asks for it.
type waiting struct {
	inside    atomic.Bool           // a function of the caller's that a collective calls
	over      atomic.Bool           // f has returned
	met       atomic.Uint32         // how it has met the failure of this Run, see unwind.go
	hasty     uint32                // it goes to sleep without spinning in so many more waits; see race
	goroutine atomic.Uint64         // of f, where Config.Stall asks for it
	since     atomic.Int64          // in ns after Machine.started: > 0 it waits since then, ≤ 0 it is in f since -since; or what follows
	in        atomic.Pointer[group] // where it waits; nil while it does not, or only for its host
	peer      atomic.Int64          // whom of that it waits for; < 0: all
}

const (
	atWork = -1 // in a collective, at work: nobody is late
	queued = 1  // it has waited for its host from the beginning
)

// clock is the time as since has it.
func (c *fiber) clock() int64 { return max(2, int64(time.Since(c.m.started))) }

// working tells the watch, if there is one, that the processor does not wait.
func (c *fiber) working() {
	switch {
	case !c.timed():
	case c.holds:
		c.since.Store(atWork)
	default:
		c.since.Store(-c.clock())
	}
}

// callBack runs a part of the caller's within a collective: for the watch it is in f. If
// that does not return, the others' part of the collective is lost: the Run fails, even
// if f recovers the panic. So it does if that makes a call of coll, which ends with others free
// to unwind while f has their vectors. The call's region of a trace ends before the panic goes
// on: a trace in which a region ends before one within it cannot be read.
func (c *fiber) callBack(f func()) {
	returned := false
	at, seq, exchanged := c.at, c.at.seq, c.exchanged
	region, traced := c.region, c.traced
	c.traced = false // a call that f makes has a region of its own
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
		c.region, c.traced = region, traced
		c.endRegion()
		if v != nil {
			panic(v)
		}
	}()
	f()
	c.region, c.traced = region, traced
	returned = true
	if c.at != at || at.seq != seq || c.exchanged != exchanged {
		c.at = at
		at.badCall(ErrUsage, allreducefunc, seq, "the function of allreducefunc made a collective or an exchange; want none in it")
	}
}

// beginWait begins a wait by the clock in a call, which endWait ends.
func (c *fiber) beginWait(in collective) (begun int64) {
	begun = c.clock()
	peer := -1
	if in == exchange {
		peer = c.at.peer
	}
	c.tellWatch(c.at.g, peer, begun)
	return begun
}

// tellWatch tells the watch for whom the processor waits. since is stored last, and is another before
// the rest is.
func (c *fiber) tellWatch(g *group, peer int, since int64) {
	c.in.Store(g)
	c.peer.Store(int64(peer))
	c.since.Store(since)
}

// endWait counts the wait for the collective and the algorithm of the call, see Counters.
func (c *fiber) endWait(in collective, begun int64) {
	c.working()
	c.in.Store(nil)
	a := byRings
	if in != exchange {
		a = c.present().algorithm()
	}
	c.m.world.teams[c.team].shared.waited[in][a].Add(c.clock() - begun)
}

// giveWay lets the host's other processors run once in an Exchange.
func (c *fiber) giveWay() {
	if c.timed() {
		defer c.endWait(exchange, c.beginWait(exchange))
	}
	c.yield(struct{}{})
	c.goesOn() // a Run that failed meanwhile did so while it waited
}

// timed reports whether the processor keeps times, for the watch or for Counters.
func (c *fiber) timed() bool { return c.m.cfg.Stall > 0 || c.m.cfg.Times }
