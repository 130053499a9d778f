package coll

import "fmt"

// How many of a group called it which way: two ranks that disagree do not say which of them is
// the odd one. When a mismatch is found some may still be on their way (hearing.go), so they are
// asked at the end of the Run.

// dispute is a disagreement of two ranks of a group: a made the call x, b the call y.
type dispute struct {
	error  *Error
	g      *group
	a, b   int
	x, y   call
	counts string // where their counts differ
}

// failDisputed is fail because of a dispute.
func (m *Machine) failDisputed(d dispute) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failLocked(d.error); m.cause == error(d.error) {
		m.dispute = d
	}
}

// tellSides tells the sides of the dispute that has ended the Run, if one has. All
// processors are back.
func (m *Machine) tellSides() {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.dispute
	m.dispute = dispute{}
	if d.error != nil && m.cause == error(d.error) {
		m.cause = d.withSides(func(r int) (c call, here bool) {
			if d.g.members[r] == nil {
				return call{}, false
			}
			return d.g.members[r].callAt(d.error.Seq), true
		})
	}
}

// callAt is the member's call of a number; the zero call where it has not come to it.
func (m *member) callAt(seq uint64) call {
	switch {
	case m.seq == seq:
		return m.t.calls[m.place]
	case m.seq+1 == seq:
		return m.missed
	case m.seq > seq && m.seq-seq < remembered:
		return m.t.log[seq%remembered]
	}
	return call{}
}

// withSides is the error with all sides. callOf is a rank's call, the zero call where it has not
// come, and whether it is known here.
func (d *dispute) withSides(callOf func(r int) (c call, known bool)) *Error {
	var first, second, others []int // who called it as a, as b, and otherwise
	calls, came, known := map[call]bool{}, 0, 0
	for r := range d.g.size {
		c, here := callOf(r)
		if here {
			known++
		}
		if c == (call{}) {
			continue
		}
		came++
		switch c {
		case d.x:
			first = append(first, r)
		case d.y:
			second = append(second, r)
		default:
			others = append(others, r)
			calls[c] = true
		}
	}
	if d.y.collective() == finish {
		e := *d.error
		if len(second) == 0 {
			e.Text += borrowed
			return &e
		}
		e.Text = fmt.Sprintf("%s %v, %s", d.g.who(d.a), d.x, haveReturned(d.g.worlds(second)))
		return &e
	}
	if len(first) > len(second) {
		d.a, d.b, d.x, d.y, first, second = d.b, d.a, d.y, d.x, second, first
	}
	e := d.asError(d.error.Seq)
	var sides []string
	here := ""
	if known < d.g.size {
		here = " in this process"
	}
	if len(second) > 1 {
		sides = append(sides, fmt.Sprintf("%d of %d%s did as rank %d", len(second), known, here, e.Other))
	}
	if len(first) > 1 {
		sides = append(sides, fmt.Sprintf("%s as rank %d", ranks(d.g.worlds(first)), e.Rank))
	}
	switch {
	case len(calls) == 1:
		for c := range calls {
			sides = append(sides, fmt.Sprintf("%s %v", ranks(d.g.worlds(others)), c))
		}
	case len(calls) > 1:
		sides = append(sides, ranks(d.g.worlds(others))+" did neither")
	}
	if n := known - came; n > 0 {
		sides = append(sides, fmt.Sprintf("%d%s had not come", n, here))
	}
	for _, side := range sides {
		e.Text += "; " + side
	}
	return e
}
