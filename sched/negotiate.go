package sched

import "github.com/cayleycoll/cayleycoll/cayley"

const (
	negotiateOrder  = 64      // the most vertices of a graph that negotiate is tried on
	negotiatePasses = 6500    // about how often it finds new ways for all words
	negotiateWork   = 1 << 24 // the most arcs it looks at
	negotiateLeast  = 8       // it needs the time to do so at least so often
	negotiateExact  = 8       // how many times that where only the shortest will do
)

// negotiate looks for a schedule of fewer than `steps` steps, at best `bound`, in which every
// source has ways of its own: nil if it finds none. All makers before it let sources take
// translates, or images, of the same ways, or fill one step after the other: where no link may
// idle, and no word wait, there may be no such schedule, or none that they find. An accumulation
// is a broadcast of the graph with its arcs turned, backwards. It counts arcs, not time: the result is the
// same everywhere. Graphs of more than negotiateOrder vertices, and of so many words that
// negotiateLeast passes are too much, are left alone.
func negotiate(g cayley.Graph, r Request, steps, bound int) (*Explicit, error) {
	if g.Order() > negotiateOrder {
		return nil, nil
	}
	from, task := g, r.Task
	if task == Accumulate {
		from, r.Task = cayley.Turned(g), Broadcast
	}
	n := newNegotiator(from, r)
	ends := 0
	for _, w := range n.nets {
		ends += len(w.ends)
	}
	most := int64(negotiateWork)
	if r.Method == "exact" {
		most *= negotiateExact
	}
	pass := int64(ends) * int64(len(n.arcs)) * int64(steps)
	if pass > most/negotiateLeast {
		return nil, nil
	}
	n.work = min(most, negotiatePasses*pass)
	var best *Explicit
	for steps > bound && n.run(steps-1) {
		best = n.explicit(from, r)
		steps = best.Steps
	}
	if best == nil {
		return nil, nil
	}
	if task == Accumulate {
		best = best.reverse()
		best.Graph = g
	}
	return made(best)
}

// explicit writes the ways out.
func (n *negotiator) explicit(g cayley.Graph, r Request) *Explicit {
	e := &Explicit{Graph: g, Task: r.Task, Model: r.Model, Scope: r.Scope}
	var times []int32
	for _, w := range n.nets {
		for _, h := range w.hops {
			s := Send{From: n.arcs[h.arc].from, To: n.arcs[h.arc].to, Item: w.source}
			if r.Task == Exchange {
				s.Dst = w.ends[0]
			}
			e.Sends = append(e.Sends, s)
			times = append(times, h.time)
		}
	}
	e.Steps = closeUp(times)
	for i, at := range times {
		e.Sends[i].Time = at
	}
	return e
}
