package program

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Course says in which step the word of every source goes over every arc of a template, where
// sources differ: a generator may lead one rank out of its team and another not. An arc that
// does keeps the schedule's step, any other is taken as soon as its tail has the word. The arcs
// of a source in a step lie side by side, parents before their children.
//
// An arc to another team is taken by the head's team, which reads from the other, or in a course that is
// given by the tail's, which writes there: then the head has the word when the step is over.
type Course struct {
	ops   []int32 // by source: of the program's only list
	steps []int32 // by source: where those of each step begin, and the last ones end
}

// courseMost bounds the arcs of all sources together, 4 bytes each: 512 processors have as
// many.
const courseMost = 1 << 18

// Of is the ops that are taken for a source in a step.
func (c *Course) Of(source, step, steps int) []int32 {
	at := c.steps[source*(steps+1)+step:]
	return c.ops[at[0]:at[1]]
}

// charted makes the course of the ops from first on, which are a copy to the source itself
// of each segment, unless that is there already, and the arcs of the list.
func (c *Compiler) charted(list []served, first, segments int, given bool) *Course {
	own := 0
	if !c.whole() {
		own = segments
	}
	last := 0
	for i := range list {
		last = max(last, int(list[i].time))
	}
	order := make([]int, len(list)) // tails before heads
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[a].time, list[b].time) })
	at, when := make([]int32, segments*c.g.Size), make([]int32, own+len(list)) // where the word can go on from a vertex, and an arc is taken
	all := make([]int32, len(when))
	course := &Course{}
	for source := range c.g.Size {
		team := func(v int) int { return c.g.Team[c.Labels.Product(source, v)] }
		clear(at)
		for i := range own {
			when[i] = 1
		}
		for _, i := range order {
			s := &list[i]
			here := at[int(s.segment)*c.g.Size:]
			step, comes := s.time, s.time
			switch {
			case team(int(s.v)) == team(int(s.tail)):
				step = max(1, here[s.tail])
				comes = step
			case given:
				comes++
			}
			here[s.v], when[own+i] = comes, step
		}
		for i := range all {
			all[i] = int32(i)
		}
		slices.SortStableFunc(all[own:], func(a, b int32) int {
			x, y := &list[int(a)-own], &list[int(b)-own]
			return cmp.Or(cmp.Compare(when[a], when[b]), cmp.Compare(x.segment, y.segment), cmp.Compare(x.time, y.time))
		})
		k := 0
		for step := range int32(last) {
			course.steps = append(course.steps, int32(len(course.ops)))
			for ; k < len(all) && when[all[k]] == step+1; k++ {
				course.ops = append(course.ops, int32(first)+all[k])
			}
		}
		course.steps = append(course.steps, int32(len(course.ops)))
	}
	return course
}

// givers says of the partial sums that ops read in destinations who gives the words that will be written there,
// over the arcs of the list.
func (c *Compiler) givers(list []served, ops []Op, group cayley.Cayley, segments int) []int32 {
	tails := make([]int32, segments*c.g.Size)
	for i := range list {
		tails[int(list[i].segment)*c.g.Size+int(list[i].v)] = list[i].tail
	}
	givers := make([]int32, len(c.From))
	for _, o := range ops {
		here := tails[int(o.Chunk)*c.g.Size:]
		for i := o.A; i < o.B; i++ {
			if f := c.From[i]; f.Vec == Dst {
				source := int(f.At)
				v := group.Mul(group.Inv(source), int(f.Rank))
				givers[i] = int32(group.Mul(source, int(here[v])))
			}
		}
	}
	return givers
}
