package coll

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
func (c *compiler) universalBroadcast(ts []*sched.Template, after bool) {
	group := ts[0].Graph
	list := byTime(ts)
	if len(list) == 0 {
		return
	}
	last := list[len(list)-1].time
	c.words += int(last) // one word on an arc in each, as sched.Verify has it
	mixed := c.hasten(list, group, len(ts))
	begin := 0
	if c.ops != nil {
		begin = len(c.ops[0])
	}
	for step, i := int32(1), 0; step <= last; step++ {
		c.step()
		c.bySource++
		if !after && step == 1 {
			for c.at = range int32(len(ts)) {
				c.copyTo(0, dst(0, 0), src(0, ^0))
			}
		}
		for ; i < len(list) && list[i].step == step; i++ {
			v := int(list[i].v)
			back, block := group.Inv(group.Gen(int(list[i].gen))), group.Inv(v)
			from := dst(back, block)
			if !after && list[i].tail == 0 {
				from = src(back, ^0)
			}
			c.at = list[i].segment
			c.copyTo(v, dst(0, block), from)
		}
	}
	if mixed && len(list) <= courseMost/c.g.size {
		c.charted(list, begin, len(ts), !after)
	}
}

// hasten says in which step every vertex is served and sorts by that: in the schedule's step
// if its generator leads any rank out of its team, or if there are several processes; else
// in the step in which its parent has the word, for a team does all that its processors do
// and need not wait for a signal of its own. So parents' copies are read while they are in
// the cache, and between teams words keep to the schedule. It says whether a generator leads
// some ranks out of their teams and others not: then see course.
func (c *compiler) hasten(list []served, group cayley.Cayley, segments int) (mixed bool) {
	leaves := make([]bool, group.Degree())
	for k := range leaves {
		gen := group.Gen(k)
		next := func(r int) int { return c.labels.product(r, gen) }
		leaves[k] = c.g.home != nil || c.g.parts(next)
		mixed = mixed || leaves[k] && c.g.home == nil && c.g.stays(next)
	}
	type arrival struct{ step, time int32 }
	arrived := make([]arrival, segments*c.g.size)
	for i := range list {
		s := &list[i]
		here := arrived[int(s.segment)*c.g.size:]
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
