package program

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Templates in segments: see coll.Chunked.

func (c *Compiler) ChunkedAllgather() error     { return c.followChunks(sched.Broadcast) }
func (c *Compiler) ChunkedReduceScatter() error { return c.reduceScatter(c.followChunks) }
func (c *Compiler) ChunkedAllreduce() error     { return c.allreduce(c.followChunks) }

// followChunks compiles a task in segments, as many as another before it has.
func (c *Compiler) followChunks(task sched.Task) error {
	return c.universal(task, func(g cayley.Graph) (sched.Schedule, error) {
		chunks, _, err := sched.BuildChunks(g, task)
		if err == nil && c.Chunks > 0 && c.Chunks != len(chunks.Segments) {
			chunks, _, err = sched.JointChunks(g, task, c.Chunks)
		}
		if err != nil {
			return nil, err
		}
		c.Chunks = len(chunks.Segments)
		return chunks, nil
	})
}
