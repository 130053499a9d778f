package coll

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Cayley follows the optimal schedule of a Cayley graph ([Machine.GraphOf]; paper, Theorem
// 4.5): a template for one source, translated to all. Graphs that are not Cayley graphs
// have schedules of their own, in as many steps as [Machine.Steps] says. P processors,
// degree d, diameter D, blocks or vectors of n elements:
//
//	broadcast, reduce   D steps of n along shortest paths (Examples 2.8, 2.9);
//	                    reduce has room for n each
//	allgather           ⌈(P-1)/d⌉ steps, (P-1)·n into every processor
//	reducescatter       the same with the arcs turned round; room for P·n each
//	allreduce           both, with blocks of n/P: 2⌈(P-1)/d⌉ steps, 2(P-1)/P·n
//	alltoall            the universal exchange: (sum of the distances)/d steps at
//	                    least, as many blocks of n into every processor; room for
//	                    the blocks that wait there between two hops
//
// Order of a sum: every processor folds what arrives in a step after what it
// has. Block r of reducescatter and allreduce (⌈n/P⌉ elements, rounded up to a
// multiple of 8; the last blocks may be short or empty) goes up the template of
// hypercube.Accumulate or sched.Make with vertex v at rank r·v, the lower
// generator first; reduce goes up the tree of sched.Rooted from root 0 with v at
// rank root·v, the lower v first. On a graph without a group the schedules are
// those of sched.Plan and of Rooted from the root, the lower rank first.
const Cayley Algorithm = "cayley"

// In shared memory an allgather by it of 32 KiB to 2 MiB blocks takes 1.05 … 1.25 times as
// long as by direct on 8 to 64 processors (two cores of a Xeon; on 9 to 12 with 32 KiB 1.3 …
// 1.4), by ring 1.1 … 2.5. Direct reads a block once for all, or once for a team; of a
// schedule what crosses between the teams are parents' copies, some of which the other core
// has just written. How many is a matter of the template (hypercube.NearBroadcast): 1 of 7 on
// Q_3, as many as direct, but 3 of 15 on Q_4, and no schedule of 4 steps has fewer; and, where P
// is not a power of two, of the graph (GraphOf): by cayley.Near 9 to 14 processors take 0.8 and
// 40 and 63 take 0.75 of the time (Zen 5) that they take by cayley.Best, where a fourth and more
// of all words cross. Within a team words do not wait for their step (hasten, course): a tile of
// a block is read once and written to all who have it in the step; with every parent's own copy
// read, the ratios to direct are 1.2 … 1.5 in the caches and 1.5 … 2.0 past them.

// tasksOf are the universal tasks whose schedules a collective follows by cayley, chunked
// or file, one after another.
var tasksOf = map[collective][]sched.Task{
	allgather: {sched.Broadcast}, reducescatter: {sched.Accumulate}, alltoall: {sched.Exchange},
	allreduce: {sched.Accumulate, sched.Broadcast},
}

func (c *compiler) cayleyAllgather() error {
	return c.follow(sched.Broadcast, func(t *sched.Template) { c.universalBroadcast([]*sched.Template{t}, false) })
}

func (c *compiler) cayleyReduceScatter() error {
	c.tmp = c.g.size
	return c.follow(sched.Accumulate, func(t *sched.Template) { c.universalAccumulate([]*sched.Template{t}, false) })
}

func (c *compiler) cayleyAllreduce() error {
	c.parts = c.g.size
	err := c.follow(sched.Accumulate, func(t *sched.Template) { c.universalAccumulate([]*sched.Template{t}, true) })
	if err != nil {
		return err
	}
	return c.follow(sched.Broadcast, func(t *sched.Template) { c.universalBroadcast([]*sched.Template{t}, true) })
}

// follow compiles the optimal schedule of a broadcast or an accumulation.
func (c *compiler) follow(task sched.Task, compile func(*sched.Template)) error {
	graph, err := c.g.universal()
	if err != nil {
		return err
	}
	group, ok := graph.(cayley.Cayley)
	if !ok {
		return c.followSends(graph, task)
	}
	if err := c.translated(group); err != nil {
		return err
	}
	t, err := c.template(group, task)
	if err == nil {
		compile(t)
	}
	return err
}

// translated makes the program that of one vertex of the group, for all.
func (c *compiler) translated(g cayley.Cayley) error {
	if c.labels.kind != asWritten {
		return nil
	}
	l, err := labelsOf(g, true)
	c.relabelled(l, false)
	return err
}

// template is in closed form for the cube and found by matching elsewhere. Among the
// cube's broadcasts, all of them optimal, it is one that takes as few words as can be
// from one team, or process, to another; sums have one order, so accumulations do not
// depend on that.
func (c *compiler) template(g cayley.Cayley, task sched.Task) (*sched.Template, error) {
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

// near is how many of the first generators of the cube of all ranks lead no rank out of
// its team or its process.
func (g *group) near(d int) (near int) {
	for near < d && !g.parts(func(r int) int { return r ^ 1<<near }) {
		near++
	}
	return near
}

// parts tells whether next leads any rank out of its team or process.
func (g *group) parts(next func(rank int) int) bool {
	for r := range g.size {
		q := next(r)
		if g.home != nil && g.home[r] != g.home[q] || g.members[r].t != g.members[q].t {
			return true
		}
	}
	return false
}

// stays tells whether next leads any rank to one of its own team.
func (g *group) stays(next func(rank int) int) bool {
	for r := range g.size {
		if g.members[r].t == g.members[next(r)].t {
			return true
		}
	}
	return false
}
