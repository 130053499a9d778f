package coll

import "fmt"

// disagree ends the Run because this rank and another one made calls that do not belong
// together, or one of them has returned.
func (m *member) disagree(other int) {
	g := m.g
	m.hearSides()
	m.c.hold() // nobody who unwinds makes another call of what is read here
	a, b := min(m.rank, other), max(m.rank, other)
	if g.callOf(b).collective() != finish && g.callOf(a).collective() == finish {
		a, b = b, a
	}
	d := dispute{g: g, a: a, b: b, x: g.callOf(a), y: g.callOf(b), counts: g.counts(a, b)}
	d.error = d.asError(m.seq)
	m.c.m.failDisputed(d)
	m.c.unwind()
}

// asError is the error that names the two.
func (d *dispute) asError(seq uint64) *Error {
	g := d.g
	e := &Error{Kind: ErrMismatch, Collective: d.x.collective().String(), Seq: seq, Rank: g.world(d.a), Other: g.world(d.b)}
	if d.y.collective() == finish {
		e.Kind, e.Text = ErrMissing, fmt.Sprintf("%s %v, %s has returned", g.who(d.a), d.x, g.who(d.b))
	} else {
		e.Text = fmt.Sprintf("%s %v, %s %v%s", g.who(d.a), d.x, g.who(d.b), d.y, d.counts)
	}
	if d.x == d.y && d.counts == "" {
		e.Text += borrowed
	}
	return e
}

// borrowed is what an error adds about two calls that were found unlike, and are alike when they are
// looked at again, or about a rank that has returned and then made a call: somebody else made one.
const borrowed = "; is a Proc used by another goroutine, or another rank, than its own?"

// counts is where two ranks that called the same collective differ in its counts, as
// far as this process knows them.
func (g *group) counts(a, b int) string {
	c, x, y := g.callOf(a).collective(), g.members[a], g.members[b]
	if c != g.callOf(b).collective() || !c.counted() || x == nil || y == nil {
		return ""
	}
	for r := range g.size {
		if p, q := x.offsets[r+1]-x.offsets[r], y.offsets[r+1]-y.offsets[r]; p != q {
			return fmt.Sprintf(": counts[%d] is %d of %s and %d of %s", r, p, g.who(a), q, g.who(b))
		}
	}
	return ""
}

// mismatch ends the Run because what the ranks a and b of the group did in c does not fit, in calls
// that are alike.
func (m *member) mismatch(c collective, a, b int, format string, args ...any) {
	g := m.g
	m.c.m.fail(&Error{Kind: ErrMismatch, Collective: c.String(), Seq: m.seq,
		Rank: g.world(a), Other: g.world(b), Text: fmt.Sprintf(format, args...)})
	m.c.unwind()
}

// miscounted ends the Run because a rank sends so many elements to another one in a v-form,
// and that counts on so many.
func (m *member) miscounted(c collective, from, to, sent, wanted int) {
	a, b := m.g.who(from), m.g.who(to)
	switch c {
	case gatherv:
		m.mismatch(c, from, to, "gatherv: %s sends %d elements, and the root, %s, counts on %d", a, sent, b, wanted)
	case scatterv:
		m.mismatch(c, to, from, "scatterv: %s has room for %d elements, and the root, %s, sends %d", b, wanted, a, sent)
	default:
		m.mismatch(c, to, from, "alltoallv: %s counts on %d elements from %s (dstCounts[%d]), which sends %d (srcCounts[%d])", b, wanted, a, from, sent, to)
	}
}
