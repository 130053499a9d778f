package coll

import "fmt"

// disagree ends the Run because two ranks made calls that do not belong
// together, or one of them has returned.
func (m *member) disagree(a, b int) {
	g := m.g
	a, b = min(a, b), max(a, b)
	if g.callOf(b).collective() != finish && g.callOf(a).collective() == finish {
		a, b = b, a
	}
	x, y := g.callOf(a), g.callOf(b)
	if y.collective() == finish {
		m.conflict(ErrMissing, a, b, "%s %v, %s has returned", g.who(a), x, g.who(b))
	}
	m.conflict(ErrMismatch, a, b, "%s %v, %s %v", g.who(a), x, g.who(b), y)
}

// conflict ends the Run because of what the ranks a and b of the group did.
func (m *member) conflict(kind error, a, b int, format string, args ...any) {
	g := m.g
	m.c.m.fail(&Error{Kind: kind, Collective: g.callOf(a).collective().String(), Seq: m.seq,
		Rank: g.world(a), Other: g.world(b), Text: fmt.Sprintf(format, args...)})
	m.c.unwind()
}

// who is a rank of the group by its number in the machine.
func (g *group) who(r int) string {
	if g.name == "" {
		return fmt.Sprintf("rank %d", r)
	}
	return fmt.Sprintf("rank %d (%d of %s)", g.world(r), r, g.name)
}

// misuse ends the Run because of what this processor asked for.
func (m *member) misuse(format string, args ...any) {
	m.c.m.fail(&Error{Kind: ErrUsage, Rank: m.c.rank, Other: -1, Seq: m.seq,
		Text: m.g.who(m.rank) + ": " + fmt.Sprintf(format, args...)})
	m.c.unwind()
}

// outlived says that the processor's group is of an earlier Run. Inlined, it makes the
// frame of every collective longer.
//
//go:noinline
func (m *member) outlived() {
	m.misuse("a collective of %s, which ended with an earlier Run; Split again", m.g.name)
}

// checkRun ends the Run if the processor's group ended with an earlier one.
func (m *member) checkRun() {
	if m.g.run != 0 && m.g.run != m.c.m.runs {
		m.misuse("exchange in %s, which ended with an earlier Run; Split again", m.g.name)
	}
}
