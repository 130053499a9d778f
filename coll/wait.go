package coll

import (
	"runtime"
	"runtime/trace"
	"sync/atomic"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// core is the part of a processor that its host runs: what it waits for, and
// the coroutine to resume. A switch touches the first cache line only: a host of
// many processors has little room in its first cache for each. The size is 128
// bytes, so that two cores of different hosts share no line.
type core struct {
	waitOn *atomic.Uint64 // nil: not waiting
	want   uint64
	next   func() (struct{}, bool)
	yield  func(struct{}) bool
	after  *core // the neighbour that it resumes when it waits
	m      *Machine
	at     *member // in whose group it made its latest call
	live   bool    // a neighbour may resume it
	turns  uint8   // how often it has resumed its neighbour
	traced bool    // region is open
	ended  bool
	holds  bool // it is at work on others' vectors, as its team's busy says
	slow   bool // its waits take the long way: it keeps times, or is hasty
	exits  bool // it is in runtime.Goexit, which only its host may see

	region *trace.Region
	rank   int // in the world
	home   int // the world's team that it belongs to
	h      *host
	site   string // where it stood when it unwound
	*waiting
	*recorder
}

func (c *core) reset() {
	c.waitOn, c.next, c.yield, c.ended, c.holds, c.site = nil, nil, nil, false, false, ""
	c.at, c.region, c.traced = nil, nil, false
	c.live, c.exits = false, false
	c.hasty, c.slow, c.inside = 0, c.timed() || c.m.crowded, false
	c.recorder.reset()
	c.since.Store(0)
	if len(c.h.cores) > 1 && c.timed() {
		c.since.Store(1) // until its host comes to it: a neighbour may keep the thread
	}
}

func (c *core) ready() bool {
	return c.waitOn == nil || c.waitOn.Load() >= c.want || c.m.hot.stop.Load()
}

// shortSpin is the least looks that a processor takes before it lets its host run
// others: a microsecond or so, ten times a cache line's way between two cores. A
// host of many takes one for each: a look and a switch cost about the same.
const shortSpin = asm.Looks

// await returns when *a ≥ want; it unwinds if the Run fails meanwhile.
func (c *core) await(a *atomic.Uint64, want uint64) {
	if a.Load() < want { // inlined, and mostly false where others have been waiting
		c.spin(a, want)
	}
}

// spin is await of what has not come yet.
func (c *core) spin(a *atomic.Uint64, want uint64) {
	if c.slow {
		c.awaitSlow(a, want)
		return
	}
	for range max(shortSpin, len(c.h.cores)) {
		asm.Pause()
		if a.Load() >= want {
			return
		}
	}
	c.block(a, want)
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
	if c.slow {
		c.awaitSlow(a, want)
		return
	}
	c.block(a, want)
}

// awaitSlow is await for who has more to do than to look.
func (c *core) awaitSlow(a *atomic.Uint64, want uint64) {
	if c.timed() {
		c.awaitTimed(a, want)
	} else {
		c.block(a, want)
	}
}

// block lets the host run others, or sleep, until *a ≥ want.
func (c *core) block(a *atomic.Uint64, want uint64) {
	c.waitOn, c.want = a, want
	if c.yield != nil {
		for n := c.after; !c.ready(); n = nil {
			c.pass(n)
		}
	} else if c.m.cfg.Host == Threads {
		for idle := (idler{}); !c.ready(); {
			idle.wait(c.h)
		}
	} else {
		c.race()
	}
	c.waitOn = nil
	// Even if what it waited for has come: its neighbours may have unwound.
	if c.m.hot.stop.Load() {
		c.unwind()
	}
}

// race is block on a goroutine of the processor's own. Spinning helps where the
// others run at the same time; where they wait for this one's turn to end it only
// keeps them, and to go to sleep hands the turn to whoever is woken. So no processor
// spins where there are more than can run at a time; else one that has spun in vain
// sleeps at once in its next waits and then tries again, after many more if other
// goroutines of the program had a turn meanwhile, which takes milliseconds.
func (c *core) race() {
	const hurried, busy, long = 31, 1 << 15, time.Millisecond // waits, waits, a turn
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
		for last := begun; !c.ready(); {
			runtime.Gosched()
			now := time.Now()
			if now.Sub(last) > long {
				c.hasty = busy
			}
			if last = now; c.hasty == busy || now.Sub(begun) >= c.m.cfg.SpinFor {
				c.sleep()
			}
		}
	}
	c.slow = c.hasty > 0 || c.timed()
}

// sleep puts the host of a single processor to sleep until that can go on.
func (c *core) sleep() {
	for !c.ready() {
		c.h.sleep()
	}
}

// timed says whether the processor keeps times, for the watch or for Counters.
func (c *core) timed() bool { return c.m.cfg.Stall > 0 || c.m.cfg.Times }

// hold keeps the others from unwinding until release: the processor is about to
// read and write their vectors. Who holds stores busy and then looks for stop,
// who unwinds has seen stop and then looks for busy: one of them sees the other
// (every interleaving: internal/model/abort.pml).
func (c *core) hold() {
	if !c.holds {
		c.holds = true
		c.m.world.teams[c.home].busy.Add(1)
		if c.slow {
			c.working()
		}
	}
	if c.m.hot.stop.Load() {
		c.unwind()
	}
}

func (c *core) release() {
	if c.holds {
		c.holds = false
		c.m.world.teams[c.home].busy.Add(-1)
		if c.slow {
			c.working()
		}
	}
}

// settle returns when nobody is at work on this processor's vectors. Those who
// are meet the end of the Run at their next step at the latest.
func (c *core) settle() {
	c.release()
	for _, t := range c.m.world.teams {
		looks := 0
		for t.busy.Load() > 0 {
			switch looks++; {
			case c.yield != nil:
				c.yield(struct{}{}) // it may be a neighbour
			case looks > shortSpin: // leave the core to whoever is at work
				time.Sleep(20 * time.Microsecond)
			}
		}
	}
}

// unwind takes the processor out of f after a failure, its deferred calls
// running on the way.
func (c *core) unwind() {
	c.settle()
	c.end()
	cause, asked := c.m.why(c.rank)
	if c.site == "" && asked {
		c.site = callSite()
	}
	panic(unwinding{c.m, cause})
}

// why is what has ended the Run, and whether what Run returns may name the place that a
// rank has come to, which takes longer to find out than all the rest of unwinding.
func (m *Machine) why(rank int) (cause error, asked bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running {
		return errNoRun, false
	}
	e, ok := m.cause.(*Error)
	return m.cause, m.links != nil || ok && (e.Rank == rank || e.Other == rank) // or another process's error
}
