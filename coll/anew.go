package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Vectors written anew. A store to a line that another core has read since it was last written takes
// long: on a Zen 4 7 ns between near cores and 28 between far ones. But if that core has stored to the
// line after reading it, as an allreduce in place does, it takes 1.6 and 3.8, and if it has not read it
// 1.2 (BenchmarkReadLines). So where a processor writes its src before each call, it copies src to dst
// and gives that: nobody else comes near its src, and others store to its dst what they have just read
// there. Its own team decides, by three words of the src of its first processor (glimpse.go). A program that gives the
// same words again and again, as a benchmark may, loses nothing; one that writes these and little else
// pays for the copies. Where no dst can serve, they give copies in rooms: direct_room.go, direct_room_team.go.
//
// Two cores of a Zen 4 then take so much of the time, where processors write what they give before each
// call and read what they get after it (BenchmarkFresh; with vectors that nobody touches between the calls
// 1.0, by 2 from 2 to 8 KiB 1.0 … 1.04). Of near cores a team's vectors are at most half the second cache:
//
//	                              near           far
//	allreduce by 2, from 2 KiB    0.33 … 0.85    0.22 … 0.73
//	by 4 to 16                    0.46 … 0.88    0.25 … 0.78
//	reduce by 2, from 2 KiB       0.51 … 0.90    0.38 … 0.73
//	by 4 to 16                    0.69 … 1.0     0.61 … 1.0
//	scan by 2, from 8 KiB         0.75 … 0.93    0.73 … 0.88
//	by 4 to 16, from 4 KiB        0.52 … 0.83    0.31 … 0.65
//
// By 64 sums of 8 and 16 KiB, between near cores, take 0.6 … 0.83.
//
// Two cores of an Intel Xeon (Emerald Rapids), where such a store takes 5 or 6 ns instead of 1.5 whether the other has
// stored there or not, take from keptFrom or keptAlone on for an allreduce 0.58 … 0.98, for a scan 0.61 … 0.96, for a
// reduce by 2 0.70 … 0.92 (longer ones than aloneMost 1.25: they are not given so), by 4 0.87 … 0.98, by 8 and 16
// 0.92 … 1.0; with vectors that nobody touches 0.97 … 1.05.
//
// On two cores of a Zen 3 such a store takes 2.7 ns instead of 1.7. With up to 256 KiB of a team an allreduce by 2 to 16
// takes 0.60 … 1.0 of the time, a reduce 0.82 … 1.06, a scan by 2 to 8 0.72 … 1.14, by 16 and 64 0.96 … 1.16; with vectors
// that nobody touches 0.93 … 1.07. Lines that are handed back gain nothing there, but by broadcasts between two.

const (
	freshFrom  = 2 << 10  // bytes of a vector from which that pays in an allreduce, reduce or broadcast, and where single processors give rooms,
	freshScan  = 4 << 10  // in a scan or a gather of teams of several
	freshAlone = 8 << 10  // in a scan of single processors,
	freshParts = 16 << 10 // and in a scatter or a reducescatter of teams of several
	keptFrom   = 1 << 10  // where lines are not handed back, in any of teams of several,
	keptAlone  = 4 << 10  // and in an allreduce or scan of single processors
)

// copiesAnew reports whether copies are given at all: not between hosts that seem to be on one core, which have
// all lines in common.
func (m *Machine) copiesAnew() bool { return m.freshMost > 0 && !m.isOne }

// mayBeFresh reports whether the team looks at what it gives in a call of vectors of so many bytes, where it
// pays from least on to give copies. It is inlined: short calls notice a call more.
func (m *member) mayBeFresh(bytes, least int) bool {
	return bytes >= least && m.c.m.copiesAnew() && len(m.g.teams) > 1 && m.t.glances.due()
}

// given is what a processor alone gives where mayBeFresh says so: src, or dst with a copy of it. Where NaN is
// refused, nothing is written before all have come.
func given[T Elem](m *member, dst, src []T) []T {
	if m.c.m.cfg.RefuseNaN || m.g.ended() || !gaveAnew(m.t, src) {
		return src
	}
	m.look() // nothing is written by who unwinds
	asm.Copy(dst, src)
	return dst
}

// copiesFrom is the bytes from which copies pay: so many where lines are handed back, or else where they are kept.
func (m *Machine) copiesFrom(handed, kept int) int {
	if m.handing {
		return handed
	}
	return kept
}

// giveCopies is the same for a team, or its root of a reduce: others find src where dst is.
func (j *job[T]) giveCopies(least int) {
	p, own, bytes := j.p, j.s.teams[j.p.t.id], j.n*sizeOf[T]()
	dst, src := own.dst, own.src
	if j.c.collective() == reduce {
		at := p.g.seats[j.c.root()]
		if at.t != p.t || bytes > aloneMost && !p.c.m.handing {
			return
		}
		dst, src = dst[at.place:at.place+1], src[at.place:at.place+1]
	}
	least = p.c.m.copiesFrom(least, keptFrom)
	fits := bytes*len(own.src) <= p.c.m.freshMost || p.c.m.isFar && j.bytesApart() < p.c.m.spill.pieces
	if !fits || &dst[0][0] == &src[0][0] || p.c.m.cfg.RefuseNaN || !j.findsAnew(src[0], bytes, least) {
		return
	}
	for i := range src {
		p.look()
		move(dst[i], src[i])
		src[i] = dst[i]
	}
}
