package coll

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Machine is P processors on their hosts. One Run at a time.
type Machine struct {
	cfg Config

	// hot is read in every wait and written almost never.
	_   [128]byte
	hot struct {
		stop     atomic.Bool  // the Run has failed, or there is none: unwind
		sleepers atomic.Int32 // hosts asleep, or about to be
	}
	_ [120]byte

	hosts []*host
	cores []*core // by rank
	world *group
	parts []*group       // groups of the present Run that have edges of their own
	left  sync.WaitGroup // hosts in the present Run
	gone  sync.WaitGroup // hosts not yet closed

	makers sync.WaitGroup // makings that Runs have begun

	algorithm algorithmID // of Config
	crowded   bool        // more goroutines of processors' own than can run at a time
	stream    int64       // bytes of sums from which on they bypass the caches
	schedules schedules
	links     *links // to the machine's other processes; nil: there are none

	mu      sync.Mutex // of what follows
	running bool
	// abandoned: Run has returned, with an error, before all processors were back.
	abandoned bool
	asleep    int // hosts that sleep; see sleep
	closed    bool
	cause     error // the first failure of the present Run
	runs      uint64
	ctx       context.Context // of the present Run
	started   time.Time       // of the present Run, for the watch
}

// New checks c and starts the hosts of a machine. The error wraps ErrUsage.
func New(c Config) (*Machine, error) {
	l, err := c.join()
	if err != nil {
		return nil, err
	}
	m, err := c.machine(l)
	if err := l.agree(m, err); err != nil {
		return nil, l.giveUp(err)
	}
	m.gone.Add(len(m.hosts))
	for _, h := range m.hosts {
		go h.serve()
	}
	return m, nil
}

// machine is the machine of this process with the hosts not yet started.
func (c Config) machine(l *links) (*Machine, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	m := &Machine{cfg: c, links: l}
	_, here := m.span()
	m.algorithm, _ = idOf(c.Algorithm)
	switch m.stream = c.Tuning.StreamBytes; {
	case m.stream == 0:
		m.stream = defaultStream()
	case m.stream < 0:
		m.stream = math.MaxInt64
	}
	if err := m.schedules.take(c.Schedules, c.P); err != nil {
		return nil, err
	}
	m.hot.stop.Store(true)
	threads := min(here, len(c.Cores))
	if c.Host == Threads {
		m.hosts = newHosts(m, threads, newThreadParker)
	} else {
		m.hosts = newHosts(m, here, newGoParker)
	}
	for i := range threads {
		for r := share(here, threads, i); r < share(here, threads, i+1); r++ {
			m.cores[r].home = i
		}
	}
	if m.world, err = m.newWorld(); err != nil {
		return nil, err
	}
	for _, t := range m.world.teams {
		t.shared = new(shared)
	}
	return m, m.checkChoices()
}

// Config is the configuration of the machine, every default filled in but Graph: see
// Machine.Graph.
func (m *Machine) Config() Config {
	c := m.cfg
	c.Cores, c.Tuning = slices.Clone(c.Cores), c.Tuning.clone()
	return c
}

