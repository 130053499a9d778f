package program

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// CayleyAlltoall compiles the universal exchange: by one template the word of the identity for
// v goes along the path of v, and that of s for s·v along its translate. Between
// hops a word waits in room of the processor where it is.
func (c *Compiler) CayleyAlltoall() error {
	graph, err := c.g.Graph()
	if err != nil {
		return err
	}
	s, b, err := exchange(graph)
	if err != nil {
		return err
	}
	c.Bound = b.Value
	t, ok := s.(*sched.ExchangeTemplate)
	if !ok {
		return c.sends(s)
	}
	if err := c.translated(t.Graph); err != nil {
		return err
	}
	c.universalExchange(t)
	return nil
}

// fewSources is the processors up to which an exchange whose template takes more steps than the
// bound is made by fewer symmetries, by several templates: some rings and tori take fewer steps
// then. Where that saves nothing it costs some seconds on circulants of 40 and more, milliseconds
// on the graphs that a machine takes by itself, and with more processors longer.
const fewSources = 48

// exchange is the schedule to follow, a template where one will do, and its bound.
func exchange(g cayley.Graph) (sched.Schedule, sched.Bound, error) {
	if group, ok := g.(cayley.Cayley); ok && g.Order() > fewSources && !cayley.IsHypercube(g) {
		t, b, err := sched.BuildExchange(group, sched.Scope{})
		return t, b, err
	}
	return hypercube.Plan(g, sched.Request{Task: sched.Exchange})
}

// hop is one hop of a word of an exchange.
type hop struct {
	time        int32
	item        int32 // the word: its path in the template
	index, hops int32 // it is the index-th of so many
	at          int32 // the vertex that it leaves
	to          int32
}

func (c *Compiler) universalExchange(t *sched.ExchangeTemplate) {
	var list []hop
	for v := range t.Graph.Order() {
		u, n := 0, t.Start[v+1]-t.Start[v]
		for k := range n {
			i := t.Start[v] + k
			next := t.Graph.Mul(u, t.Graph.Gen(int(t.Gen[i])))
			list = append(list, hop{t.Time[i], int32(v), int32(k), int32(n), int32(u), int32(next)})
			u = next
		}
	}
	slices.SortFunc(list, func(a, b hop) int { return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.item, b.item)) })
	room := newRoom()
	slot := make([]int32, t.Graph.Order()) // where the word of v waits
	for i := 0; i < len(list); {
		c.step()
		if i == 0 {
			c.copy(1, dst(0, 0), src(0, 0))
		}
		for now := list[i].time; i < len(list) && list[i].time == now; i++ {
			h := &list[i]
			g := t.Graph
			back := g.Inv(int(h.to))
			rank := g.Mul(back, int(h.at)) // of the sender, from the receiver
			from := src(rank, g.Mul(back, int(h.item)))
			if h.index > 0 {
				from = tmp(rank, ^int(slot[h.item]))
				room.leave(0, slot[h.item])
			}
			to := dst(0, back)
			if h.index < h.hops-1 {
				slot[h.item] = room.enter(0)
				to = tmp(0, ^int(slot[h.item]))
			}
			c.copy(1, to, from)
		}
		room.nextStep()
	}
	c.Room = room.size()
}
