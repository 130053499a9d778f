package coll

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/asm"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/sched"
)

// What execution does, counted while it does it: the signals that the teams
// make, and the words that go from rank to rank, step by step. A program that says
// one thing and does another, or an engine that does more than the program says,
// shows here.

// signalsOf is the steps of a program as its doc comment has them. Those of
// cayley, chunked and file are the paper's, T in all, and none besides. Three
// others end with a step that moves nothing between ranks, to a rank's own dst:
// scan and exscan (whose last step passes one vector on) by doubling, and
// reducescatter by tree; reducescatter, allreduce and allgather by halving and
// doubling have one more step at either end where P is not a power of two.
func signalsOf(key programKey, p, far, steps int) int {
	core, log := powers(p)
	_, whole := powers(core)
	ends := 0
	if core < p {
		ends = 2
	}
	switch key.algorithmID {
	case byTree:
		switch key.collective {
		case allreduce, allgather:
			return 2 * log
		case reducescatter:
			return 2*log + 1
		}
		return log
	case byBruck:
		return log
	case byRing:
		if key.collective == allgather || key.collective == reducescatter {
			return p - 1
		}
		return 2*p - 2
	case byHalving:
		if key.collective == allreduce {
			return 2*whole + ends
		}
		return whole + ends
	case byDoubling:
		if key.collective == allgather {
			return whole + ends
		}
		return log + 1
	}
	if key.collective.rooted() {
		return far
	}
	return steps
}

