package coll

import (
	"context"
	"flag"
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
	"github.com/cayleycoll/cayleycoll/sched"
)

func TestMain(m *testing.M) {
	flag.Parse()
	err := chooseHosts()
	free := func() error { return nil }
	if launched.processes > 0 && err == nil {
		free, err = launched.hold()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	options := []goleak.Option{goleak.Cleanup(func(code int) {
		if !*stay {
			if err := free(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				code = 1
			}
		}
		os.Exit(code)
	})}
	if runtime.GOOS == "js" { // where the runtime waits for its host in a goroutine
		options = append(options, goleak.IgnoreAnyFunction("runtime.handleEvent"))
	}
	goleak.VerifyTestMain(m, options...)
}

// steadyTrials are calls of every collective by every algorithm that the machine
// offers.
func steadyTrials(m *Machine, lengths ...int) (list []trial) {
	for c := barrier; c < split; c++ {
		as := offered[c]
		if len(m.cfg.Schedules) > 0 && compilers[programKey{c, byFile}] != nil {
			as = append(slices.Clone(as), File)
		}
		for _, a := range as {
			for i, n := range lengths {
				if c != barrier || i == 0 {
					list = append(list, trial{c: c, a: a, n: n})
				}
				if c == alltoall || c == allreduce || c == scan || c == exchange {
					list = append(list, trial{c: c, a: a, n: n, inPlace: true})
				}
			}
		}
	}
	return list
}

// steadyConfigs are machines on which collectives are to allocate nothing: plain
// ones, one with all that watches, measures, marks, refuses or schedules them, and one that
// writes past the caches.
func steadyConfigs(t *testing.T, host HostMode) []Config {
	d := 2
	if host == Goroutines {
		d = 1 // who waits takes turns with who copies
	}
	watched := Config{P: 1 << d, Times: true, Labels: true, RefuseNaN: true, Stall: time.Hour}
	cube := fmt.Sprintf("hypercube:%d", d)
	for _, task := range []sched.Task{sched.Broadcast, sched.Accumulate, sched.Exchange} {
		watched.Schedules = append(watched.Schedules, written(t, cube, sched.Request{Task: task}))
	}
	watched.Schedules = append(watched.Schedules, rooted(t, cube, 0, sched.Broadcast), rooted(t, cube, 0, sched.Accumulate))
	list := []Config{{P: 2}, {P: 5}, {P: 8}, watched, {P: 1 << d, Tuning: &Tuning{StreamBytes: 1}}}
	if host == Threads {
		list = append(list, Config{P: 2 * onwardTeam})
	}
	for i := range list {
		if list[i].Host = host; host == Goroutines {
			// A goroutine that sleeps needs a record of the runtime's, which
			// keeps some hundreds of them: those are not counted here.
			list[i].SpinFor = time.Minute
		}
	}
	return list
}

// TestNoAllocation: collectives allocate nothing once they have run.
func TestNoAllocation(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	for _, host := range modes {
		long := 100_000 // in several passes, by long copies
		if testing.Short() || host == Goroutines {
			long = 20_000
		}
		for _, c := range steadyConfigs(t, host) {
			m := machine(t, c)
			switch {
			case c.Times || c.Tuning != nil:
				steadyAs[float64](t, m, 1, 1500, long)
				continue
			case c.P > 8 || host == Goroutines && c.P > 5: // who waits takes turns with who works
				steadyAs[float64](t, m, 100)
				continue
			}
			steadyAs[float64](t, m, 1, 100, 1500)
			m.packsNear = !m.packsNear // the other way than this CPU's
			steadyAs[float32](t, m, 100)
			steadyAs[int64](t, m, 100)
			steadyAs[int32](t, m, 100)
			m.isFar, m.farCounts = true, false
			learned(m)
			steadyAs[float64](t, m, 1500)
		}
	}
}

func steadyAs[T Elem](t *testing.T, m *Machine, lengths ...int) {
	const attempts = 20 // others of the runtime's may allocate meanwhile
	var before, after runtime.MemStats
	clean := false
	err := m.Run(context.Background(), func(world *Proc) error {
		halves := world.Split(world.Rank()%2, 0)
		for i, try := range steadyTrials(m, lengths...) {
			if _, real := any(T(0)).(float64); !real && try.a == Spectral {
				continue // the same code
			}
			q := world
			if i%5 == 4 && try.a != File {
				q = halves
			}
			v := prepare(q, try, inputs[T](try, q.Rank(), q.Size()))
			v.call()
			v.call()
			calls := 15
			if try.n > 10_000 {
				calls = 5
			}
			clean = false
			for attempt := 0; attempt < attempts && !clean; attempt++ {
				Barrier(world)
				if world.Rank() == 0 {
					runtime.ReadMemStats(&before)
				}
				Barrier(world)
				for range calls {
					v.call()
				}
				Barrier(world)
				if world.Rank() == 0 {
					runtime.ReadMemStats(&after)
					clean = after.Mallocs == before.Mallocs
				}
				Barrier(world)
			}
			if !clean && world.Rank() == 0 {
				t.Errorf("%v P=%d stream %d %v of %T: %d allocations in %d calls by each; none of %d attempts without", m.cfg.Host, m.cfg.P, m.spill.sums, try, *new(T), after.Mallocs-before.Mallocs, calls, attempts)
			}
			Barrier(world)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhichAlgorithmRan: every algorithm runs itself, in as many signals as it has
// documented steps, by either protocol.
func TestWhichAlgorithmRan(t *testing.T) {
	for _, p := range []int{2, 4, 8, 16, 6} {
		for _, protocol := range []Protocol{ProtocolByLength, ProtocolLine, ProtocolDirect} {
			c := Config{P: p, Protocol: protocol}
			m := machine(t, c)
			if len(m.world.teams) == 1 { // of one core: there are no signals
				whichRan(t, teamed(t, c, 2))
			}
			if protocol != ProtocolLine || m.world.most <= buffers.LineWords {
				whichRan(t, m)
			}
		}
	}
}

func whichRan(t *testing.T, m *Machine) {
	p := m.cfg.P
	for c := barrier; c < split; c++ {
		for _, a := range offered[c] {
			id := mustID(a)
			before, steps := m.world.teams[0].counters.ran[c][id].load(), uint64(0)
			err := m.Run(context.Background(), func(q *Proc) error {
				try := trial{c: c, a: a, n: 1}
				perform(q, try, inputs[float64](try, q.Rank(), p))
				if q.Rank() == 0 {
					steps = q.t.steps + q.t.staged
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if n := m.world.teams[0].counters.ran[c][id].load() - before; n != 1 && c != exchange {
				t.Errorf("P=%d %s by %s ran %d times", p, c, a, n)
			}
			if a == Direct || a == Rings {
				continue
			}
			signals, _, err := m.Steps(c.String(), a)
			if err != nil {
				t.Fatal(err)
			}
			if core, _ := powers(p); a == Doubling && c == allreduce && core < p && m.cfg.Protocol != ProtocolDirect {
				signals-- // who copies the result back finds it on the line
			}
			if compilers[programKey{c, id}] != nil {
				far, err := cayley.Diameter(m.Graph())
				if err != nil {
					t.Fatal(err)
				}
				signals = signalsOf(programKey{c, id}, p, far, signals)
			}
			if len(m.world.teams) > 1 && steps != uint64(signals) {
				t.Errorf("P=%d %q %s by %s: %d signals, want %d", p, m.cfg.Protocol, c, a, steps, signals)
			}
		}
	}
}

// powers are P' = 2^⌊log₂P⌋ and ⌈log₂P⌉.
func powers(p int) (core, log int) { return 1 << (bits.Len(uint(p)) - 1), bits.Len(uint(p - 1)) }

// hops is the sum of the ones of 1 … p-1: what blocks travel in a binomial tree.
func hops(p int) (sum int) {
	for v := range p {
		sum += bits.OnesCount(uint(v))
	}
	return sum
}

// cost is what the doc comment of an algorithm says: the steps with arcs that
// carry one block or vector (a P-th, P'-th of it where it is cut), and the blocks
// that go from one processor to another in all.
type cost struct{ steps, moved int }

// documented is the cost on a graph; distances is the sum of the distances from a
// vertex, of a regular graph that looks alike from all, T the steps of the
// optimal schedules.
func documented(c collective, a Algorithm, p, far, distances, t, exchangeT int) cost {
	core, log := powers(p)
	extra, all := p-core, p*(p-1)
	scans := 0
	for k := 1; k < p; k *= 2 {
		scans += p - k
	}
	twice := 0 // steps of one more block at either end where P is not a power of two
	if extra > 0 {
		twice = 1
	}
	halves := 0 // blocks on the widest arc of every step of halving and doubling
	for k := 1; k < core; k *= 2 {
		halves += k + min(k, extra)
	}
	switch (programKey{c, mustID(a)}) {
	case programKey{broadcast, byTree}, programKey{reduce, byTree}:
		return cost{log, p - 1}
	case programKey{broadcast, byRing}, programKey{reduce, byRing}:
		return cost{2*p - 2, all}
	case programKey{broadcast, byCayley}, programKey{reduce, byCayley}:
		return cost{far, p - 1}
	case programKey{allreduce, byTree}:
		return cost{2 * log, 2 * (p - 1)}
	case programKey{allreduce, byRing}:
		return cost{2 * (p - 1), 2 * all}
	case programKey{allreduce, byHalving}:
		return cost{2*(core-1) + 2*core*twice, 2*core*(core-1) + 2*extra*core}
	case programKey{allreduce, byCayley}:
		return cost{2 * t, 2 * all}
	case programKey{gather, byTree}, programKey{scatter, byTree}:
		return cost{p - 1, hops(p)}
	case programKey{allgather, byTree}, programKey{reducescatter, byTree}:
		return cost{p - 1 + log*p, hops(p) + all}
	case programKey{allgather, byRing}, programKey{reducescatter, byRing}, programKey{allgather, byBruck}:
		return cost{p - 1, all}
	case programKey{allgather, byCayley}, programKey{reducescatter, byCayley}:
		return cost{t, all}
	case programKey{allgather, byDoubling}:
		return cost{halves + twice*(1+p), core*(p-1) + extra*p}
	case programKey{reducescatter, byHalving}:
		return cost{halves + twice*(1+p), p*(core-1) + extra*p + extra}
	case programKey{alltoall, byCayley}:
		return cost{exchangeT, p * distances}
	case programKey{alltoall, byBruck}:
		return cost{hops(p), p * hops(p)}
	case programKey{scan, byDoubling}:
		return cost{log, scans}
	case programKey{exscan, byDoubling}:
		return cost{log + 1, scans + p - 1}
	}
	return cost{-2, -2}
}

// costGraph is a graph and the steps of its optimal schedules.
type costGraph struct {
	name     string
	t        int // of an allgather, ⌈(P-1)/d⌉
	exchange int // of an alltoall, ⌈sum of distances/d⌉ but on the torus, whose arcs are not alike
}

var costGraphs = []costGraph{
	{"hypercube:1", 1, 1}, {"hypercube:3", 3, 4}, {"hypercube:4", 4, 8}, {"torus:3x4", 3, 6}, {"complete:6", 1, 1},
	{"ring:9", 4, 10}, {"star:4", 8, 21}, {"petersen", 3, 5}, {"circulant:9:1,3", 4, 9}, {"circulant:7:1", 6, 21},
	{"dihedral:5:r,r-1,f", 3, 6},
}

// distances is the sum of the distances from a vertex.
func (costGraph) distances(g cayley.Graph) (sum int) {
	for _, d := range cayley.Distances(g) {
		sum += int(d)
	}
	return sum
}

// roomOf is the blocks (or vectors, or parts of vectors) of room that every
// processor needs beside its vectors, as the doc comment of the algorithm has it.
// alltoall by cayley needs as many as there are words that wait at a processor at
// the same time: -1.
func roomOf(key programKey, p int) int {
	switch key {
	case programKey{gather, byTree}, programKey{scatter, byTree}:
		return p / 2
	case programKey{reduce, byTree}, programKey{reduce, byCayley}, programKey{reduce, byFile}:
		return 1
	case programKey{reduce, byRing}:
		return p // parts of a P-th
	case programKey{alltoall, byBruck}:
		return 2 * p
	case programKey{alltoall, byCayley}, programKey{alltoall, byFile}:
		return -1
	case programKey{scan, byDoubling}, programKey{exscan, byDoubling}:
		return 2
	}
	if key.collective == reducescatter {
		return p
	}
	return 0
}

// used is how many blocks of room the ops of a program name, of the processor of
// which they name most: with labels, places are multiplied by all ranks unless they
// are constants.
func used(prog *program.Program, p int) (room int) {
	name := func(r program.Ref, count int32) {
		at := int(r.At)
		switch {
		case r.Vec != program.Room:
			return
		case !prog.Labels.None() && at < 0:
			at = ^at
		case !prog.Labels.None():
			at = p - 1
		}
		room = max(room, at+int(count))
	}
	for _, ops := range prog.Ops {
		for _, o := range ops {
			name(o.To, o.Count)
			for _, r := range prog.From[o.A:o.B] {
				name(r, o.Count)
			}
		}
	}
	return room
}

// moved is how many blocks of all processors a program takes from one to another.
func moved(prog *program.Program, p int) (blocks int) {
	ranks := 1
	if !prog.Labels.None() && !prog.Rooted {
		ranks = p
	}
	for _, ops := range prog.Ops {
		for _, o := range ops {
			for _, from := range prog.From[o.A:o.B] {
				if from.Rank != o.To.Rank {
					blocks += int(o.Count) * ranks
				}
			}
		}
	}
	return blocks
}

// checkRoom compares the room of a program with the documented one.
func checkRoom(key programKey, prog *program.Program, p int) error {
	room, used := roomOf(key, p), used(prog, p)
	if room == -1 {
		room = used
	}
	if prog.Room != room || used > room {
		return fmt.Errorf("room for %d blocks, want %d, and the ops name %d", prog.Room, room, used)
	}
	return nil
}

// TestCosts: on graphs of every kind, each program takes the steps, moves the
// words and needs the room that its doc comment says, never fewer steps than the
// bound, and those of the optimal schedules as many.
func TestCosts(t *testing.T) {
	for _, c := range costGraphs {
		g, err := cayley.Parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Order()
		far, err := cayley.Diameter(g)
		if err != nil {
			t.Fatal(err)
		}
		distances := c.distances(g)
		m := machine(t, Config{P: p, Graph: g})
		for key := range compilers {
			a := algorithms[key.algorithmID]
			if a == File || a == Chunked {
				continue // file_test.go, chunked_test.go
			}
			prog, err := m.world.compiled(key.collective, key.algorithmID, 0)
			if err != nil {
				t.Errorf("%s: %v by %s: %v", c.name, key.collective, a, err)
				continue
			}
			want := documented(key.collective, a, p, far, distances, c.t, c.exchange)
			steps, bound, err := m.Steps(key.collective.String(), a)
			if err != nil || steps != want.steps || steps < bound || moved(prog, p) != want.moved {
				t.Errorf("%s: %v by %s in %d steps, want %d, bound %d, moves %d, want %d: %v",
					c.name, key.collective, a, steps, want.steps, bound, moved(prog, p), want.moved, err)
			}
			if err := checkRoom(key, prog, p); err != nil {
				t.Errorf("%s: %v by %s: %v", c.name, key.collective, a, err)
			}
			if a == Cayley && steps != bound && (key.collective != alltoall || c.exchange == bound) {
				t.Errorf("%s: %v by %s in %d steps, and the bound is %d", c.name, key.collective, a, steps, bound)
			}
		}
	}
}

// TestStepsMeetTheBound: on the graph chosen for any P the cayley algorithms take
// ⌈(P-1)/d⌉ steps and move every block once.
func TestStepsMeetTheBound(t *testing.T) {
	for _, p := range []int{2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 64, 100} {
		m := machine(t, Config{P: p})
		for c, times := range map[collective]int{allgather: 1, reducescatter: 1, allreduce: 2} {
			g, err := m.GraphOf(c.String(), Cayley)
			if err != nil {
				t.Fatal(err)
			}
			d := g.Degree()
			want := times * ((p - 2 + d) / d)
			steps, bound, err := m.Steps(c.String(), Cayley)
			if err != nil || steps != want || bound != want {
				t.Errorf("P=%d on %s: %s in %d steps, bound %d, want %d: %v", p, g.Name(), c, steps, bound, want, err)
			}
			prog, err := m.world.compiled(c, byCayley, 0)
			if err != nil || moved(prog, p) != times*p*(p-1) {
				t.Errorf("P=%d: %s moves %d blocks, want %d", p, c, moved(prog, p), times*p*(p-1))
			}
		}
	}
}

// TestStepsOfWhatIsTaken: without an algorithm Steps is about the one that calls take.
func TestStepsOfWhatIsTaken(t *testing.T) {
	rule := Tuning{Rules: []Rule{{Collective: "allreduce", Algorithm: Tree}}}
	for _, c := range []Config{{P: 8, Algorithm: Tree}, {P: 8, Tuning: &rule}} {
		m := machine(t, c)
		want, _, err := m.Steps("allreduce", Tree)
		if got, _, err2 := m.Steps("allreduce", ""); err != nil || err2 != nil || got != want || want == 0 {
			t.Errorf("%q: %d steps, want %d of tree: %v, %v", c.Algorithm, got, want, err, err2)
		}
	}
}

// TestLeavesNoMark: GOMAXPROCS and the goroutines are as before when Close returns,
// and so is where this thread may run. All threads: TestUnpinned.
func TestLeavesNoMark(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	procs, cores := runtime.GOMAXPROCS(0), threads.Cores()
	for i := range 10 {
		m, err := New(Config{P: 8, Host: modes[i%2]})
		if err != nil {
			t.Fatal(err)
		}
		before := goroutines() - len(m.hosts)
		if err := sum(m); err != nil {
			t.Fatal(err)
		}
		open := procs
		if m.cfg.Host == Threads {
			open = max(procs, len(m.hosts)+1)
		}
		if n := runtime.GOMAXPROCS(0); n != open && runtime.GOARCH != "wasm" {
			t.Errorf("GOMAXPROCS is %d after Run of %v, want %d", n, m, open)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if n := runtime.GOMAXPROCS(0); n != procs {
			t.Errorf("GOMAXPROCS is %d after Close, was %d", n, procs)
		}
		n := runtime.NumGoroutine()
		for since := time.Now(); n > before && time.Since(since) < 20*time.Second; { // a goroutine that has ended is counted a moment longer
			time.Sleep(time.Millisecond)
			n = runtime.NumGoroutine()
		}
		if n > before {
			t.Errorf("%d goroutines after Close, were %d", n, before)
		}
		if now := threads.Cores(); !slices.Equal(now, cores) {
			t.Fatalf("this thread may run on %v, was %v", now, cores)
		}
	}
}

// TestOneThread: a process that may use one thread only still gets through.
func TestOneThread(t *testing.T) {
	maxProcs(t, 1)
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		if err := within(t, func() error { return sum(m) }); err != nil {
			t.Error(err)
		}
	}
}
