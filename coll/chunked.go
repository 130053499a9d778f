package coll

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// The algorithm "chunked" follows the same templates as "cayley" with every block
// cut in m segments, one template each: where automorphisms carry every generator
// of the graph to every other, no link is idle in the last step, and a universal
// broadcast takes (P-1)/d steps without the ceiling (hypercubes, rings, square tori,
// complete graphs, …); other graphs come as near as sched.BuildChunks finds. A
// step is that of one segment, n/m elements: (P-1)·m/d of them at least, twice that
// for allreduce. Traffic, memory and order
// of the sums are those of "cayley", segment for segment.

func (c *compiler) chunkedAllgather() error {
	return c.followChunks(sched.Broadcast, func(ts []*sched.Template) { c.universalBroadcast(ts, false) })
}

func (c *compiler) chunkedReduceScatter() error {
	c.tmp = c.g.size
	return c.followChunks(sched.Accumulate, func(ts []*sched.Template) { c.universalAccumulate(ts, false) })
}

func (c *compiler) chunkedAllreduce() error {
	c.parts = c.g.size
	err := c.followChunks(sched.Accumulate, func(ts []*sched.Template) { c.universalAccumulate(ts, true) })
	if err != nil {
		return err
	}
	return c.followChunks(sched.Broadcast, func(ts []*sched.Template) { c.universalBroadcast(ts, true) })
}

func (c *compiler) followChunks(task sched.Task, compile func([]*sched.Template)) error {
	graph, err := c.g.graph()
	if err != nil {
		return err
	}
	group, ok := graph.(cayley.Cayley)
	if !ok {
		return fmt.Errorf("%s is no Cayley graph, whose templates could be cut in segments; use cayley", graph.Name())
	}
	if err := c.translated(group); err != nil {
		return err
	}
	chunks, _, err := sched.BuildChunks(group, task)
	if err != nil {
		return err
	}
	c.chunks = len(chunks.Segments)
	compile(chunks.Segments)
	return nil
}
