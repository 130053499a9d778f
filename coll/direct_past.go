package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Between cores that are far apart (distance.go), a team writes to others' vectors past the caches if it
// has learned that ordinary stores take long (lesson.go). On a Zen 4 a store to a line that the far core
// has read, and not written since, takes 28 ns, ten times as long as one to a line that it has written, or
// to one that is in no cache; stores after it wait. And programs read what they get. Past the caches a line
// takes 2.3 ns, and 2 when it is read. (Near cores: 7 and 1.) Nor does a team read there what it can as well
// be given: its owner is to write it anew.
//
// Two far cores of a Zen 4 then take so much of the time with 8 KiB to 1 MiB of a processor's longer vector,
// where processors write what they give before each call and read what they get after it, in brackets
// with vectors that nobody touches between the calls (BenchmarkFarPast):
//
//	             by 2                        by 8
//	allreduce    0.41 … 0.72 (1.0 … 1.15)    0.43 … 0.50 (1.0)
//	allgather    0.19 … 0.50 (1.0 … 1.15)    0.17 … 0.92 (1.0 … 1.2)
//	alltoall     0.35 … 0.54 (1.0 … 1.4)     0.22 … 0.38 (0.8 … 1.0)
//	broadcast    0.50 … 0.85 (1.0 … 1.15)    0.25 … 0.96 (0.9 … 1.1)
//	gather       0.12 … 0.70 (1.0 … 1.1)     0.12 … 0.63 (1.0 … 1.1)
//
// By 64 allreduce and alltoall take 0.3 … 0.55. In place an allreduce has just read, and so taken over, what
// it stores to. A reduce gains nothing.

const (
	pastFrom = 8 << 10 // bytes of a processor's longer vector
	pushMany = 4       // processors of a team: what more get in an allgather or a broadcast comes once for all of them
)

// distant reports whether a call whose vectors have so many bytes at most is one between far cores. All teams
// say the same, whoever of them is in place.
func (j *job[T]) distant(bytes int) bool {
	return j.p.distant(bytes) && int64(j.elems())*int64(sizeOf[T]()) < j.p.c.m.spill.pieces
}

// distant is the same of a short call of single processors.
func (m *member) distant(bytes int) bool {
	return bytes >= pastFrom && m.c.m.isFar && len(m.g.teams) > 1
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

// foldPast is foldApart whose copies go past the caches.
func foldPast[T Elem](p *Proc, op Op, own, all, from []*T, lo, hi int) {
	const tile = 64 << 10 // bytes, which stay in the second cache
	for step := tile / sizeOf[T](); lo < hi; lo += step {
		n := min(step, hi-lo)
		asm.Fold(op.kernel(), own, from, lo, n)
		for r, to := range all {
			if p.g.seats[r].t != p.t {
				copyPast(p, span(to, lo, n), span(own[0], lo, n))
			}
		}
	}
}
