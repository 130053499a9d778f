package sched

import (
	"cmp"
	"slices"
)

// OneWay writes the schedule out for links that carry one word a step, in one direction (2.19),
// in at most 2T steps (pack). The last step of a broadcast (first of an accumulation) stays one
// step if its words can travel over generators of which no two share links. It takes P sends
// for each served vertex, like Expand, and memory as Plan says. The error of an invalid
// template is Verify's.
func (t *Template) OneWay() (*Explicit, error) {
	if err := t.Verify(); err != nil {
		return nil, err
	}
	if t.Task == Accumulate {
		e, err := t.back().OneWay()
		if err != nil {
			return nil, err
		}
		r := e.reverse()
		r.Graph = t.Graph
		return made(r)
	}
	if err := tooMany(len(t.Time), len(t.Order())); err != nil { // before the search that lastAlone is
		return nil, err
	}
	e, err := t.lastAlone().Expand()
	if err != nil {
		return nil, err
	}
	return e.pack()
}

// OneWay is Template.OneWay for an exchange.
func (t *ExchangeTemplate) OneWay() (*Explicit, error) {
	if err := t.Verify(); err != nil {
		return nil, err
	}
	e, err := t.expand(true)
	if err != nil {
		return nil, err
	}
	return e.pack()
}

// OneWay is Template.OneWay for several orbits, the last step like any other.
func (o *OrbitSchedule) OneWay() (*Explicit, error) {
	if err := o.Verify(); err != nil {
		return nil, err
	}
	e, err := o.Expand()
	if err != nil {
		return nil, err
	}
	return e.pack()
}

// OneWay is Template.OneWay for a schedule written out, the last step like any other. If a
// fault of e makes the result invalid, the error is Verify's. A schedule that is one-way
// already is returned as it is, unverified.
func (e *Explicit) OneWay() (*Explicit, error) {
	if err := whole(e); err != nil {
		return nil, err
	}
	if e.Model == OneWay {
		return e, nil
	}
	if err := cmp.Or(e.check(), e.checkSteps()); err != nil {
		return nil, err
	}
	r, err := e.ordered().pack()
	if err != nil { // all of e is verified only where it may be at fault
		if own := e.Verify(); own != nil {
			return nil, own
		}
	}
	return r, err
}

// pack writes a two-way schedule out for links that carry one word a step, in
// one direction: in order of time, every send takes the first step after its
// word has come in which its edge is free. An edge has at most two sends of one
// two-way step, so none comes later than step 2t. O(sends). Sends in order of time become those
// of the result: there may be no memory for both.
func (e *Explicit) pack() (*Explicit, error) {
	return made(e.packed())
}

func (e *Explicit) packed() *Explicit {
	if e.Task == Accumulate { // the reverse of a broadcast, against the arcs if they have directions
		return e.reverse().packed().reverse()
	}
	if !slices.IsSortedFunc(e.Sends, func(a, b Send) int { return cmp.Compare(a.Time, b.Time) }) {
		e = e.ordered()
	}
	r := *e
	r.Model, r.Steps = OneWay, 0
	p := e.Graph.Order()
	edges := make(map[int64]*nextFree)
	ready := newPairs(p, p, len(e.Sends)) // by word and vertex: when it has come
	for i := range r.Sends {
		s := &r.Sends[i]
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
	}
	return &r
}
