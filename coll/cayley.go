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
// Graphs that are no Cayley graphs: explicit.go.
//
// Allgather is the universal broadcast: ⌈(P-1)/d⌉ steps, (P-1)·n elements into
// every processor. Allreduce is the universal accumulation of P blocks, then
// the broadcast of their sums: 2⌈(P-1)/d⌉ steps, 2(P-1)/P·n elements into every
// processor. Order of the sum, for block r: every processor folds what arrives
// in a step after what it has, the lower generator first; r has the result.

// graph is the machine's interconnection graph, chosen if none was given.
func (g *group) graph() (cayley.Graph, error) {
	if c := g.m.cfg.Graph; c != nil {
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

// follow compiles the optimal schedule of a task on the machine's graph.
func (c *compiler) follow(task sched.Task) error {
	graph, err := c.g.graph()
	if err != nil {
		return err
	}
	group, ok := graph.(cayley.Cayley)
	if !ok {
		e, err := sends(graph, task)
		if err == nil {
			c.explicit(e)
		}
		return err
	}
	t, err := template(group, task)
	if err != nil {
		return err
	}
	if task == sched.Broadcast {
		c.broadcast(t)
	} else {
		c.accumulate(t)
	}
	return nil
}

// template is in closed form for the cube and found by matching elsewhere.
func template(g cayley.Cayley, task sched.Task) (*sched.Template, error) {
	if d := bits.Len(uint(g.Order())) - 1; d > 0 && g.Name() == fmt.Sprintf("hypercube:%d", d) {
		if task == sched.Broadcast {
			return hypercube.Broadcast(d)
		}
		return hypercube.Accumulate(d)
	}
	return sched.Make(g, task)
}

func cayleyAllgather(g *group) (*program, error) {
	c := newCompiler(g)
	if err := c.follow(sched.Broadcast); err != nil {
		return nil, err
	}
	return c.done(), nil
}

func cayleyAllreduce(g *group) (*program, error) {
	c := newCompiler(g)
	if err := c.follow(sched.Accumulate); err != nil {
		return nil, err
	}
	if err := c.follow(sched.Broadcast); err != nil {
		return nil, err
	}
	return c.done(), nil
}

// broadcast compiles a template for all sources at once: in the step in which
// the word of 0 comes to v over generator g, x receives the word of x·v⁻¹ from
// x·g⁻¹.
func (c *compiler) broadcast(t *sched.Template) {
	served := byTime(t)
	for i := 0; i < len(served); {
		c.step()
		for now := t.Time[served[i]]; i < len(served) && t.Time[served[i]] == now; i++ {
			v := int(served[i])
			back, source := t.Graph.Inv(t.Graph.Gen(int(t.Gen[v]))), t.Graph.Inv(v)
			for x := range c.g.size {
				b := t.Graph.Mul(x, source)
				c.add(x, b, b+1, false, t.Graph.Mul(x, back))
			}
		}
	}
}

// accumulate compiles a template for all roots at once: in the step in which v
// passes its partial sum to w = v·g, x receives that of block r = x·w⁻¹ from
// r·v. What reaches w in one step is one op.
func (c *compiler) accumulate(t *sched.Template) {
	served := byTime(t)
	head := func(v int32) int { return t.Graph.Mul(int(v), t.Graph.Gen(int(t.Gen[v]))) }
	for i := 0; i < len(served); {
		c.step()
		now, j := t.Time[served[i]], i
		for j < len(served) && t.Time[served[j]] == now {
			j++
		}
		slices.SortStableFunc(served[i:j], func(a, b int32) int { return cmp.Compare(head(a), head(b)) })
		for i < j {
			w, first := head(served[i]), i
			for i < j && head(served[i]) == w {
				i++
			}
			for x := range c.g.size {
				r := t.Graph.Mul(x, t.Graph.Inv(w))
				var from []int
				for _, v := range served[first:i] {
					from = append(from, t.Graph.Mul(r, int(v)))
				}
				c.add(x, r, r+1, true, from...)
			}
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
