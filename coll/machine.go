package coll

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// Machine is P processors on their hosts. It carries out one Run at a time: a second one meanwhile
// is an ErrUsage, so goroutines that share a machine must take turns by a mutex of their own.
// Machines on threads, the default on Linux, are all pinned to the same cores: if several run at a
// time, use Goroutines.
type Machine struct {
	cfg Config

	// hot is read in every wait and written almost never.
	_   [128]byte
	hot struct {
		stop     atomic.Bool  // the Run has failed, or there is none: unwind
		sleepers atomic.Int32 // hosts asleep, or about to be
		shared   atomic.Bool  // two hosts are on one core
	}
	_ [116]byte

	hosts  []*host
	fibers []*fiber // by rank
	world  *group
	splits *splits
	left   sync.WaitGroup // hosts in the present Run
	gone   sync.WaitGroup // hosts not yet closed

	makers sync.WaitGroup // makings that Runs have begun

	algorithm algorithmID   // of Config
	crowded   bool          // more goroutines of processors' own than can run at a time
	spill     spill         // how long vectors are that the last cache is no help for
	ways                    // of direct, on this processor
	distance                // of its cores
	past      *atomic.Int64 // bytes that were written past the caches, counted under test
	schedules schedules
	links     *links // to the machine's other processes; nil: there are none

	// mu is of what follows. A machine is idle, running or closed; a Run that ends before
	// its processors are back leaves it running and abandoned, until they are. hot.stop is
	// true unless it runs and has no cause to end.
	mu      sync.Mutex
	running bool
	// abandoned: Run has returned, with an error, before all processors were back.
	abandoned bool
	asleep    int // hosts that sleep; see sleep
	closed    bool
	cause     error     // the first failure of the present Run
	failed    time.Time // when that was
	panicked  *Panic    // the first panic after it
	dispute   dispute   // that the cause is about
	runs      uint64
	ctx       context.Context          // of the present Run
	lifetime  atomic.Pointer[lifetime] // that of its processors, nil until one asks for it: see Proc.Context
	started   time.Time                // of the present Run, for the watch
	looked    atomic.Int64             // when the watch looked last, since then
	resumed   atomic.Int64             // up to when it knows the process to have been stopped, since then
}

// New checks c and starts the hosts of a machine, which stay until Close: a machine that is dropped
// without Close keeps its threads forever. The error wraps ErrUsage.
func New(c Config) (*Machine, error) {
	l, err := c.join()
	if err != nil {
		return nil, err
	}
	m, err := c.machine(l)
	if err := l.agree(m, err); err != nil {
		return nil, l.giveUp(err)
	}
	threads.Open(m.spinning())
	m.gone.Add(len(m.hosts))
	for _, h := range m.hosts {
		go h.serve()
	}
	return m, nil
}

// spinning is how many threads of the machine's may keep the garbage collector waiting. One of several
// processes counts all its cores: with no place (P) to spare Go retakes that of a thread that has been in C
// for 20 µs.
func (m *Machine) spinning() int {
	switch {
	case m.links != nil:
		return len(m.links.peers.Cores())
	case m.cfg.Host == Threads:
		return len(m.hosts)
	}
	return 0
}

// machine is the machine of this process with the hosts not yet started.
func (c Config) machine(l *links) (*Machine, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	m := &Machine{cfg: c, links: l, splits: new(splits), ways: waysOf(cpuHere()), spill: spillHere(c.Tuning.StreamBytes)}
	_, here := m.span()
	m.algorithm, _ = idOf(c.Algorithm)
	if err := m.schedules.take(c.Schedules, c.P); err != nil {
		return nil, err
	}
	m.hot.stop.Store(true)
	cores := min(here, len(c.Cores))
	if c.Host == Threads {
		m.hosts = newHosts(m, cores, threads.NewParker)
	} else {
		m.hosts = newHosts(m, here, threads.NewGoParker)
	}
	for i := range cores {
		for r := share(here, cores, i); r < share(here, cores, i+1); r++ {
			m.fibers[r].team = i
		}
	}
	if m.world, err = m.newWorld(); err != nil {
		return nil, err
	}
	m.world.countCalls()
	return m, m.checkChoices()
}

// Config returns the configuration of the machine, every default filled in but Graph: see
// Machine.Graph.
func (m *Machine) Config() Config {
	if !m.made() {
		return Config{}
	}
	c := m.cfg
	c.Cores, c.Tuning = slices.Clone(c.Cores), c.Tuning.clone()
	return c
}

// made reports whether New has made the machine, and not a program that took no notice of New's error, or that
// has copied it.
func (m *Machine) made() bool { return m != nil && m.world != nil && m.world.m == m }

// Close stops the hosts and unpins their threads, which then end. Closing twice is allowed. Closing
// while a Run is in progress is an error, and so is closing while processors have not come back
// from a Run that Config.Stall has ended: then close again later. If a cancelled Run left a
// schedule half made, Close waits until that is finished.
func (m *Machine) Close() error {
	if !m.made() {
		return usage("Close of a Machine that New has not made")
	}
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
	threads.Close(m.spinning())
	m.world.close()
	return m.links.close()
}

// String describes the machine in a line, for reports. It counts hosts as Proc.Host does.
func (m *Machine) String() string {
	if !m.made() {
		return "a Machine that New has not made"
	}
	number := func(n int, what string) string {
		if n == 1 {
			return "1 " + what
		}
		return fmt.Sprintf("%d %ss", n, what)
	}
	here := number(m.cfg.P, "processor")
	if m.links != nil {
		here += fmt.Sprintf(" in %d processes, %d of them here", m.links.peers.Size(), len(m.fibers))
	}
	return fmt.Sprintf("%s on %s (%v), cores %v", here, number(len(m.world.teams), "host"), m.cfg.Host, m.cfg.Cores)
}
