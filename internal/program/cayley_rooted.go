package program

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

func (c *Compiler) CayleyBroadcast() error { return c.followRooted(sched.Broadcast) }

func (c *Compiler) CayleyReduce() error {
	c.Room = 1
	return c.followRooted(sched.Accumulate)
}

// followRooted compiles the tree of shortest paths from or to vertex 0, which
// translation takes to any root (Examples 2.8, 2.9). A graph without translations
// has a program for each root.
func (c *Compiler) followRooted(task sched.Task) error {
	graph, err := c.g.Graph()
	if err != nil {
		return err
	}
	root := c.root
	if group, ok := graph.(cayley.Cayley); ok {
		c.Labels, c.Rooted = labelsOf(group), true
		root = 0
	}
	e, _, err := sched.Rooted(graph, root, task)
	if err != nil {
		return err
	}
	block := 0
	if !c.Labels.None() {
		block = ^0
	}
	c.explicitRooted(e, root, block)
	return nil
}

// explicitRooted compiles a schedule of one root. What reaches a rank in one step is one
// op, senders in order.
func (c *Compiler) explicitRooted(e *sched.Explicit, root, block int) {
	c.Parts, c.Touch = 1, c.g.Size
	list := slices.Clone(e.Sends)
	slices.SortFunc(list, func(a, b sched.Send) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From))
	})
	begun := make([]bool, c.g.Size)
	sum := func(v int) Ref {
		switch {
		case !begun[v]:
			return src(v, block)
		case v == root:
			return dst(v, block)
		}
		return tmp(v, block)
	}
	for i := 0; i < len(list); {
		c.step()
		for now := list[i].Time; i < len(list) && list[i].Time == now; {
			to := int(list[i].To)
			if e.Task == sched.Broadcast {
				c.copy(1, dst(to, block), dst(int(list[i].From), block))
				i++
				continue
			}
			from := []Ref{sum(to)}
			for ; i < len(list) && list[i].Time == now && int(list[i].To) == to; i++ {
				from = append(from, sum(int(list[i].From)))
			}
			begun[to] = true
			c.fold(1, sum(to), from...)
		}
	}
}
