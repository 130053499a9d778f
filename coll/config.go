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
	// P is the number of processors, in all processes together if there is a Remote. 0 means the
	// order of Graph or, without a Graph, one per usable core.
	P int
	// Graph is the interconnection graph that the scheduled algorithms follow. Its order must be P,
	// and every vertex must be reachable from every other. New checks that, unless it is known of
	// the graph; if the graph has more than 2^18 arcs, the first call that follows it finds out.
	// nil means the hypercube if P is a power of two, else the best graph found: cayley.Best(P) or,
	// where only its degree counts, cayley.Near(P); see Machine.GraphOf.
	Graph cayley.Graph
	// Algorithm carries out every collective; it is for comparisons. A collective that does not
	// offer it (Barrier, Exchange and the v-forms offer one each) fails with an ErrUsage that lists
	// what it offers. Proc.Using chooses for single calls, and the rules of a Tuning for some
	// collectives and sizes. "" leaves the choice to the library.
	Algorithm Algorithm
	// Protocol is how the words of an Allreduce by "doubling" or "spectral" move.
	Protocol Protocol
	// Tuning chooses the algorithm where Using and Algorithm do not; nil means the table of the
	// file TuningPath, or the built-in one.
	Tuning *Tuning
	// Schedules are the caller's schedules for the algorithm "file", universal or of one root, in
	// whole words or in segments: see FromSchedule.
	Schedules []sched.Schedule
	// Cores are the CPUs to pin to; empty means those of the process's affinity mask, but no more
	// than GOMAXPROCS, which heeds a container's share of the CPUs.
	Cores []int
	// Host says what a processor runs on.
	Host HostMode
	// SpinFor is how long a host with nothing to run spins before it sleeps; 0 means 50 µs. Waking
	// a sleeping host costs some 8 µs. If two pinned hosts come to share a core, for example
	// because a cpuset has shrunk, no host spins. Two things happen only when all hosts sleep, and
	// so not before this time: a deadlock is found, and an Exchange in place for which all wait
	// copies its src aside and goes on.
	SpinFor time.Duration
	// Stall ends the Run with ErrStalled when a processor has waited this long for another that was
	// in its own code all the time, or kept the thread that they share; 0 means never. Own code is
	// what f does outside of collectives, and the function of AllreduceFunc. The time that
	// collectives take does not count. If the whole process was stopped for half of Stall, or for
	// 250 ms if that is longer, the time counts from zero again. A processor that has returned from
	// f waits for those that have not, so Stall must be longer than whatever a processor does after
	// its last collective. While all are in their own code nobody waits.
	//
	// Processors that have not come back a second later, or Stall later if that is longer, are
	// abandoned: Run returns, and the machine can be used again when they are back. Both times are
	// looked at eight times per Stall, so Run returns at most 2.4 times Stall after the wait began,
	// or a second and 1.4 times Stall if that is longer. With a Remote, Run waits for them. The
	// error says where in its own code a late processor is; to find that, the stacks of all
	// goroutines are read at that moment. Stall costs two readings of the clock per wait.
	Stall time.Duration
	// Labels makes CPU and goroutine profiles tell the processors apart: it adds the pprof label
	// coll_rank to the labels that their goroutines get from the context of Run. A pprof.Do in f
	// removes it until f returns, unless the context passed to pprof.Do has the label too.
	Labels bool
	// Times makes every processor measure how long it waits for others in collectives;
	// Machine.Counters has the sums by collective and algorithm. Times costs two readings of the
	// clock per wait.
	Times bool
	// RefuseNaN ends the Run with ErrNaN when a processor gives a NaN to a collective, in a vector
	// of float64 or float32. What a processor gives is searched before its call arrives, so nobody
	// has received the NaN then, and nothing of the call has been written. The error names the
	// processor, its call, the vector, and the place of the first NaN. What nobody receives is not
	// searched: every dst, buf of Broadcast and src of Scatter except on the root, src of Exscan on
	// the last rank, and src of an Exchange that sends to nobody. A NaN that a collective makes,
	// for example of Inf and -Inf, is found when it is next given to one. The cost is one more
	// reading of what is given, at the speed of memory, and nothing for integers. Each process of a
	// Remote follows its own Config.
	RefuseNaN bool
	// Remote makes one machine of the processes that run this program: set it to mpi.World() of
	// package coll/mpi. Everything is then as within one process: ranks count through all
	// processes, block after block, and the bits of a result are those of a machine of as many
	// processors in one process, except where an algorithm says otherwise. nil means that all
	// processors are in this process, unless package coll/mpi/auto says otherwise.
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
