package program

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// universalBroadcast compiles a template for all sources at once, or one for each
// segment: the word of source s comes to x = s·v, where the template has that of the
// identity come to v, over the same generator g, from x·g⁻¹. After an accumulation
// every processor has its own block in place; else it is its src. The copies of a
// step lie in the order in which a team takes them for every source in turn, unless the
// program has a course, which then says the order.
func (c *Compiler) universalBroadcast(ts []*sched.Template) {
	group := ts[0].Graph
	list := byTime(ts)
	if len(list) == 0 {
		return
	}
	last := list[len(list)-1].time
	c.Words += int(last) // one word on an arc in each, as sched.Verify has it
	mixed := c.hasten(list, group, len(ts))
	begin := 0
	if c.Ops != nil {
		begin = len(c.Ops[0])
	}
	for step, i := int32(1), 0; step <= last; step++ {
		c.step()
		c.BySource++
		if !c.whole() && step == 1 {
			for c.at = range int32(len(ts)) {
				c.copyTo(0, dst(0, 0), src(0, ^0))
			}
		}
		for ; i < len(list) && list[i].step == step; i++ {
			v := int(list[i].v)
			back, block := group.Inv(group.Gen(int(list[i].gen))), group.Inv(v)
			from := dst(back, block)
			if !c.whole() && list[i].tail == 0 {
				from = src(back, ^0)
			}
			c.at = list[i].segment
			c.copyTo(v, dst(0, block), from)
		}
	}
	if len(list) > courseMost/c.g.Size {
		return
	}
	if mixed {
		c.Course = c.charted(list, begin, len(ts), false)
	}
	if c.g.Apart {
		c.Given = c.charted(list, begin, len(ts), true)
		c.Givers = c.givers(list, c.Ops[0][:begin], group, len(ts))
	}
}

// hasten decides in which step every vertex is served, and sorts by it. Arcs of a generator that
// leads any rank out of its team (with several processes: all arcs) keep the schedule's step.
// Others are taken in the step in which the parent has the word, while that is in the cache: a
// team does all that its processors do and need not wait for a signal of its own. mixed: some
// generator leads some ranks out of their teams and others not; see Course.
func (c *Compiler) hasten(list []served, group cayley.Cayley, segments int) (mixed bool) {
	leaves := make([]bool, group.Degree())
	for k := range leaves {
		gen := group.Gen(k)
		next := func(r int) int { return c.Labels.Product(r, gen) }
		leaves[k] = c.g.Process != nil || c.g.crosses(next)
		mixed = mixed || leaves[k] && c.g.Process == nil && c.g.stays(next)
	}
	type arrival struct{ step, time int32 }
	arrived := make([]arrival, segments*c.g.Size)
	for i := range list {
		s := &list[i]
		here := arrived[int(s.segment)*c.g.Size:]
		s.tail = int32(group.Mul(int(s.v), group.Inv(group.Gen(int(s.gen)))))
		s.step, s.known = s.time, here[s.tail].time
		if !leaves[s.gen] {
			s.step = max(1, here[s.tail].step)
		}
		here[s.v] = arrival{s.step, s.time}
	}
	slices.SortStableFunc(list, func(a, b served) int {
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.segment, b.segment),
			cmp.Compare(a.known, b.known), cmp.Compare(a.tail, b.tail))
	})
	return mixed
}
