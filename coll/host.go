package coll

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// host is what processors run on: a locked, pinned thread, or in Goroutines
// mode a goroutine. A host of several processors runs them as coroutines, one
// after the other; only its own thread touches them.
type host struct {
	m       *Machine
	id      int
	park    threads.Parker
	fibers  []*fiber
	start   chan func(*Proc) error
	f       func(*Proc) error // of the present Run
	stops   []func()          // of the processors' coroutines
	pinned  bool              // its thread has been tied to a core
	at      int               // where that was when it last looked, or -1; others look under Machine.mu
	back    atomic.Bool       // it has left the present Run
	spacers []*fiber          // lie before its fibers
}

// newHosts deals the processors to n hosts in blocks of successive ranks.
func newHosts(m *Machine, n int, newParker func(ready func() bool) threads.Parker) []*host {
	hosts := make([]*host, n)
	first, p := m.span()
	m.fibers = make([]*fiber, p)
	for i := range hosts {
		h := &host{m: m, id: i, at: -1, start: make(chan func(*Proc) error)}
		h.park = newParker(h.ready)
		h.spacers = spacers[fiber](gapFor(p, n))
		for r := share(p, n, i); r < share(p, n, i+1); r++ {
			m.fibers[r] = &fiber{m: m, h: h, rank: first + r, waiting: new(waiting), recorder: new(recorder)}
			h.fibers = append(h.fibers, m.fibers[r])
		}
		hosts[i] = h
	}
	return hosts
}

// serve is the life of a host. It survives processors that call
// runtime.Goexit: the deferred call ends the Run in its place and a fresh
// goroutine takes over.
func (h *host) serve() {
	unlabel() // it has those of New's caller
	var undo func()
	if h.threaded() {
		runtime.LockOSThread()
		if threads.Main() {
			h.serveElsewhere()
			return
		}
		undo = threads.Pin(h.m.cfg.Cores[h.id])
		h.pinned = undo != nil
	}
	closed := false
	defer func() { h.retire(undo, closed) }()
	for f := range h.start {
		if len(h.fibers) == 1 {
			h.fibers[0].body(f)
		} else {
			h.f = f
			pprof.SetGoroutineLabels(h.m.ctx) // it spins for the processors
			h.spawn()
			h.schedule()
			unlabel()
			h.f = nil
		}
		h.leave()
	}
	closed = true
}

// oneThread: wasm has one thread, which nothing takes from a goroutine that does not give way.
const oneThread = runtime.GOARCH == "wasm"

// threaded reports whether the host has a thread of its own. Locks of the one thread count for
// all goroutines, and the runtime ends the process where a coroutine finds their number changed:
// with a second machine it would be.
func (h *host) threaded() bool { return h.m.cfg.Host == Threads && !oneThread }

// serveElsewhere leaves the process's main thread, locked until another one has taken over.
func (h *host) serveElsewhere() {
	taken := make(chan struct{})
	go func() {
		close(taken)
		h.serve()
	}()
	<-taken
	runtime.UnlockOSThread()
}

// leave says that the host has nothing more to do with the present Run.
func (h *host) leave() {
	h.back.Store(true)
	h.m.left.Done()
}

// retire gives the thread back or, if it was pinned, undoes that, and only then lets Close return
// or, after a Goexit, Run. A thread that was pinned ends with its goroutine, to which it is locked.
func (h *host) retire(undo func(), closed bool) {
	h.dismiss()
	h.f = nil // after a Goexit
	switch {
	case undo != nil:
		undo()
	case h.threaded():
		runtime.UnlockOSThread()
	}
	if closed {
		h.m.gone.Done()
		return
	}
	h.leave()
	go h.serve()
}

// body runs f on a processor and sees to it that the others hear of its end,
// however it ends.
func (c *fiber) body(f func(*Proc) error) {
	if c.m.hot.stop.Load() {
		return // the Run is over before this processor has begun
	}
	returned := false
	c.working()
	c.noteGoroutine()
	c.label()
	defer func() {
		unlabel()
		c.release()
		c.leave()
		if returned {
			return
		}
		v := recover()
		c.endedBy(v)
		if v == nil && c.yield != nil { // whoever resumes it next ends as well: that must be its host
			c.live = false
			c.yield(struct{}{})
		}
	}()
	p := c.m.world.members[c.rank].using(unchosen)
	if err := f(p); err != nil {
		c.m.fail(fmt.Errorf("coll: rank %d: %w", c.rank, err))
	} else {
		c.over.Store(true)
		p.finish()
	}
	returned = true
}

// leave says that the processor is in f no more, which may be so before its host is back.
func (c *fiber) leave() {
	if c.timed() {
		c.since.Store(atWork)
	}
	if c.m.hot.stop.Load() {
		c.meets()
	}
}

// endedBy fails the Run because the caller's code ended in a panic with v, or, where v is
// nil, by runtime.Goexit.
func (c *fiber) endedBy(v any) {
	switch v := v.(type) {
	case unwinding:
		if v.m != c.m || !c.m.hot.stop.Load() { // this Run has not failed, so far
			c.m.fail(usage("rank %d used a processor of another machine, or of a Run that has ended", c.rank))
		}
	case nil:
		text := fmt.Sprintf("rank %d ended by runtime.Goexit, as FailNow of a test does; return from f instead", c.rank)
		c.m.fail(&Error{Kind: ErrMissing, Rank: -1, Other: c.rank, Text: text})
	case broken:
		c.m.fail(Panic{Rank: c.rank, Value: v.value, Stack: v.stack})
	default:
		c.m.fail(Panic{Rank: c.rank, Value: explained(v), Stack: string(debug.Stack())})
	}
}
