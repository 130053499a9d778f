package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// OneWay writes the schedule out for links that carry one word a step, in one
// direction (2.19). A step in which a generator and its inverse are both used
// becomes two: the arcs of one, then those of the other; of a generator that is
// its own inverse the arcs that lead up, then those that lead down. Other steps
// stay one. The last step of a broadcast (first of an accumulation) is made one
// where its words can be brought over generators of which no two share links.
// At most 2T steps; P sends a vertex served, as Expand. An invalid template is Verify's
// error.
func (t *Template) OneWay() (*Explicit, error) {
	if err := t.Verify(); err != nil {
		return nil, err
	}
	if t.Task == Accumulate {
		b, err := t.Reverse()
		if err != nil {
			return nil, err
		}
		e, err := b.OneWay()
		if err != nil {
			return nil, err
		}
		r := e.reverse()
		r.Graph = t.Graph
		return r, r.Verify()
	}
	if err := tooMany(len(t.Time), len(t.Order())); err != nil { // before the search that lastAlone is
		return nil, err
	}
	e, err := t.lastAlone().Expand()
	if err != nil {
		return nil, err
	}
	return e.oneWay(t.Graph)
}

// OneWay is Template.OneWay for an exchange: at most 2T steps.
func (t *ExchangeTemplate) OneWay() (*Explicit, error) {
	if err := t.Verify(); err != nil {
		return nil, err
	}
	e, err := t.Expand()
	if err != nil {
		return nil, err
	}
	return e.oneWay(t.Graph)
}

// oneWay splits the steps of an expanded schedule.
func (e *Explicit) oneWay(g cayley.Cayley) (*Explicit, error) {
	e.closeUp() // a file may leave 2³¹ steps idle
	inv := cayley.InverseGens(g)
	arcs := newArcs(g, len(e.Sends))
	uses := make([][]bool, e.Steps+1) // by step and generator
	gen := make([]int32, len(e.Sends))
	for i := range e.Sends {
		s := &e.Sends[i]
		gen[i] = int32(arcs.find(s.From, s.To))
		if uses[s.Time] == nil {
			uses[s.Time] = make([]bool, len(inv))
		}
		uses[s.Time][gen[i]] = true
	}
	first := make([]int32, e.Steps+1) // by step: the first of its one or two
	two := make([]bool, e.Steps+1)
	at := int32(1)
	for t := 1; t <= e.Steps; t++ {
		first[t] = at
		for k, used := range uses[t] {
			two[t] = two[t] || used && inv[k] >= 0 && uses[t][inv[k]]
		}
		at++
		if two[t] {
			at++
		}
	}
	for i := range e.Sends {
		s, k := &e.Sends[i], int(gen[i])
		t := s.Time
		s.Time = first[t]
		if j := inv[k]; two[t] && (j >= 0 && j < k || j == k && s.To < s.From) {
			s.Time++
		}
	}
	e.Model, e.Steps = OneWay, 0
	for i := range e.Sends {
		e.Steps = max(e.Steps, int(e.Sends[i].Time))
	}
	if err := e.Verify(); err != nil {
		return nil, fmt.Errorf("sched: internal error: made an invalid schedule: %w", err)
	}
	return e, nil
}

// lastAlone is t with the last step brought over generators that share no
// links, if there is such a choice; else t.
func (t *Template) lastAlone() *Template {
	inv, tail := cayley.InverseGens(t.Graph), cayley.In(t.Graph)
	// A place is the lesser of a generator and its inverse.
	m := newKuhn(len(inv), 1, func(int32) int { return len(inv) }, func(v int32, k int) int32 {
		u := tail(int(v), k)
		switch j := inv[k]; {
		case j == k || int(t.Time[u]) >= t.Steps || u != 0 && t.Time[u] == 0:
			return -1
		case j >= 0:
			return int32(min(j, k))
		}
		return int32(k)
	})
	for v, at := range t.Time {
		if at > 0 && int(at) == t.Steps && !m.match(int32(v)) {
			return t
		}
	}
	r := *t
	r.Gen = slices.Clone(t.Gen)
	for class := range inv {
		for _, c := range m.in(class) {
			r.Gen[c.thing] = c.i
		}
	}
	return &r
}
