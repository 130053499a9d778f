package sched

import "fmt"

// pack writes a two-way schedule out for links that carry one word a step, in
// one direction: in order of time, every send takes the first step after its
// word has come in which its edge is free. An edge has at most two sends of one
// two-way step, so none comes later than step 2t. O(sends).
func (e *Explicit) pack() (*Explicit, error) {
	r := e.packed()
	if err := r.Verify(); err != nil {
		return nil, fmt.Errorf("sched: internal error: made an invalid schedule: %w", err)
	}
	return r, nil
}

func (e *Explicit) packed() *Explicit {
	if e.Task == Accumulate { // the reverse of a broadcast, against the arcs if they have directions
		return e.reverse().packed().reverse()
	}
	r := *e
	r.Model, r.Steps, r.Sends = OneWay, 0, make([]Send, 0, len(e.Sends))
	p := e.Graph.Order()
	edges := make(map[int64]*nextFree)
	ready := newPairs(p, p, len(e.Sends)) // by word and vertex: when it has come
	for _, i := range e.byTime() {
		s := e.Sends[i]
		edge := int64(min(s.From, s.To))*int64(p) + int64(max(s.From, s.To))
		if edges[edge] == nil {
			edges[edge] = new(nextFree)
		}
		from, to := s.From, s.To
		if e.Task == Exchange { // a word is where it is: one time a word
			from, to = s.Dst, s.Dst
		}
		s.Time = edges[edge].take(ready.get(s.Item, from) + 1)
		ready.put(s.Item, to, s.Time)
		r.Steps = max(r.Steps, int(s.Time))
		r.Sends = append(r.Sends, s)
	}
	return &r
}
