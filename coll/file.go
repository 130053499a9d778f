package coll

import (
	"fmt"
	"io"

	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

// FromSchedule reads a schedule file as collbench schedule writes it, verifies it
// against the paper's definitions, and returns what Config.Schedules takes: the
// algorithm "file" then carries it out. A broadcast serves Allgather, an
// accumulation ReduceScatter, both together Allreduce, an exchange Alltoall; they
// serve all distances and all roots, on any graph, in the two-way or the one-way
// model. Steps and words are the schedule's; ReduceScatter takes room for P·n
// elements on every processor beside, Alltoall that of the words that wait there.
// Order of the sums: a processor folds what arrives in a step after what it has,
// lower rank first.
func FromSchedule(r io.Reader) (sched.Schedule, error) {
	f, err := format.Read(r)
	if err != nil {
		return nil, fmt.Errorf("coll: %w", err)
	}
	if err := f.Verify(); err != nil {
		return nil, fmt.Errorf("coll: %w", err)
	}
	return f.Schedule()
}

// schedules are the caller's, by task.
type schedules [sched.Exchange + 1]*sched.Explicit

// take checks schedules for p processors and writes them out.
func (s *schedules) take(list []sched.Schedule, p int) error {
	for i, one := range list {
		if one == nil {
			return usage("Schedules[%d] is nil", i)
		}
		if err := one.Verify(); err != nil {
			return usage("Schedules[%d]: %v", i, err)
		}
		e, err := sends(one)
		switch {
		case err != nil:
			return usage("Schedules[%d]: %v", i, err)
		case e.Rooted || !e.Scope.All():
			return usage("Schedules[%d] serves one root or some distances only; want a universal schedule", i)
		case e.Graph.Order() != p:
			return usage("Schedules[%d] is for %d processors, and P is %d", i, e.Graph.Order(), p)
		case p > maxCompiled:
			return usage("Schedules[%d] is for %d processors; want at most %d", i, p, maxCompiled)
		case s[e.Task] != nil:
			return usage("Schedules has two schedules for %s", e.Task)
		}
		s[e.Task] = e
	}
	return nil
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

// followFiles compiles the caller's schedules for a collective.
func (c *compiler) followFiles(v collective) error {
	for _, task := range tasksOf[v] {
		e := c.g.m.schedules[task]
		switch {
		case c.g.run != 0:
			return fmt.Errorf("Config.Schedules are for all processors, not for %s; use another algorithm", c.g.name)
		case e == nil:
			return fmt.Errorf("Config.Schedules has none for %s of %d processors; see FromSchedule", task, c.g.size)
		}
		c.explicit(e)
	}
	return nil
}
