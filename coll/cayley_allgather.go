package coll

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/asm"
	"github.com/cayleycoll/cayleycoll/sched"
)

// universalBroadcast compiles a template for all sources at once, or one for each
// segment: the word of source s comes to x = s·v, where the template has that of the
// identity come to v, over the same generator g, from x·g⁻¹. After an accumulation
// every processor has its own block in place; else it is its src. The copies of a
// step lie in the order in which a team takes them for every source in turn.
func (c *compiler) universalBroadcast(ts []*sched.Template, after bool) {
	group := ts[0].Graph
	list := byTime(ts)
	if len(list) == 0 {
		return
	}
	last := list[len(list)-1].time
	c.words += int(last) // one word on an arc in each, as sched.Verify has it
	c.hasten(list, group, len(ts))
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
}

// hasten says in which step every vertex is served and sorts by that: by its
// generator's own if it leads any rank out of its team, else in the step in which its
// parent has the word, for a team does all that its processors do and need not wait for
// a signal of its own. So parents' copies are read while they are in the cache, and
// between teams words keep to the schedule.
func (c *compiler) hasten(list []served, group cayley.Cayley, segments int) {
	leaves := make([]bool, group.Degree())
	for k := range leaves {
		gen := group.Gen(k)
		leaves[k] = c.g.home != nil || c.g.parts(func(r int) int { return c.labels.product(r, gen) })
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
}

// bySource is the team's share of the copies of a step: source by source, its own
// first, a tile that stays in the cache at a time; short ones copy by copy, which
// takes less searching.
func (r *run[T]) bySource(ops []op) {
	prog, g, t := r.prog, r.p.g, r.p.t
	if r.hi-r.lo < bySourceLeast {
		for i := range ops {
			r.p.look()
			for _, x := range t.ranks {
				r.take(&ops[i], x, prog.labels.product(x, int(ops[i].to.at)), r.lo, r.hi)
			}
		}
		return
	}
	for turn := range g.size {
		source := (t.ranks[0] + turn) % g.size
		for lo := r.lo; lo < r.hi; lo += brief {
			r.p.look()
			for i := range ops {
				if x := prog.labels.product(source, int(prog.via[ops[i].a])); g.seats[x].t == t {
					r.take(&ops[i], x, source, lo, min(r.hi, lo+brief))
				}
			}
		}
	}
}

// take copies elements lo … hi-1 of a segment of a source's block to x. It is do, of
// fewer words: the block is the source's on both sides.
func (r *run[T]) take(o *op, x, source, lo, hi int) {
	first := int(o.chunk) * r.stride
	lo, hi = first+lo, min(r.block, first+hi)
	at := source * r.block
	if r.prog.parts > 1 {
		hi = min(hi, r.n-at) // the vector may end before it
	}
	if lo >= hi {
		return
	}
	f := &r.prog.from[o.a]
	m, n := r.p.g.seats[x], r.p.g.seats[r.prog.labels.product(x, int(f.rank))]
	to := r.s.teams[m.t.id].dst[m.place][at+lo : at+hi]
	from := r.s.teams[n.t.id]
	var part []T
	if f.vec == inSrc {
		part = from.src[n.place][lo:hi]
	} else {
		part = from.dst[n.place][at+lo : at+hi]
	}
	if &to[0] != &part[0] {
		asm.Copy(to, part)
	}
}

// bySourceLeast is the elements from which it pays to go through all sources for those
// copies that serve the team.
const bySourceLeast = 256
