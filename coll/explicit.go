package coll

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// On graphs without a group of their own (Petersen, Johnson, …) the algorithm
// "cayley" follows a schedule written out send by send: one template for each
// orbit of a group that acts freely on the vertices, and its images.

// sends is the verified schedule of a task on any graph, written out.
func sends(g cayley.Graph, task sched.Task) (*sched.Explicit, error) {
	s, _, err := sched.Plan(g, sched.Request{Task: task, Method: "auto"})
	if err != nil {
		return nil, err
	}
	if o, ok := s.(interface {
		Expand() (*sched.Explicit, error)
	}); ok {
		return o.Expand()
	}
	return s.(*sched.Explicit), nil
}

// explicit compiles a schedule of broadcasts or accumulations: what reaches a
// rank for one block in one step is one op, senders in order.
func (c *compiler) explicit(e *sched.Explicit) {
	list := slices.Clone(e.Sends)
	slices.SortFunc(list, func(a, b sched.Send) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.To, b.To), cmp.Compare(a.Item, b.Item), cmp.Compare(a.From, b.From))
	})
	for i := 0; i < len(list); {
		c.step()
		for now := list[i].Time; i < len(list) && list[i].Time == now; {
			to, item := list[i].To, list[i].Item
			var from []int
			for ; i < len(list) && list[i].Time == now && list[i].To == to && list[i].Item == item; i++ {
				from = append(from, int(list[i].From))
			}
			c.add(int(to), int(item), int(item)+1, e.Task == sched.Accumulate, from...)
		}
	}
}
