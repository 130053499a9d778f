package coll

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// The algorithm "cayley" follows the optimal schedule of the machine's Cayley
// graph (paper, Theorem 4.5): a template for one source, translated to all.
// Graphs that are no Cayley graphs: explicit.go. P processors, degree d, diameter
// D, blocks or vectors of n elements:
//
//	broadcast, reduce   D steps of n along shortest paths (Examples 2.8, 2.9)
//	allgather           ⌈(P-1)/d⌉ steps, (P-1)·n into every processor
//	reducescatter       the same with the arcs turned round; room for P·n each
//	allreduce           both, with blocks of n/P: 2⌈(P-1)/d⌉ steps, 2(P-1)/P·n
//	alltoall            the universal exchange: (sum of the distances)/d steps at
//	                    least, as many blocks of n into every processor
//
// Order of a sum: every processor folds what arrives in a step after what it
// has. Block r of reducescatter and allreduce (⌈n/P⌉ elements, rounded up to a
// multiple of 8; the last blocks may be short or empty) goes up the template of
// hypercube.Accumulate or sched.Make with vertex v at rank r·v, the lower
// generator first; reduce goes up the tree of sched.Rooted from root 0 with v at
// rank root·v, the lower v first. On a graph without a group the schedules are
// those of sched.Plan and of Rooted from the root, the lower rank first.

// graph is the machine's interconnection graph, chosen if none was given or if
// it is another group's.
func (g *group) graph() (cayley.Graph, error) {
	if c := g.m.cfg.Graph; c != nil && c.Order() == g.size && g.run == 0 {
		return c, nil
	}
	return DefaultGraph(g.size)
}

// DefaultGraph is the graph of a machine whose Config names none: the hypercube
// if p is a power of two, else the circulant graph of p with the powers of two
// below p/2, and their inverses, as generators.
func DefaultGraph(p int) (cayley.Graph, error) {
	if p&(p-1) == 0 {
		return cayley.Parse(fmt.Sprintf("hypercube:%d", bits.Len(uint(p))-1))
	}
	name := fmt.Sprintf("circulant:%d:1", p)
	for s := 2; 2*s < p; s *= 2 {
		name += fmt.Sprintf(",%d", s)
	}
	for s := 1; 2*s < p; s *= 2 {
		name += fmt.Sprintf(",%d", p-s)
	}
	return cayley.Parse(name)
}

func (c *compiler) cayleyAllgather() error {
	return c.follow(sched.Broadcast, func(t *sched.Template) { c.universalBroadcast(t, false) })
}

func (c *compiler) cayleyReduceScatter() error {
	c.tmp = c.g.size
	return c.follow(sched.Accumulate, func(t *sched.Template) { c.universalAccumulate(t, false) })
}

func (c *compiler) cayleyAllreduce() error {
	c.parts = c.g.size
	err := c.follow(sched.Accumulate, func(t *sched.Template) { c.universalAccumulate(t, true) })
	if err != nil {
		return err
	}
	return c.follow(sched.Broadcast, func(t *sched.Template) { c.universalBroadcast(t, true) })
}

// follow compiles the optimal schedule of a task on the machine's graph.
func (c *compiler) follow(task sched.Task, compile func(*sched.Template)) error {
	graph, err := c.g.graph()
	if err != nil {
		return err
	}
	group, ok := graph.(cayley.Cayley)
	if !ok {
		return c.followSends(graph, task)
	}
	if c.labels.kind == asWritten {
		l, err := labelsOf(group, true)
		if err != nil {
			return err
		}
		c.relabelled(l, false)
	}
	t, err := template(group, task)
	if err == nil {
		compile(t)
	}
	return err
}

// template is in closed form for the cube and found by matching elsewhere.
func template(g cayley.Cayley, task sched.Task) (*sched.Template, error) {
	switch {
	case !isCube(g) || g.Order() == 1:
		return sched.Make(g, task)
	case task == sched.Broadcast:
		return hypercube.Broadcast(g.Degree())
	}
	return hypercube.Accumulate(g.Degree())
}

// universalBroadcast compiles a template for all sources at once: in the step in
// which the word of the identity comes to v over generator g, x receives the
// block of x·v⁻¹ from x·g⁻¹. After an accumulation every processor has its own
// block in place; else it is its src.
func (c *compiler) universalBroadcast(t *sched.Template, after bool) {
	own := dst(0, 0)
	if !after {
		own = src(0, ^0)
	}
	served := byTime(t)
	for i := 0; i < len(served); {
		c.step()
		if !after && i == 0 {
			c.copy(1, dst(0, 0), own)
		}
		for now := t.Time[served[i]]; i < len(served) && t.Time[served[i]] == now; i++ {
			v := int(served[i])
			back := t.Graph.Inv(t.Graph.Gen(int(t.Gen[v])))
			block := t.Graph.Inv(v)
			from := dst(back, block)
			if !after && t.Graph.Mul(v, back) == 0 {
				from = src(back, ^0)
			}
			c.copy(1, dst(0, block), from)
		}
	}
}

// universalAccumulate compiles a template for all roots at once: in the step in
// which v passes its partial sum to w = v·g, x receives that of block r = x·w⁻¹
// from r·v. What reaches w in one step is one op. The partial sums lie in dst if
// all blocks have a place there, else in room of their own.
func (c *compiler) universalAccumulate(t *sched.Template, whole bool) {
	served := byTime(t)
	head := func(v int32) int { return t.Graph.Mul(int(v), t.Graph.Gen(int(t.Gen[v]))) }
	begun := make([]bool, c.g.size) // v has a partial sum
	place := func(rank, v, block int) ref {
		switch {
		case !begun[v]:
			return src(rank, block)
		case whole:
			return dst(rank, block)
		}
		return tmp(rank, block)
	}
	for i := 0; i < len(served); {
		c.step()
		now, j := t.Time[served[i]], i
		for j < len(served) && t.Time[served[j]] == now {
			j++
		}
		slices.SortStableFunc(served[i:j], func(a, b int32) int { return cmp.Compare(head(a), head(b)) })
		for i < j {
			w := head(served[i])
			block := t.Graph.Inv(w)
			from := []ref{place(0, w, block)}
			if begun[w] && w == 0 && !whole {
				from[0] = dst(0, ^0)
			}
			for ; i < j && head(served[i]) == w; i++ {
				v := int(served[i])
				from = append(from, place(t.Graph.Mul(block, v), v, block))
			}
			begun[w] = true
			to := place(0, w, block)
			if w == 0 && !whole {
				to = dst(0, ^0)
			}
			c.fold(1, to, from...)
		}
	}
}

// byTime is the served vertices in the order of their times, generators in
// order within a step.
func byTime(t *sched.Template) []int32 {
	var served []int32
	for v := range t.Time {
		if t.Time[v] > 0 {
			served = append(served, int32(v))
		}
	}
	slices.SortFunc(served, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.Time[a], t.Time[b]), cmp.Compare(t.Gen[a], t.Gen[b]))
	})
	return served
}