// TestExecuted: in execution, on two teams and more, every program makes the
// signals that its doc comment has steps, moves as many words, has as much room, and takes as many
// steps of the model where an arc carries one word a step; the paper's schedules
// use no arc twice in a step, and none that the graph has not, but that a team may
// take early what stays within it. Vectors of one pass and of several: each pass is the
// whole program once, each tile all its words.
func TestExecuted(t *testing.T) {
	passes, programs := 0, 0
	for i, c := range slices.Repeat(costGraphs, 2) {
		g, err := cayley.Parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if g.Order() > 16 && testing.Short() || g.Order() > 9 && race.Enabled {
			continue
		}
		teams := min(g.Order(), 2+len(c.name)%2)
		if i >= len(costGraphs) { // each processor a team: nothing stays within one
			if teams = g.Order(); teams == 2 || teams > 9 {
				continue
			}
		}
		m := teamed(t, Config{P: g.Order(), Graph: g, Schedules: []sched.Schedule{
			written(t, c.name, sched.Request{Task: sched.Broadcast, Model: sched.OneWay}),
			written(t, c.name, sched.Request{Task: sched.Accumulate}),
			written(t, c.name, sched.Request{Task: sched.Exchange}),
			rooted(t, c.name, 0, sched.Broadcast), rooted(t, c.name, 0, sched.Accumulate),
		}}, teams)
		for key := range compilers {
			prog, err := m.world.compiled(key.collective, key.algorithmID, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := checkRoom(key, prog, g.Order()); err != nil {
				t.Errorf("%s: %v by %v: %v", c.name, key.collective, key.algorithmID, err)
			}
			x := execution{m: m, g: g, key: key, prog: prog, costGraph: c}
			block := 8 * max(1, prog.Chunks) * max(1, prog.Parts)
			if err := x.signals(1); err != nil {
				t.Errorf("%s: %v by %v: %v", c.name, key.collective, key.algorithmID, err)
			}
			counts := map[int]int{block: 1} // elements: passes
			if !race.Enabled && (g.Order() == 8 || !testing.Short() && (g.Order() == 7 || g.Order() == 10)) {
				if prog.Tiled() {
					counts[block/8*(nearTile+8)] = 2
				} else {
					counts[block/8*(2*x.pass()+8)] = 3
				}
			}
			for n, want := range counts {
				passes += want
				if got, err := x.count(n); err != nil || got != want {
					t.Errorf("%s: %v by %v of %d in %d passes, want %d: %v", c.name, key.collective, key.algorithmID, n, got, want, err)
				}
			}
			programs++
		}
	}
	t.Logf("%d programs in %d passes", programs, passes)
}

// execution is one program on one machine.
type execution struct {
	m    *Machine
	g    cayley.Graph
	key  programKey
	prog *program.Program
	costGraph
}

// pass is how many elements of a block, or of a segment of one, the cache is
// meant to hold for a pass.
func (x *execution) pass() int {
	if x.key.collective.folds() || !asm.CopiesRuns() {
		return segment[int64](segmentBytes, x.prog.Touch, 1<<30)
	}
	fit := segment[int64](movedBytes, x.prog.Touch, 1<<30)
	if x.prog.Room == 0 {
		fit = max(fit, movedLeast/8)
	}
	return fit
}

// run makes one call of n.
func (x *execution) run(n int) error {
	try := trial{c: x.key.collective, a: algorithms[x.key.algorithmID], n: n}
	if n < 1000 { // small: see also that it is right
		return runAs[int64](x.m, try)
	}
	return x.m.Run(context.Background(), func(q *Proc) error {
		prepare(q, try, inputs[int64](try, q.Rank(), q.Size())).call()
		return nil
	})
}

// want is what the doc comment says: steps of the model and words, and the
// signals.
func (x *execution) want() (cost, int, error) {
	p, c := x.g.Order(), x.key.collective
	steps, bound, err := x.m.Steps(c.String(), algorithms[x.key.algorithmID])
	if err != nil {
		return cost{}, 0, err
	}
	if steps < bound {
		return cost{}, 0, fmt.Errorf("%d steps, and the bound is %d", steps, bound)
	}
	far, err := cayley.Diameter(x.g)
	if err != nil {
		return cost{}, 0, err
	}
	doc := documented(c, algorithms[x.key.algorithmID], p, far, x.distances(x.g), x.t, x.exchange)
	switch x.key.algorithmID {
	case byChunked:
		doc = documented(c, Cayley, p, far, 0, 0, 0)
		doc = cost{steps, doc.moved * x.prog.Chunks}
	case byFile:
		doc = documented(c, Cayley, p, far, x.distances(x.g), 0, 0)
		doc.steps = 0
		for _, task := range tasksOf[c] {
			doc.steps += x.m.schedules[purpose{task, program.EveryRoot}][0].Tau()
		}
		if c.rooted() {
			doc.steps = x.m.schedules[purpose{rootedTask(c), 0}][0].Tau()
		}
	}
	if doc.steps != steps {
		return doc, 0, fmt.Errorf("%d steps by Machine.Steps, want %d", steps, doc.steps)
	}
	return doc, signalsOf(x.key, p, far, steps), nil
}

// signals makes a call of n and compares its signals with the steps.
func (x *execution) signals(n int) error {
	_, want, err := x.want()
	if err != nil {
		return err
	}
	if err := x.run(n); err != nil {
		return err
	}
	got, err := x.m.signals()
	if err == nil && got != want {
		err = fmt.Errorf("%d signals for n=%d, want %d", got, n, want)
	}
	return err
}

// count makes a call of n with a tap on the program and says how many passes, or
// tiles, the words make; signals and steps must make as many.
func (x *execution) count(n int) (passes int, err error) {
	doc, signals, err := x.want()
	if err != nil {
		return 0, err
	}
	heard, w := tapped(x.m.world, x.prog, n < 1000)
	slot := &x.m.world.made[x.key.collective][x.key.algorithmID]
	before := slot.Load()
	slot.Store(&making[*program.Program]{v: heard})
	defer slot.Store(before)
	if err := x.run(n); err != nil {
		return 0, err
	}
	words, widest, length, inside := w.carried()
	got, err := x.m.signals()
	if err != nil {
		return 0, err
	}
	passes = words / doc.moved
	rounds, tiles := passes, 1
	if x.prog.Tiled() {
		rounds, tiles = 1, passes
	}
	if words != passes*doc.moved || got != rounds*signals {
		return passes, fmt.Errorf("%d words and %d signals, want a multiple of %d and %d", words, got, doc.moved, signals)
	}
	if length > passes*doc.steps || length < passes*doc.steps && inside == 0 || inside > passes*doc.steps {
		return passes, fmt.Errorf("%d words one after another, and %d within a team, want %d", length, inside, passes*doc.steps)
	}
	switch x.key.algorithmID {
	case byCayley, byChunked, byFile:
		if s := w.strays(x.g); widest > tiles || widest == 0 && inside == 0 || len(s) > 0 {
			return passes, fmt.Errorf("an arc carries %d words in a step, want %d, and these arcs are not of the graph: %v", widest, tiles, s)
		}
		if got != rounds*doc.steps {
			return passes, fmt.Errorf("%d signals, and T is %d", got, doc.steps)
		}
	}
	return passes, nil
}
