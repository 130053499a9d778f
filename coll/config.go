package coll

import (
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll/transport"
	"github.com/cayleycoll/cayleycoll/internal/asm"
	"github.com/cayleycoll/cayleycoll/internal/threads"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Config describes a machine. The zero value is useful: one processor for
// every usable core, everything else chosen.
type Config struct {
	// P is the number of processors, in all processes together where there is a
	// Remote; 0: the order of Graph, or one per usable core where there is none.
	P int
	// Graph is the interconnection graph that the scheduled algorithms follow. Its order is P,
	// and every vertex can be reached from every other. New checks that where it is not known
	// of the graph; of one with more than 2^18 arcs the first call that follows it finds out.
	// nil: the hypercube if P is a power of two, else the best graph
	// found: cayley.Best(P) or, where only its degree counts, cayley.Near(P); see
	// Machine.GraphOf.
	Graph cayley.Graph
	// Algorithm carries out every collective. A collective that does not offer it (Barrier,
	// Exchange and the v-forms offer one each) fails with ErrUsage, which lists what it
	// offers: it is for comparisons. Proc.Using chooses for single calls, and the rules of a
	// Tuning for some collectives and sizes. "": the library's choice.
	Algorithm Algorithm
	// Protocol is how the words of an Allreduce by "doubling" or "spectral" move.
	Protocol Protocol
	// Tuning chooses the algorithms that nobody else has chosen; nil: the table
	// of the file TuningPath, or the built-in one.
	Tuning *Tuning
	// Schedules are schedules of the caller's for the algorithm "file", universal ones
	// or of one root, in whole words or in segments: see FromSchedule.
	Schedules []sched.Schedule
	// Cores are the CPUs to pin to; empty: the process's affinity mask, or as many
	// of it as GOMAXPROCS says, which heeds a container's share of the CPUs.
	Cores []int
	// Host says what a processor runs on.
	Host HostMode
	// SpinFor is how long a host with nothing to run spins before it sleeps;
	// 0: 50 µs. Waking a sleeping host costs some 8 µs. Where two pinned hosts have come to share a
	// core, as in a cpuset that has shrunk, none spins. Two things happen only when all hosts
	// sleep, and so not before this time: a deadlock is found, and, where all wait for an
	// Exchange in place, that copies its src aside and goes on.
	SpinFor time.Duration
	// Stall ends the Run with ErrStalled when a processor has waited this long for one that
	// was in its own code all the time, or kept the thread that they share; 0: never. Own code
	// is what f does outside of collectives, and the function of AllreduceFunc. The time that
	// collectives take does not count, and after the whole process was stopped for half of
	// Stall, or 250 ms if that is longer, the time counts from zero again. A processor that
	// has returned from f waits for those that have not: so let Stall be longer than whatever
	// a processor does after its last collective. While all are in their own code nobody
	// waits. Processors that have not come back a second later, or Stall if that is longer,
	// are abandoned: Run returns, and the machine can be used again when they are back. With a
	// Remote, Run waits for them. The error says where one that is late is in its own code: for
	// that the stacks of all goroutines are looked at, when it is found. It costs two readings
	// of the clock a wait.
	Stall time.Duration
	// Labels makes CPU and goroutine profiles tell the processors apart: it adds the pprof
	// label coll_rank to those that their goroutines have from the context of Run. A pprof.Do in
	// f takes it away until f returns, unless the context that it is given has the label too.
	Labels bool
	// Times makes every processor measure how long it waits for others in collectives, which
	// Machine.Counters sums up by collective and algorithm. It costs two readings of the clock a wait.
	Times bool
	// RefuseNaN ends the Run with ErrNaN when a processor gives a NaN to a collective, in a
	// vector of float64 or float32. What it gives is looked through before its call arrives:
	// nobody has the NaN then, and nothing of the call is written. The error names the
	// processor, its call, the vector, and the place of the first NaN. What nobody gets is not
	// looked at: every dst, buf of Broadcast and src of Scatter on all but the root, the last
	// rank's src of Exscan, src of an Exchange that sends to nobody. A NaN that a collective
	// makes, of Inf and -Inf say, is found where it is given next. It costs one more reading of
	// what is given, at the speed of memory, and nothing with integers. Processes of a Remote
	// each go by their own Config.
	RefuseNaN bool
	// Remote makes one machine of the processes that run this program: it is mpi.World() of
	// package coll/mpi. Everything is then as within one process: ranks count through all
	// processes, block after block, and the bits of a result are those of a machine of as many
	// processors in one, except where an algorithm says otherwise. nil: all processors are in
	// this process, or package coll/mpi/auto says otherwise.
	Remote transport.Remote
}

// MaxP is the largest number of processors of one machine.
const MaxP = 1 << 16

// withDefaults is the machine that c describes, every choice made, or the
// first thing that is wrong with it.
func (c Config) withDefaults() (Config, error) {
	if err := asm.Err(); err != nil {
		return c, usage("%v", err)
	}
	if err := c.chooseHosts(); err != nil {
		return c, err
	}
	if err := c.chooseP(); err != nil { // by default one a core
		return c, err
	}
	if _, ok := idOf(c.Algorithm); !ok {
		return c, usage("unknown algorithm %q, want one of %s", c.Algorithm, list(algorithms[1:]))
	}
	if c.Algorithm == File && len(c.Schedules) == 0 {
		return c, usage("Algorithm is %q, and there are no Schedules for it; see FromSchedule", c.Algorithm)
	}
	if err := c.Protocol.check(); err != nil {
		return c, usage("%v", err)
	}
	if c.Protocol == ProtocolRing && c.Algorithm == Doubling {
		return c, usage("Algorithm is %q and Protocol %q: doubling does not run on rings; want Protocol \"\", %q or %q", c.Algorithm, c.Protocol, ProtocolLine, ProtocolDirect)
	}
	if c.Tuning == nil {
		var err error
		if c.Tuning, err = installedTuning(); err != nil {
			return c, err
		}
	} else if err := c.Tuning.check(); err != nil {
		return c, usage("Tuning: %v", err)
	} else {
		c.Tuning = c.Tuning.clone() // Split reads it later
	}
	if c.SpinFor < 0 {
		return c, usage("SpinFor is %v, want 0 (the default) or more", c.SpinFor)
	}
	if c.Stall < 0 {
		return c, usage("Stall is %v, want 0 (no watch) or more", c.Stall)
	}
	if c.SpinFor == 0 {
		c.SpinFor = 50 * time.Microsecond
	}
	return c, nil
}

// chooseHosts settles Host and Cores.
func (c *Config) chooseHosts() error {
	if c.Host > Goroutines {
		return usage("Host is %d, want Auto, Threads or Goroutines", c.Host)
	}
	if c.Host == Auto {
		c.Host = Goroutines
		if threads.CanPin {
			c.Host = Threads
		}
	}
	usable := threads.Cores()
	if len(c.Cores) == 0 {
		c.Cores = threads.Within(usable, threads.Present(), threads.Procs())
	}
	c.Cores = slices.Clone(c.Cores) // hosts read it later
	for i, core := range c.Cores {
		if !slices.Contains(usable, core) {
			return usage("Cores[%d] is %d, and this process may run on %v", i, core, usable)
		}
		if slices.Contains(c.Cores[:i], core) {
			return usage("Cores names %d twice, want each core once", core)
		}
	}
	return nil
}

// chooseP settles P and whether the graph has as many vertices.
func (c *Config) chooseP() error {
	switch {
	case c.P != 0:
	case c.Graph != nil:
		c.P = c.Graph.Order()
	default:
		c.P = len(c.Cores)
	}
	if c.Graph != nil && c.Graph.Order() < 1 {
		return usage("the graph %s has no vertices", c.Graph.Name())
	}
	if c.P < 0 || c.P > MaxP {
		if c.Graph != nil && c.P == c.Graph.Order() {
			return usage("the graph %s has %d vertices, want at most %d", c.Graph.Name(), c.P, MaxP)
		}
		return usage("P is %d, want 0 (one per core) to %d", c.P, MaxP)
	}
	if c.Graph != nil && c.Graph.Order() != c.P {
		return usage("the graph %s has %d vertices, and P is %d; want P %[2]d, or 0", c.Graph.Name(), c.Graph.Order(), c.P)
	}
	return checkGraph(c.Graph)
}
