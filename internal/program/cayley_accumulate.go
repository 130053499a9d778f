package program

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/sched"
)

// universalAccumulate compiles a template for all roots at once: in the step in
// which v passes its partial sum to w = v·g, x receives that of block r = x·w⁻¹
// from r·v. What reaches w in one step is one op. The partial sums lie in dst if
// all blocks have a place there, else in room of their own.
func (c *Compiler) universalAccumulate(ts []*sched.Template) {
	group, p := ts[0].Graph, c.g.Size
	list := byTime(ts)
	for i := range list {
		list[i].head = int32(group.Mul(int(list[i].v), group.Gen(int(list[i].gen))))
	}
	begun := make([]bool, len(ts)*p) // v has a partial sum
	place := func(rank, v, block int) Ref {
		switch {
		case !begun[int(c.at)*p+v]:
			return src(rank, block)
		case c.whole():
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
			from := []Ref{place(0, w, block)}
			for ; i < j && list[i].head == first.head && list[i].segment == first.segment; i++ {
				v := int(list[i].v)
				from = append(from, place(group.Mul(block, v), v, block))
			}
			begun[int(c.at)*p+w] = true
			c.fold(1, place(0, w, block), from...)
		}
	}
}
