package coll

import "time"

// How a processor leaves f after a failure: not before those who read and write its
// vectors have done so, and with what the error needs to know of it.

// hold keeps the others from unwinding until release: the processor is about to
// read and write their vectors. It stores busy and then looks for stop; a processor that
// unwinds has seen stop and then looks for busy: one of them sees the other
// (every interleaving: internal/model/abort.pml).
func (c *fiber) hold() {
	if !c.holds {
		c.holds = true
		c.m.world.teams[c.team].busy.Add(1)
		if c.slow {
			c.working()
		}
	}
	if c.m.hot.stop.Load() {
		c.unwind()
	}
}

func (c *fiber) release() {
	if c.holds {
		c.holds = false
		c.m.world.teams[c.team].busy.Add(-1)
		if c.slow {
			c.working()
		}
	}
}

// settle returns when nobody is at work on this processor's vectors. Those who
// are meet the end of the Run at their next step at the latest.
func (c *fiber) settle() {
	c.release()
	looks, pause := 0, 20*time.Microsecond
	for _, t := range c.m.world.teams {
		for t.busy.Load() > 0 {
			switch looks++; {
			case c.yield != nil:
				c.yield(struct{}{}) // it may be a neighbour
			case looks > shortSpin: // leave the core to whoever is at work
				time.Sleep(pause)
				pause = min(2*pause, c.longestPause())
			}
		}
	}
}

// longestPause grows with the processors that may pause at the same time: thousands of
// goroutines that look every 20 µs would keep the one they wait for from its turn.
func (c *fiber) longestPause() time.Duration {
	return max(time.Millisecond, time.Duration(len(c.m.fibers))*time.Microsecond)
}

// How a processor meets the failure of its Run, the first time. What it calls then says nothing.
const (
	notYet     = iota
	metWaiting // it was waiting for others
	metSoon    // it was at work, or came from code of its own at once
	metLate    // it came from code of its own, overdueLeast after the failure or later
)

// meets notes how, unless it has met it before.
func (c *fiber) meets() {
	if c.met.Load() != notYet {
		return
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	if c.holds || time.Since(c.m.failed) < overdueLeast {
		c.met.Store(metSoon)
	} else {
		c.met.Store(metLate)
	}
}

// waitedInVain is unwind of one that waits. Inlined, it would keep the end of a wait from being so.
//
//go:noinline
func (c *fiber) waitedInVain() {
	c.met.CompareAndSwap(notYet, metWaiting)
	c.unwind()
}

// unwind takes the processor out of f after a failure, its deferred calls
// running on the way.
func (c *fiber) unwind() {
	c.meets()
	c.settle()
	c.endRegion()
	cause, asked := c.m.why(c.rank)
	if c.site == "" && asked {
		c.site = callSite()
	}
	panic(unwinding{c.m, cause})
}

// why is what has ended the Run, and whether the error that Run returns may name the place where
// this rank is: only then is that looked up, which takes longer than the rest of unwinding.
func (m *Machine) why(rank int) (cause error, asked bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running {
		return errNoRun, false
	}
	if c, ok := m.cause.(contextCause); ok {
		return c.error, m.links != nil || len(m.fibers) <= overdueMost
	}
	e, ok := m.cause.(*Error)
	return m.cause, m.links != nil || ok && (e.Rank == rank || e.Other == rank) // or another process's error
}

// unwinding is the panic that takes a processor out of f after a failure of its
// machine's Run.
type unwinding struct {
	m     *Machine
	cause error // nil: other processes have yet to say
}

// errNoRun is the cause where there is no Run.
var errNoRun = usage("collective after the end of its Run, or by another goroutine than its processor's")

// Error is what a caller sees that recovers this panic, or that uses a Proc outside its
// Run.
func (u unwinding) Error() string {
	text := "coll: the Run has failed and this processor unwinds"
	switch e := u.cause.(type) {
	case nil:
		return text
	case *Error:
		if e == errNoRun {
			return e.Error()
		}
		return text + ": " + (&Error{Kind: e.Kind, Text: e.Text}).Error() // the rest is yet to be filled in
	}
	return text + ": " + u.cause.Error()
}

func (u unwinding) Unwrap() error {
	if e, ok := u.cause.(*Error); ok {
		return e.Kind
	}
	return u.cause
}
