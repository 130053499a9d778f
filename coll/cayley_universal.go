package coll

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/sched"
)

// universalBroadcast compiles a template for all sources at once, or one for each
// segment: in the step in which the word of the identity comes to v over
// generator g, x receives the block of x·v⁻¹ from x·g⁻¹. After an accumulation
// every processor has its own block in place; else it is its src. The copies of a
// step lie by their sources, so that a word which goes over several generators is
// fetched from memory once.
func (c *compiler) universalBroadcast(ts []*sched.Template, after bool) {
	group := ts[0].Graph
	list := byTime(ts)
	for i := range list {
		list[i].tail = int32(group.Mul(int(list[i].v), group.Inv(group.Gen(int(list[i].gen)))))
	}
	slices.SortStableFunc(list, func(a, b served) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.segment, b.segment), cmp.Compare(a.tail, b.tail))
	})
	for i := 0; i < len(list); {
		c.step()
		c.spread++
		if !after && i == 0 {
			for c.at = range int32(len(ts)) {
				c.copyTo(0, dst(0, 0), src(0, ^0))
			}
		}
		for now := list[i].time; i < len(list) && list[i].time == now; i++ {
			v, gen := int(list[i].v), group.Gen(int(list[i].gen))
			back, block := group.Inv(gen), group.Inv(v)
			from := dst(back, block)
			if !after && group.Mul(v, back) == 0 {
				from = src(back, ^0)
			}
			c.at = list[i].segment
			c.copyTo(gen, dst(0, block), from)
		}
	}
}

// universalAccumulate compiles a template for all roots at once: in the step in
// which v passes its partial sum to w = v·g, x receives that of block r = x·w⁻¹
// from r·v. What reaches w in one step is one op. The partial sums lie in dst if
// all blocks have a place there, else in room of their own.
func (c *compiler) universalAccumulate(ts []*sched.Template, whole bool) {
	group, p := ts[0].Graph, c.g.size
	list := byTime(ts)
	for i := range list {
		list[i].head = int32(group.Mul(int(list[i].v), group.Gen(int(list[i].gen))))
	}
	begun := make([]bool, len(ts)*p) // v has a partial sum
	place := func(rank, v, block int) ref {
		switch {
		case !begun[int(c.at)*p+v]:
			return src(rank, block)
		case whole:
			return dst(rank, block)
		case v == 0:
			return dst(rank, ^0)
		}
		return tmp(rank, block)
	}
	for i := 0; i < len(list); {
		c.step()
		j := i
		for j < len(list) && list[j].time == list[i].time {
			j++
		}
		slices.SortStableFunc(list[i:j], func(a, b served) int {
			return cmp.Or(cmp.Compare(a.segment, b.segment), cmp.Compare(a.head, b.head))
		})
		for i < j {
			first := list[i]
			w := int(first.head)
			c.at = first.segment
			block := group.Inv(w)
			from := []ref{place(0, w, block)}
			for ; i < j && list[i].head == first.head && list[i].segment == first.segment; i++ {
				v := int(list[i].v)
				from = append(from, place(group.Mul(block, v), v, block))
			}
			begun[int(c.at)*p+w] = true
			c.fold(1, place(0, w, block), from...)
		}
	}
}

// served is a vertex of a template that is served, by which generator and when.
type served struct {
	time, gen, v, segment int32
	head                  int32 // v·g, for accumulations
	tail                  int32 // v·g⁻¹, for broadcasts
}

// byTime is the served vertices in the order of their times, generators in
// order within a step.
func byTime(ts []*sched.Template) []served {
	var list []served
	for s, t := range ts {
		for v := range t.Time {
			if t.Time[v] > 0 {
				list = append(list, served{time: t.Time[v], gen: t.Gen[v], v: int32(v), segment: int32(s)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b served) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.gen, b.gen))
	})
	return list
}
