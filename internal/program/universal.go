package program

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// The collectives that are universal tasks of the paper, by whatever follow compiles a task.

func (c *Compiler) allgather(follow func(sched.Task) error) error { return follow(sched.Broadcast) }

func (c *Compiler) reduceScatter(follow func(sched.Task) error) error {
	c.Room = c.g.Size
	return follow(sched.Accumulate)
}

func (c *Compiler) allreduce(follow func(sched.Task) error) error {
	c.Parts = c.g.Size
	if err := follow(sched.Accumulate); err != nil {
		return err
	}
	return follow(sched.Broadcast)
}

// universal compiles a broadcast or an accumulation on the graph of those: by templates, one
// for each segment of a word, or, if the graph has no group, by what written makes of it.
func (c *Compiler) universal(task sched.Task, written func(cayley.Graph, sched.Task) error, templates func(cayley.Cayley) ([]*sched.Template, error)) error {
	graph, err := c.g.Universal()
	if err != nil {
		return err
	}
	group, ok := graph.(cayley.Cayley)
	if !ok {
		return written(graph, task)
	}
	if err := c.translated(group); err != nil {
		return err
	}
	ts, err := templates(group)
	if err != nil {
		return err
	}
	if task == sched.Accumulate {
		c.universalAccumulate(ts)
	} else {
		c.universalBroadcast(ts)
	}
	return nil
}

// whole reports whether every processor has, or will have, all blocks in one vector: so has it in
// the two halves of an allreduce.
func (c *Compiler) whole() bool { return c.Parts > 0 }

// translated makes the program that of one vertex of the group, for all.
func (c *Compiler) translated(g cayley.Cayley) error {
	if !c.Labels.None() {
		return nil
	}
	l, err := labelsOf(g, true)
	c.relabelled(l, false)
	return err
}
