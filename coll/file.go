package coll

import (
	"fmt"
	"io"

	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

// File follows schedules of the caller's, Config.Schedules: see [FromSchedule], which says
// what they serve and in what order sums are. They are of all processors: in a group of
// Split a call by it is wrong use.
const File Algorithm = "file"

// FromSchedule reads a schedule file (docs/schedule-file.md), as collbench schedule writes
// it or another program, verifies it against the paper's definitions, and returns what
// Config.Schedules takes, as it takes every form of schedule of package sched: the
// algorithm "file" then carries it out.
// A universal broadcast serves Allgather, an accumulation ReduceScatter, both together
// Allreduce, an exchange Alltoall; a broadcast of one root serves Broadcast from there, an
// accumulation of one root Reduce. A schedule must serve all distances; the graph, the
// model (two-way or one-way) and the segments are free. Words are the schedule's, and
// steps, but for those in which nothing is sent; ReduceScatter takes room for P·n elements
// on every processor beside, Reduce for n, Alltoall that of the words that wait there.
// Order of the sums: a processor folds what arrives in a step after what it has, lower
// rank first, segment for segment, where blocks and segments begin as those of Chunked.
// The error wraps ErrUsage.
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
