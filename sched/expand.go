package sched

import (
	"cmp"
	"fmt"
	"slices"
)

// MaxSends is the most sends Expand writes out: 5 GiB of them.
const MaxSends = 1 << 28

// Expand writes the schedule out, all translates, in order of time. It takes P sends of 20
// bytes for each served vertex; more than MaxSends are refused.
func (t *Template) Expand() (*Explicit, error) {
	if err := whole(t); err != nil {
		return nil, err
	}
	p := len(t.Time)
	list := t.Order()
	if err := tooMany(p, len(list)); err != nil {
		return nil, err
	}
	e := &Explicit{Graph: t.Graph, Task: t.Task, Scope: t.Scope, Steps: t.Steps, Sends: make([]Send, 0, p*len(list))}
	arc := t.Arcs()
	for _, v := range list {
		from, to := arc(int(v))
		for s := range p {
			e.Sends = append(e.Sends, Send{Time: t.Time[v], From: int32(t.Graph.Mul(s, from)),
				To: int32(t.Graph.Mul(s, to)), Item: int32(s)})
		}
	}
	return e, nil
}

// Expand writes the exchange out, all translates, in the order of source 0's words. It takes P
// sends a hop; more than MaxSends are refused.
func (t *ExchangeTemplate) Expand() (*Explicit, error) { return t.expand(false) }

// expand is Expand, or that in order of time.
func (t *ExchangeTemplate) expand(byTime bool) (*Explicit, error) {
	if err := whole(t); err != nil {
		return nil, err
	}
	if err := t.checkStarts(); err != nil {
		return nil, err
	}
	p := t.Graph.Order()
	if err := tooMany(p, len(t.Gen)); err != nil {
		return nil, err
	}
	list := make([]Send, 0, len(t.Gen)) // of source 0
	for v := range p {
		at := 0
		for i := t.Start[v]; i < t.Start[v+1]; i++ {
			next := t.Graph.Neighbor(at, int(t.Gen[i]))
			list = append(list, Send{Time: t.Time[i], From: int32(at), To: int32(next), Dst: int32(v)})
			at = next
		}
	}
	if byTime { // before there are P times as many
		slices.SortStableFunc(list, func(a, b Send) int { return cmp.Compare(a.Time, b.Time) })
	}
	e := &Explicit{Graph: t.Graph, Task: Exchange, Scope: t.Scope, Steps: t.Steps, Sends: make([]Send, 0, p*len(list))}
	for _, h := range list {
		for s := range p {
			e.Sends = append(e.Sends, Send{Time: h.Time, From: int32(t.Graph.Mul(s, int(h.From))),
				To: int32(t.Graph.Mul(s, int(h.To))), Item: int32(s), Dst: int32(t.Graph.Mul(s, int(h.Dst)))})
		}
	}
	return e, nil
}

func tooMany[N int | int64](p int, each N) error {
	if n := float64(p) * float64(each); n > MaxSends { // which may be more than an int64
		return sizeError{fmt.Errorf("sched: %w: %.0f, the limit is %d", ErrTooMany, n, MaxSends)}
	}
	return nil
}
