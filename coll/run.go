package coll

import (
	"cmp"
	"context"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// Run runs f on every processor and returns when all have returned. The error is the first cause:
// what an f returned, prefixed with its rank (errors.Is and errors.As find it), an *Error, or the
// cause of ctx. If ctx ended while a processor was waiting for another that came a tenth of a
// second later or not at all, the error is an *Error with the cause of ctx as its Kind.
//
// After a failure, processors that are in a collective or come to one unwind (their deferred calls
// run), those that have not started f never do, and the machine can Run again. With Config.Stall,
// Run does not wait forever for a processor that does not come: see there.
//
// A panic in f unwinds all processors, and then Run panics with a Panic. A panic that follows
// another failure of the Run is not the cause: the error mentions it at its end, and errors.As
// finds the first such Panic, with its stack. A panic that follows another panic is dropped. If a
// deferred call of f makes a collective while a panic or Goexit passes, and the collective fails,
// that is the first cause, and the panic is lost.
//
// A panic in a method of ctx, as that of a nil pointer, passes through Run before any f has started.
//
// The end of ctx ends collectives, waiting or at work. Code of f's own is not interrupted, neither
// by that nor by another processor's failure: if it takes long, let it watch [Proc.Context], which
// ends in both cases. If ctx ends before all f have returned, Run may fail even if none makes a
// further collective.
//
// Long work is best done in one Run. On two cores of a Zen 3 or 4 it takes 25 to 95 µs to start and to
// end one, with New and Close 150 to 890, with Goroutines by 1 to 8 processors 3 to 11 (BenchmarkRun).
// And in the first five milliseconds after the process was idle the Go runtime polls its threads every
// 90 microseconds, which takes up to a quarter of the time of short calls.
func (m *Machine) Run(ctx context.Context, f func(*Proc) error) error {
	run, err := m.claim(ctx, f)
	if err != nil {
		return err
	}
	m.hot.stop.Store(false)
	m.crowded = m.cfg.Host == Goroutines && len(m.hosts) > threads.Procs()
	m.world.reset()
	for _, c := range m.fibers {
		c.reset()
	}
	cancelled := m.follow(run)
	late, watched := m.watch()
	m.attend()
	m.planMeasuring()
	if m.cfg.Host == Threads {
		threads.Reserve(len(m.hosts))
	}
	m.left.Add(len(m.hosts))
	for _, h := range m.hosts {
		h.back.Store(false)
		h.start <- f
	}
	var cause error
	if back, all := m.allBack(late); all {
		watched()
		cancelled()
		cause = m.end(true)
	} else {
		cause = m.abandon()
		go func() {
			<-back
			watched()
			cancelled()
			m.end(false)
		}()
	}
	switch c := cause.(type) {
	case contextCause:
		return c.error
	case Panic:
		panic(c)
	}
	return cause
}

// claim makes the machine the caller's until the end of a Run, whose number it returns.
func (m *Machine) claim(ctx context.Context, f func(*Proc) error) (run uint64, err error) {
	switch {
	case ctx == nil:
		return 0, usage("Run without a context; want context.Background()")
	case f == nil:
		return 0, usage("Run without a function; want func(*Proc) error")
	case !m.made():
		return 0, usage("Run of a Machine that New has not made")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.closed:
		return 0, ErrClosed
	case m.running:
		return 0, m.inUse("Run")
	}
	m.running, m.cause, m.dispute, m.ctx = true, nil, dispute{}, ctx
	m.runs++
	return m.runs, nil
}

// follow has the Run fail when its context ends. If a method of the context panics, there has been no Run.
func (m *Machine) follow(run uint64) (stop func() bool) {
	defer func() {
		if stop == nil {
			m.mu.Lock()
			m.running, m.cause, m.ctx = false, nil, nil
			m.mu.Unlock()
		}
	}()
	if err := context.Cause(m.ctx); err != nil {
		m.fail(contextCause{err})
	}
	return context.AfterFunc(m.ctx, func() { m.cancel(run) })
}

// Run makes a machine of p processors, runs f on every one, and closes the machine even if f
// panics: see Machine.Run. p = 0 means one processor for every usable core.
func Run(p int, f func(*Proc) error) (err error) {
	m, err := New(Config{P: p})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, m.Close()) }()
	return m.Run(context.Background(), f)
}

// end finishes a Run that all hosts have left. first is false if abandon has returned the cause
// already: then nothing is filled in.
func (m *Machine) end(first bool) (cause error) {
	m.hot.stop.Store(true) // for a Proc that is kept beyond its Run
	if m.cfg.Host == Threads {
		threads.Unreserve(len(m.hosts))
	}
	m.heedContext()
	m.tellSides()
	agreed := m.conclude()

	m.mu.Lock()
	defer m.mu.Unlock()
	lost := earlier(m.world.lost(), m.splits.end())
	if lost != nil && m.cause == nil {
		m.cause = lost
	}
	if first {
		switch c := m.cause.(type) {
		case *Error:
			if !agreed {
				m.cause = m.filledIn(c)
			}
		case contextCause:
			m.cause = m.overdue(c, true)
		}
	}
	if m.cause != nil {
		m.world.edges.reset()
		m.world.arcs.reset()
	}
	m.forget()
	m.endLifetime(m.cause)
	m.lifetime.Store(nil)
	cause = m.withPanic(m.cause)
	m.running, m.abandoned, m.cause, m.panicked, m.ctx = false, false, nil, nil, nil
	return cause
}

// forget lets go of the user's vectors and of the groups that have ended.
func (m *Machine) forget() {
	for _, c := range m.fibers {
		c.at = nil
		c.recorder.reset()
	}
	for _, member := range m.world.members {
		if member != nil {
			member.child = nil // who unwound within Split left it there
		}
	}
	m.world.forget()
}
