package coll

import (
	"math/bits"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// Which sums go onward in portions: those whose vectors are written anew. Each team looks at what it gives, as in
// anew.go, and says beside its signal what it saw. If both see it written anew, the next call of the same
// collective and of about as many bytes goes that way (every interleaving: internal/model/portions.pml).

// portionsFrom is how many processors the larger team has at least. Of an allreduce all get the sum, which takes
// longer than what crosses; of a scan n elements cross once.
func portionsFrom(c collective) int {
	switch c {
	case allreduce:
		return 6
	case scan, exscan:
		return 2
	}
	return 4
}

// passing is what a team knows of such calls.
type passing struct {
	asked uint64                       // the latest call that may go in portions
	anew  uint64                       // … in which what the team's first processor gives was written anew
	both  [len(collectiveNames)]uint32 // by the length of the number of bytes: whether that held for both teams
	of    collective                   // asked is of it,
	bit   uint32                       // and of so many bytes
}

// mayGoInPortions reports whether a sum of vectors of n elements may; all teams find the same.
func (j *job[T]) mayGoInPortions(n int) bool {
	g, bytes := j.p.g, n*sizeOf[T]()
	return g.paired && g.most >= portionsFrom(j.c.collective()) && bytes <= min(portionsLongest, g.m.sumsOnward/g.most)
}

// goesInPortions reports whether one whose words are in vectors of n elements does, once it has looked
// at what the team gives. It comes before pack.
func (j *job[T]) goesInPortions(n int) bool {
	if !j.mayGoInPortions(n) {
		return false
	}
	p, bytes := j.p, n*sizeOf[T]()
	o := &p.t.passing
	o.asked, o.of, o.bit = p.seq, j.c.collective(), 1<<bits.Len(uint(bytes))
	if p.mayBeFresh(bytes, keptFrom) && gaveAnew(p.t, j.s.teams[p.t.id].src[0]) {
		o.anew = p.seq
	}
	return o.both[o.of]&o.bit != 0
}

// findsAnew reports whether vectors of which at is the first, of so many bytes, are written anew, where it pays from
// least on to give copies. If the call may go in portions, goesInPortions has looked.
func (j *job[T]) findsAnew(at []T, bytes, least int) bool {
	if o := &j.p.t.passing; o.asked == j.p.seq {
		return o.anew == j.p.seq && bytes >= least
	}
	return j.p.mayBeFresh(bytes, least) && gaveAnew(j.p.t, at)
}

// saidAnew is where a team says in such a call whether it was: behind the addresses, if they lie there.
func (t *team) saidAnew(seq uint64) *int64 {
	at := 2 * len(t.ranks)
	if len(t.ranks) > addressedMost {
		at = 0
	}
	return &buffers.Payload[int64](&t.line, seq, buffers.LineWords)[at]
}

const _ = uint(buffers.LineWords - 1 - 2*addressedMost)

// sayAnew comes before publish, with the addresses or in their place.
func (m *member) sayAnew() {
	if o := &m.t.passing; o.asked == m.seq {
		said := m.t.saidAnew(m.seq)
		if *said = 0; o.anew == m.seq {
			*said = 1
		}
	}
}

// hearAnew comes when both teams have come, from meetAt or, in portions, from openPortions.
func (m *member) hearAnew() {
	o := &m.t.passing
	if o.asked != m.seq {
		return
	}
	if o.both[o.of] &^= o.bit; o.anew == m.seq && *m.g.teams[1-m.t.id].saidAnew(m.seq) != 0 {
		o.both[o.of] |= o.bit
	}
}
