package coll

import (
	"fmt"
	"io"

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
// rank first, segment for segment. The error wraps ErrUsage.
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
	return s, nil
}

func (c *compiler) fileAllgather() error { return c.followFiles(allgather) }

func (c *compiler) fileReduceScatter() error {
	c.tmp = c.g.size
	return c.followFiles(reducescatter)
}

func (c *compiler) fileAllreduce() error {
	c.parts = c.g.size
	return c.followFiles(allreduce)
}

func (c *compiler) fileAlltoall() error { return c.followFiles(alltoall) }

// followFiles compiles the caller's universal schedules for a collective.
func (c *compiler) followFiles(v collective) error {
	for _, task := range tasksOf[v] {
		es, err := c.filed(purpose{task, everyRoot})
		if err != nil {
			return err
		}
		if n := max(1, c.chunks); c.steps > 0 && len(es) != n {
			return fmt.Errorf("Config.Schedules cut words in %d segments for one task and %d for the next, and allreduce wants as many for both; see sched.JointChunks and JointOrbitChunks", n, len(es))
		}
		if len(es) > 1 {
			c.chunks = len(es)
		}
		c.explicit(es...)
	}
	return nil
}

func (c *compiler) fileBroadcast() error { return c.followFile(sched.Broadcast) }

func (c *compiler) fileReduce() error {
	c.tmp = 1
	return c.followFile(sched.Accumulate)
}

// followFile compiles the caller's schedule of one root.
func (c *compiler) followFile(task sched.Task) error {
	es, err := c.filed(purpose{task, c.root})
	if err == nil {
		c.explicitRooted(es[0], c.root, 0)
	}
	return err
}

// filed is the caller's schedule for a purpose.
func (c *compiler) filed(is purpose) ([]*sched.Explicit, error) {
	es := c.g.m.schedules[is]
	switch {
	case c.g.run != 0:
		return nil, fmt.Errorf("Config.Schedules are for all processors, not for %s; use another algorithm", c.g.name)
	case es == nil:
		return nil, fmt.Errorf("it needs %s for %d processors, and Config.Schedules has none; see FromSchedule", is.schedule(), c.g.size)
	}
	return es, nil
}