// Run runs f on every processor and returns when all have returned. The error
// is the first cause: what an f returned, an *Error, or the cause of ctx. After
// a failure the processors that are in or come to a collective unwind (their
// deferred calls run), those that have not begun do not, and the machine can Run again.
// With Config.Stall Run does not wait for ever for one that does not come: see there. A
// panic in f unwinds all processors and then panics on the caller's goroutine with a
// Panic; one after another failure of the Run is no first cause, and is not told.
//
// Long work is best one Run: in the first five milliseconds after the process was idle the
// Go runtime looks after its threads every 90 microseconds, and takes up to a quarter of
// the time of short calls.
func (m *Machine) Run(ctx context.Context, f func(*Proc) error) error {
	if ctx == nil {
		return usage("Run without a context; want context.Background()")
	}
	if f == nil {
		return usage("Run without a function; want func(*Proc) error")
	}
	m.mu.Lock()
	switch {
	case m.closed:
		m.mu.Unlock()
		return ErrClosed
	case m.running:
		defer m.mu.Unlock()
		return m.inUse("Run")
	}
	m.running, m.cause, m.ctx = true, nil, ctx
	m.runs++
	run := m.runs
	m.mu.Unlock()

	m.hot.stop.Store(false)
	m.crowded = m.cfg.Host == Goroutines && len(m.hosts) > runtime.GOMAXPROCS(0)
	m.world.reset()
	for _, c := range m.cores {
		c.reset()
	}
	if err := context.Cause(ctx); err != nil {
		m.fail(err)
	}
	cancelled := context.AfterFunc(ctx, func() { m.cancel(run) })
	late, watched := m.watch()
	m.attend()
	if m.cfg.Host == Threads {
		reserve(len(m.hosts))
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
	if p, ok := cause.(Panic); ok {
		panic(p)
	}
	return cause
}

// end is the end of a Run that all hosts have left; its cause is filled in if
// nobody has been told it before.
func (m *Machine) end(first bool) (cause error) {
	m.hot.stop.Store(true) // for who keeps a Proc beyond its Run
	if m.cfg.Host == Threads {
		unreserve(len(m.hosts))
	}
	m.conclude()

	m.mu.Lock()
	defer m.mu.Unlock()
	m.checkLost(m.world)
	for _, g := range m.parts {
		m.checkLost(g)
		g.edges.close()
		g.lanes.close()
	}
	if e, ok := m.cause.(*Error); ok && first {
		m.fillIn(e)
	}
	m.forget()
	m.running, m.abandoned = false, false
	return m.cause
}

// forget lets go of the user's vectors, and of the groups that have ended.
func (m *Machine) forget() {
	m.parts = nil
	for _, c := range m.cores {
		c.at = nil
		c.recorder.reset()
	}
	m.world.forget()
}

// checkLost ends the Run with an error if a message of the group was never
// received.
func (m *Machine) checkLost(g *group) {
	if from, to, ok := g.edges.lost(); ok && m.cause == nil {
		m.cause = &Error{Kind: ErrMissing, Collective: exchange.String(), Rank: g.world(from), Other: g.world(to),
			Text: fmt.Sprintf("%s sent %s a message by exchange that it never received", g.who(from), g.who(to))}
	}
}

func (m *Machine) siteOf(rank int) string {
	c := m.coreOf(rank)
	if c == nil || !c.h.back.Load() {
		return ""
	}
	return c.site
}

// cancel ends a Run because its context has ended, unless it is over: the call
// may come late.
func (m *Machine) cancel(run uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.runs == run {
		m.failLocked(context.Cause(m.ctx))
	}
}

// fail ends the present Run; the first cause is the one that Run returns.
func (m *Machine) fail(cause error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failLocked(cause)
}

func (m *Machine) failLocked(cause error) {
	if !m.running || m.cause != nil || m.links.over(cause) {
		return
	}
	if e, ok := cause.(*Error); ok && e.Kind != ErrUsage && context.Cause(m.ctx) != nil {
		cause = context.Cause(m.ctx) // f saw the end of ctx before this machine did
	}
	m.cause = cause
	m.hot.stop.Store(true)
	m.wake()
}

// wake wakes every host that sleeps. Who publishes calls it after the atomic
// store, who sleeps looks again after announcing the sleep: one of them sees
// the other.
func (m *Machine) wake() {
	if m.hot.sleepers.Load() != 0 {
		m.wakeAll()
	}
}

func (m *Machine) wakeAll() {
	for _, h := range m.hosts {
		h.park.wake()
	}
}

// Close stops the hosts and gives their threads back, unpinned. Closing twice
// is allowed; closing while a Run is in progress is an error, and so it is while
// processors have not come back from one that Config.Stall has ended: close it again
// then. A schedule that a Run has begun to make, and did not wait for when it was
// cancelled, is finished first.
func (m *Machine) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running {
		return m.inUse("Close")
	}
	if m.closed {
		return nil
	}
	m.closed = true
	for _, h := range m.hosts {
		close(h.start)
	}
	m.gone.Wait()
	m.makers.Wait()
	m.world.edges.close()
	m.world.lanes.close()
	return m.links.close()
}

// String is the machine in a line, for reports.
func (m *Machine) String() string {
	number := func(n int, what string) string {
		if n == 1 {
			return "1 " + what
		}
		return fmt.Sprintf("%d %ss", n, what)
	}
	here := number(m.cfg.P, "processor")
	if m.links != nil {
		here += fmt.Sprintf(" in %d processes, %d of them here", m.links.peers.Size(), len(m.cores))
	}
	return fmt.Sprintf("%s on %s (%v), cores %v", here, number(len(m.hosts), "host"), m.cfg.Host, slices.Clone(m.cfg.Cores))
}
