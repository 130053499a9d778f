package coll

import (
	"fmt"
	"io"

	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

// File follows the caller's schedules, Config.Schedules: [FromSchedule] says what they serve and in
// what order they sum. They are for all processors: in a group of Split, a call by file is wrong
// use.
const File Algorithm = "file"

// FromSchedule reads a schedule file (docs/schedule-file.md) that collbench schedule or another
// program wrote, verifies it against the paper's definitions, and returns a schedule for
// Config.Schedules, which takes all other forms of schedule of package sched too. The algorithm
// "file" then carries it out.
//
// A universal broadcast serves Allgather, a universal accumulation ReduceScatter, both together
// Allreduce, and a universal exchange Alltoall; a broadcast from one root serves Broadcast from
// there, and an accumulation at one root serves Reduce. A call that no schedule serves is ErrUsage
// even without elements; but Broadcast or Reduce with a root that has no schedule is ErrUsage only
// with elements, and does nothing without. A schedule must serve all distances; its graph, model
// (two-way or one-way) and segments are free. Words and steps are the schedule's, but steps in
// which nothing is sent are left out. Every processor needs additional room: ReduceScatter for P·n
// elements, Reduce for n, Alltoall for the words that wait there. Order of the sums: a processor
// folds what arrives in a step after what it has, lower rank first, segment by segment; blocks and
// segments begin as in Chunked. The error wraps ErrUsage.
func FromSchedule(r io.Reader) (sched.Schedule, error) {
	if r == nil {
		return nil, usage("FromSchedule without a file")
	}
	f, err := format.Read(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	s, err := f.Verified()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	if !f.Scope.All() {
		return nil, usage("the schedule serves some distances only; want one that serves all, made without --within and --at")
	}
	return s, nil
}

// checkFiled refuses a collective that the caller's schedules do not serve, whoever calls it
// and however few elements it has: a call that moves nothing looks for no schedule. That of a
// root is looked for when something moves.
func (p *Proc) checkFiled(c collective) {
	tasks := tasksOf[c]
	if c.rooted() && p.g.run != 0 { // no schedule is of a group, whatever its task
		tasks = tasksOf[allreduce]
	}
	for _, task := range tasks {
		if _, err := p.g.filed(purpose{task, program.EveryRoot}); err != nil {
			p.refuse(c, "%s by file: %v", c, err)
		}
	}
}

// filed is the caller's schedule for a purpose.
func (g *group) filed(is purpose) ([]*sched.Explicit, error) {
	es := g.m.schedules[is]
	switch {
	case g.run != 0:
		return nil, fmt.Errorf("Config.Schedules are for all processors, not for %s; use another algorithm", g.name)
	case es == nil:
		return nil, fmt.Errorf("it needs %s for %d processors, and Config.Schedules has none; see FromSchedule", is.schedule(), g.size)
	}
	return es, nil
}

// filedFor is the first schedule that a collective follows, of one root the least.
func (g *group) filedFor(c collective) ([]*sched.Explicit, error) {
	if c.rooted() {
		task := rootedTask(c)
		return g.filed(purpose{task, g.m.schedules.leastRoot(task)})
	}
	return g.filed(purpose{tasksOf[c][0], program.EveryRoot})
}
