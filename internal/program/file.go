package program

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/sched"
)

// Schedules of the caller's: see coll.FromSchedule.

func (c *Compiler) FileAllgather() error     { return c.followFile(sched.Broadcast) }
func (c *Compiler) FileReduceScatter() error { return c.reduceScatter(c.followFile) }
func (c *Compiler) FileAllreduce() error     { return c.allreduce(c.followFile) }
func (c *Compiler) FileAlltoall() error      { return c.followFile(sched.Exchange) }

// followFile compiles the caller's universal schedule for a task.
func (c *Compiler) followFile(task sched.Task) error {
	es, err := c.g.Schedules(task, EveryRoot)
	if err != nil {
		return err
	}
	if n := max(1, c.Chunks); c.Steps > 0 && len(es) != n {
		return fmt.Errorf("Config.Schedules cut words in %d segments for one task and %d for the next, and allreduce wants as many for both; see sched.JointChunks", n, len(es))
	}
	if len(es) > 1 {
		c.Chunks = len(es)
	}
	c.explicit(es...)
	return nil
}

func (c *Compiler) FileBroadcast() error { return c.followRootedFile(sched.Broadcast) }

func (c *Compiler) FileReduce() error {
	c.Room = 1
	return c.followRootedFile(sched.Accumulate)
}

// followRootedFile compiles the caller's schedule of one root.
func (c *Compiler) followRootedFile(task sched.Task) error {
	es, err := c.g.Schedules(task, c.root)
	if err == nil {
		c.explicitRooted(es[0], c.root, 0)
	}
	return err
}
