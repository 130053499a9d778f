package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// OrbitTree makes the naive schedule of breadth-first trees on a graph that need not be a
// Cayley graph: every vertex hangs under its first neighbour that is closer to the root, and in
// one tree after another the words take the first free times of their arcs. An accumulation is
// the broadcast of the reversed graph, backwards (errata 3). O(m·P·d + m·P·steps) at worst, for
// m orbits.
func OrbitTree(g cayley.Graph, act cayley.FreeAction, task Task) (*OrbitSchedule, error) {
	if task != Broadcast && task != Accumulate {
		return nil, fmt.Errorf("sched: a tree serves broadcast and accumulate, not %s", task)
	}
	if err := fewTemplates(g, act, 1); err != nil {
		return nil, err
	}
	from := g
	if task == Accumulate {
		from = cayley.Turned(g)
	}
	arcs, err := newArcOrbits(from, act)
	if err != nil {
		return nil, err
	}
	p, d, m := g.Order(), from.Degree(), len(arcs.first)
	o := &OrbitSchedule{Graph: g, Action: act, Task: task}
	free := make([]nextFree, m*d) // by orbit of arcs
	for _, root := range arcs.first {
		tree, err := shortestTree(g, root, task == Accumulate)
		if err != nil {
			return nil, err
		}
		at := make([]int32, p)
		for _, v := range tree.order[1:] {
			u := tree.parent[v]
			x := arcs.find(u, v)
			at[v] = free[x].take(at[u] + 1)
			o.Steps = max(o.Steps, int(at[v]))
		}
		o.Roots = append(o.Roots, int32(root))
		o.Next, o.Time = append(o.Next, tree.parent), append(o.Time, at)
	}
	if task == Accumulate {
		for _, at := range o.Time {
			for v, t := range at {
				if t > 0 {
					at[v] = int32(o.Steps) + 1 - t
				}
			}
		}
	}
	return made(o)
}
