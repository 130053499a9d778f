package program

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/sched"
)

// On graphs without a group of their own (Petersen, Johnson, …, or arcs from a file,
// regular or not) the algorithms "cayley" and "chunked" follow schedules written out
// send by send: one template for each orbit of a group that acts freely on the
// vertices, and its images. So does "file", whose schedule is the caller's.

// sends compiles a schedule send by send.
func (c *Compiler) sends(s sched.Schedule) error {
	if err := c.written(); err != nil {
		return err
	}
	es, err := Sends(s)
	if err == nil {
		c.explicit(es...)
	}
	return err
}

// explicit compiles a universal schedule, or one for each segment. What reaches a rank
// for one block, or segment of it, in one step is one op, senders in order.
func (c *Compiler) explicit(es ...*sched.Explicit) {
	list := inOrder(es)
	ops := len(list) + len(es)*c.g.Size
	from := ops
	if es[0].Task == sched.Accumulate { // what a sum has already is one more
		from += len(list)
	}
	c.expect(ops, from)
	switch es[0].Task {
	case sched.Broadcast:
		c.explicitBroadcast(list, len(es))
	case sched.Accumulate:
		c.explicitAccumulate(list, len(es))
	default:
		c.explicitExchange(list)
	}
}

// sent is a send of a segment.
type sent struct {
	sched.Send
	segment int32
}

// inOrder is the sends by time, receiver, segment, word and sender.
func inOrder(es []*sched.Explicit) (list []sent) {
	for i, e := range es {
		list = slices.Grow(list, len(e.Sends)*(len(es)-i))
		for _, s := range e.Sends {
			list = append(list, sent{s, int32(i)})
		}
	}
	slices.SortFunc(list, func(a, b sent) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.To, b.To), cmp.Compare(a.segment, b.segment),
			cmp.Compare(a.Item, b.Item), cmp.Compare(a.From, b.From))
	})
	return list
}

func (c *Compiler) explicitBroadcast(list []sent, segments int) {
	for i := 0; i < len(list); {
		c.step()
		if !c.whole() && i == 0 {
			for c.at = range int32(segments) {
				for r := range c.g.Size {
					c.copy(1, dst(r, r), src(r, 0))
				}
			}
		}
		for now := list[i].Time; i < len(list) && list[i].Time == now; i++ {
			from, item := int(list[i].From), int(list[i].Item)
			c.at = list[i].segment
			if from == item && !c.whole() {
				c.copy(1, dst(int(list[i].To), item), src(from, 0))
			} else {
				c.copy(1, dst(int(list[i].To), item), dst(from, item))
			}
		}
	}
}

func (c *Compiler) explicitAccumulate(list []sent, segments int) {
	p := c.g.Size
	begun := make([]bool, segments*p*p)
	number := func(rank, block int) int { return (int(c.at)*p+rank)*p + block }
	sum := func(rank, block int) Ref {
		switch {
		case !begun[number(rank, block)]:
			return src(rank, block)
		case c.whole():
			return dst(rank, block)
		case rank == block:
			return dst(rank, 0)
		}
		return tmp(rank, block)
	}
	for i := 0; i < len(list); {
		c.step()
		for now := list[i].Time; i < len(list) && list[i].Time == now; {
			to, item := int(list[i].To), int(list[i].Item)
			c.at = list[i].segment
			from := []Ref{sum(to, item)}
			for ; i < len(list) && list[i].Time == now && int(list[i].To) == to && list[i].segment == c.at && int(list[i].Item) == item; i++ {
				from = append(from, sum(int(list[i].From), item))
			}
			begun[number(to, item)] = true
			c.fold(1, sum(to, item), from...)
		}
	}
}

func (c *Compiler) explicitExchange(list []sent) {
	room, slot := newRoom(), map[[2]int32]int32{}
	for i := 0; i < len(list); {
		c.step()
		if i == 0 {
			for r := range c.g.Size {
				c.copy(1, dst(r, r), src(r, r))
			}
		}
		for now := list[i].Time; i < len(list) && list[i].Time == now; i++ {
			s, word := &list[i], [2]int32{list[i].Item, list[i].Dst}
			from := src(int(s.From), int(s.Dst))
			if s.From != s.Item {
				from = tmp(int(s.From), int(slot[word]))
				room.leave(s.From, slot[word])
			}
			to := dst(int(s.To), int(s.Item))
			if s.To != s.Dst {
				slot[word] = room.enter(s.To)
				to = tmp(int(s.To), int(slot[word]))
			}
			c.copy(1, to, from)
		}
		room.nextStep()
	}
	c.Room = room.size()
}
