package coll

// Between cores that are far apart (distance.go), a team writes to others' vectors past the caches if it
// has learned that ordinary stores take long (lesson.go). On a Zen 4 an ordinary store to a line that a far
// core has read since it was last written takes 28 ns, and the stores behind it wait; to any other line it
// takes 4 at most. (Between near cores 7, and 2.) Where programs read their results between calls all
// lines are so. Past the caches a store takes 1.4 ns, whoever has read the line, and its next load 2.2
// (BenchmarkReadLines). Far teams also give rather than take: the owner of what others have read pays as
// much when it writes there again.
//
// Two far cores of a Zen 4 then take so much of the time with 8 KiB to 1 MiB of a processor's longer vector,
// where processors write what they give before each call and read what they get after it, in brackets
// with vectors that nobody touches between the calls (BenchmarkFarPast):
//
//	             by 2                        by 8
//	allgather    0.19 … 0.50 (1.0 … 1.15)    0.17 … 0.92 (1.0 … 1.2)
//	alltoall     0.35 … 0.54 (1.0 … 1.4)     0.22 … 0.38 (0.8 … 1.0)
//	alltoallv    0.35 … 0.53 (1.0 … 1.35)    0.21 … 0.63 (0.95 … 1.55)
//	broadcast    0.50 … 0.95 (1.0 … 1.15)    0.27 … 0.93 (1.0 … 1.3)
//	gather       0.12 … 0.88 (1.0)           0.13 … 0.88 (1.0)
//
// Sums write to others what they have just read there: anew.go.

const (
	pastFrom = 8 << 10 // bytes of a processor's longer vector, if those are pastLeast for each processor
	fewGiven = 4       // processors of a team that an allgather or a broadcast gives to one by one: larger teams take, once for all of theirs
)

// distant reports whether a call whose longest vector, of an alltoallv the mean one, has so many bytes is one
// between far cores that may go past the caches. All teams say the same for the same bytes, whoever of them is
// in place.
func (j *job[T]) distant(bytes int) bool {
	return j.p.distant(bytes) && len(j.p.g.teams) > 1 && j.bytesApart() < j.p.c.m.spill.pieces
}

// takes reports whether far teams of several processors load what others give in the calls that are not distant:
// those of short vectors, of many processors a team (fewGiven), and of more than distant says that do not go past
// the caches yet. Of an allgather of many that takes 0.18 … 0.21 (0.95 … 1.0) of the time of ordinary stores to
// each other, with vectors of 24 to 48 MiB 0.4 … 1.04 (0.9 … 1.05).
func (j *job[T]) takes() bool {
	g := j.p.g
	return g.m.isFar && g.most > 1 && len(g.teams) > 1 && j.bytesApart() < g.m.spill.copies
}

// distant is the same of a short call of single processors, which knows nothing of the others' vectors.
func (m *member) distant(bytes int) bool {
	return bytes >= max(pastFrom, pastLeast*m.g.size) && m.c.m.isFar && !m.c.m.spill.never()
}

// others is how many processors the other teams have.
func (m *member) others() int { return m.g.size - len(m.t.ranks) }

// othersBut is how many of them are not that one.
func (m *member) othersBut(r int) int {
	if m.g.seats[r].t != m.t {
		return m.others() - 1
	}
	return m.others()
}

// toward is the passage to a vector of rank r.
func (w passage) toward(p *Proc, r int) passage {
	w.past = w.past || w.others && p.g.seats[r].t != p.t
	return w
}
