package program

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// The collectives that are universal tasks of the paper, by whatever follow compiles a task; an
// allgather is the broadcast alone.

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

// universal compiles a broadcast or an accumulation on the graph of those: by the templates of
// its schedule, one for each segment of a word, or, if the graph has no group, send by send.
func (c *Compiler) universal(task sched.Task, schedule func(cayley.Graph) (sched.Schedule, error)) error {
	graph, err := c.g.Universal()
	if err != nil {
		return err
	}
	group, ok := graph.(cayley.Cayley)
	if ok {
		if err := c.translated(group); err != nil {
			return err
		}
	}
	s, err := schedule(graph)
	if err != nil {
		return err
	}
	if !ok {
		return c.sends(s)
	}
	var ts []*sched.Template
	switch s := s.(type) {
	case *sched.Template:
		ts = append(ts, s)
	case *sched.Chunked:
		for _, t := range s.Segments {
			ts = append(ts, t.(*sched.Template))
		}
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
func (c *Compiler) translated(g cayley.Cayley) (err error) {
	if c.Labels.None() {
		c.Labels, err = universalLabels(g)
	}
	return err
}
