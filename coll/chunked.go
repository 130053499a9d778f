package coll

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Chunked follows the same templates as [Cayley] with every block cut in m segments, one
// template each: where automorphisms carry every generator of the graph to every other,
// no link is idle in the last step, and a universal broadcast takes (P-1)/d steps without
// the ceiling (hypercubes, rings, square tori, complete graphs, …); other graphs come as
// near as sched.BuildChunks finds or, where they have no group, sched.BuildOrbitChunks. A
// step is that of one segment, n/m elements: (P-1)·m/d of them at least
// (sched.SegmentBound), twice that for allreduce. Traffic, memory and order of the sums
// are those of Cayley, segment for segment.
const Chunked Algorithm = "chunked"

func (c *compiler) chunkedAllgather() error { return c.followChunks(sched.Broadcast) }

func (c *compiler) chunkedReduceScatter() error {
	c.tmp = c.g.size
	return c.followChunks(sched.Accumulate)
}

func (c *compiler) chunkedAllreduce() error {
	c.parts = c.g.size
	if err := c.followChunks(sched.Accumulate); err != nil {
		return err
	}
	return c.followChunks(sched.Broadcast)
}

// followChunks compiles a task in segments, as many as another before it has.
func (c *compiler) followChunks(task sched.Task) error {
	graph, err := c.g.universal()
	if err != nil {
		return err
	}
	group, ok := graph.(cayley.Cayley)
	if !ok {
		return c.followSegments(graph, task)
	}
	if err := c.translated(group); err != nil {
		return err
	}
	chunks, _, err := sched.BuildChunks(group, task)
	if err == nil && c.chunks > 0 && c.chunks != len(chunks.Segments) {
		chunks, _, err = sched.JointChunks(group, task, c.chunks)
	}
	if err != nil {
		return err
	}
	c.chunks = len(chunks.Segments)
	if task == sched.Accumulate {
		c.universalAccumulate(chunks.Segments, c.parts > 0)
	} else {
		c.universalBroadcast(chunks.Segments, c.parts > 0)
	}
	return nil
}

// followSegments is followChunks on a graph without a group.
func (c *compiler) followSegments(g cayley.Graph, task sched.Task) error {
	if err := c.written(); err != nil {
		return err
	}
	act := cayley.FreeActionOf(g)
	o, _, err := sched.BuildOrbitChunks(g, act, task)
	if err == nil && c.chunks > 0 && c.chunks != o.Segments {
		o, _, err = sched.JointOrbitChunks(g, act, task, c.chunks)
	}
	if err != nil {
		return err
	}
	c.chunks = o.Segments
	es, err := sends(o)
	if err == nil {
		c.explicit(es...)
	}
	return err
}
