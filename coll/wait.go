package coll

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// How a processor waits for a number that another one stores: it looks for a
// microsecond, then its host runs others, then the host sleeps.

func (c *fiber) ready() bool {
	return c.waitOn == nil || c.waitOn.Load() >= c.want || c.m.hot.stop.Load()
}

// shortSpin is the least looks that a processor takes before it lets its host run
// others: a microsecond or so, ten times a cache line's way between two cores.
const shortSpin = asm.Looks

// fewLooks is how many a processor takes in a group that has not all of its host's: those of other
// groups may have something to do. Groups whose members are as far apart as the columns of a grid
// take 0.66 … 1.05 of the time that they take with shortSpin (a Xeon, BenchmarkColumns).
const fewLooks = 4

// looks is how many it takes. In a group that has all of its host's it is one for each of them, if
// that is more than shortSpin, for a look and a switch cost about the same.
func (c *fiber) looks() int {
	switch {
	case c.at == nil:
		return shortSpin
	case len(c.at.t.ranks) < len(c.h.fibers):
		return c.m.groupLooks
	}
	return max(shortSpin, len(c.at.t.ranks))
}

// await returns when *a ≥ want; it unwinds if the Run fails meanwhile.
func (c *fiber) await(a *atomic.Uint64, want uint64) {
	if a.Load() < want { // inlined, and mostly false where others have been waiting
		c.spin(a, want)
	}
}

// spin is await of what has not come yet. It returns how often it has looked in vain.
func (c *fiber) spin(a *atomic.Uint64, want uint64) (vain int) {
	if c.slow {
		c.suspend(a, want)
		return 1
	}
	most := c.looks()
	for vain = 1; vain <= most; vain++ {
		asm.Pause()
		if a.Load() >= want {
			c.takeTurns()
			return vain
		}
	}
	c.block(a, want)
	return vain
}

// takeTurns gives way to the neighbours after every 256th wait that ended while the
// processor looked: if what it waits for always comes so soon, it would keep the thread.
func (c *fiber) takeTurns() {
	if c.yield == nil {
		return
	}
	if c.turns++; c.turns == 0 {
		c.yield(struct{}{})
		c.goesOn()
	}
}

// suspend is await for a processor that is slow: it does not look first, and keeps times if
// they are asked for.
func (c *fiber) suspend(a *atomic.Uint64, want uint64) {
	if c.timed() {
		in := c.waitsIn(a)
		defer c.endWait(in, c.beginWait(in))
	}
	c.block(a, want)
}

// block lets the host run others, or sleep, until *a ≥ want.
func (c *fiber) block(a *atomic.Uint64, want uint64) {
	c.waitOn, c.want = a, want
	if c.yield != nil {
		for n := c.after; !c.ready(); n = nil {
			if c.prefers(n) {
				n.next()
			} else {
				c.yield(struct{}{})
			}
		}
	} else if c.m.cfg.Host == Threads {
		for idle := (idler{}); !c.ready(); {
			idle.wait(c.h)
		}
	} else {
		c.race()
	}
	c.goesOn()
}

// goesOn is the end of a wait. It unwinds if the Run has failed, even if what the processor
// waited for has come: its neighbours may have unwound.
func (c *fiber) goesOn() {
	c.waitOn = nil
	if c.m.hot.stop.Load() {
		c.waitedInVain()
	}
}

// race is block on a goroutine of the processor's own. Spinning helps where the
// others run at the same time; where they wait for this one's turn to end it only
// keeps them, and to go to sleep hands the turn to whoever is woken. So no processor
// spins where there are more than can run at a time; else one that has spun in vain
// sleeps at once in its next waits and then tries again, after many more if other
// goroutines of the program had a turn meanwhile, which takes milliseconds. It sleeps, too,
// where the clock stands still, as in a bubble of testing/synctest while anybody runs.
func (c *fiber) race() {
	const hurried, busy, long, still = 31, 1 << 15, time.Millisecond, 1 << 12 // waits, waits, a turn, looks
	switch {
	case c.m.crowded:
		c.sleep()
		return
	case c.hasty > 0:
		c.hasty--
		c.sleep()
	default:
		c.hasty = hurried
		begun := time.Now()
		for last, looks := begun, 0; !c.ready(); looks++ {
			runtime.Gosched()
			now := time.Now()
			if now.Sub(last) > long {
				c.hasty = busy
			}
			if last = now; c.hasty == busy || now.Sub(begun) >= c.m.cfg.SpinFor || looks > still && now.Equal(begun) {
				c.sleep()
			}
		}
	}
	c.slow = c.hasty > 0 || c.timed()
}

// sleep puts the host of a single processor to sleep until that can go on.
func (c *fiber) sleep() {
	for !c.ready() {
		c.h.sleep()
	}
}
