package program

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// In shared memory an allgather by cayley of 32 KiB to 2 MiB blocks, on the graphs that GraphOf
// gives, takes 1.05 … 1.25 times as long as by direct on 8 to 64 processors (two cores of a
// Xeon), by ring 1.1 … 2.5. Direct reads a block once for all, or once for a team; of a schedule
// what crosses between the teams are parents' copies, some of which the other core has just
// written. How many is a matter of the template (hypercube.NearBroadcast): 1 of 7 on Q_3, as
// many as direct, but 3 of 15 on Q_4, and no schedule of 4 steps has fewer; and, where P is not
// a power of two, of the graph (GraphOf): by cayley.Near 9 to 14 processors take 0.8 and 40 and
// 63 take 0.75 of the time (Zen 5) that they take by cayley.Best, where a fourth and more of all
// words cross. Within a team words do not wait for their step (hasten, course): a tile of a
// block is read once and written to all who have it in the step; with every parent's own copy
// read, the ratios to direct are 1.2 … 1.5 in the caches and 1.5 … 2.0 past them.

func (c *Compiler) CayleyAllgather() error     { return c.follow(sched.Broadcast) }
func (c *Compiler) CayleyReduceScatter() error { return c.reduceScatter(c.follow) }
func (c *Compiler) CayleyAllreduce() error     { return c.allreduce(c.follow) }

// follow compiles the optimal schedule of a broadcast or an accumulation.
func (c *Compiler) follow(task sched.Task) error {
	return c.universal(task, func(g cayley.Graph) (sched.Schedule, error) {
		if group, ok := g.(cayley.Cayley); ok {
			return c.template(group, task)
		}
		s, _, err := sched.Plan(g, sched.Request{Task: task})
		return s, err
	})
}

// template is in closed form for the cube and found by matching elsewhere. Among the
// cube's broadcasts, all of them optimal, it is one that takes as few words as can be
// from one team, or process, to another; sums have one order, so accumulations do not
// depend on that.
func (c *Compiler) template(g cayley.Cayley, task sched.Task) (*sched.Template, error) {
	d := g.Degree()
	switch {
	case !cayley.IsHypercube(g) || g.Order() == 1:
		return sched.Make(g, task)
	case task == sched.Accumulate:
		return hypercube.Accumulate(d)
	}
	if near := c.g.near(d); near > 0 && d <= hypercube.MaxNear {
		return hypercube.NearBroadcast(d, near)
	}
	return hypercube.Broadcast(d)
}
