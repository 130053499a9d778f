package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// Far teams that give. In a universal broadcast the head's team reads the word of an arc from the tail's
// vector, and the tail's pays for that when it writes there again, as in direct_past.go. So between far cores
// that team writes it to the head's, past the caches, where ordinary calls are found to take long (lesson.go). Who
// copies what has to be the same for all, so the first team decides.
//
// Two far cores of a Zen 4 then take so much of the time by cayley, where processors write what they give before each
// call and read what they get after it, in brackets with vectors that nobody touches between the calls (BenchmarkGiven):
//
//	              allgather of 4, 8 KiB     of 32, 128 KiB            allreduce, parts of 2 to 32 KiB
//	by 2 to 5     0.5 … 0.8 (0.9 … 1.0)     0.3 … 0.6 (0.75 … 1.0)    0.5 … 1.0 (0.15 … 1.0)
//	by 8          0.7 … 0.9 (1.0)           0.65 (1.0 … 1.3)          0.7 … 0.75 (0.6 … 0.7)
//	by 12, 16     0.4 … 0.6 (0.4 … 0.6)     0.4 … 0.6 (0.4 … 0.7)     0.55 … 0.7 (0.45 … 0.65)
//	by 32         0.6 (0.55 … 0.6)          0.6 … 0.75 (0.6 … 0.8)    0.75 … 0.85 (0.7 … 0.8)
//
// An allgather takes 0.8 … 1.1 (1.0 … 1.35) times as long as by direct then, from 32 KiB on.

// An ordinary call is slow if it takes longer than slowStep for each step and, for slowOf lines that the team's own
// processors get, longer than slowLine.
const (
	slowStep = 2 * farTrip
	slowOf   = 6
)

// decideToGive has the first team say whether teams give in a call. Sums gain by it in any case.
func (r *run[T]) decideToGive(c call) {
	p, own := r.p, r.s.teams[0]
	if p.t.id > 0 {
		return
	}
	given := r.prog.Given != nil && r.stride >= bySourceLeast && !r.past && p.distant(r.bytes()) &&
		(c.collective() == allreduce || p.t.beginWriting(c, r.bytes()))
	if own.given != given { // others read it, until they have made a step
		own.given = given
	}
}

// learnToGive comes at the end of the call.
func (r *run[T]) learnToGive() {
	if t := r.p.t; t.id == 0 {
		t.endWriting(writtenAs(r.bytes()*len(t.ranks), r.prog.Steps))
	}
}

// writtenAs is the bytes that a team writes to others in the time of a call that is slow, whose processors get
// so many in so many steps.
func writtenAs(bytes, steps int) int {
	return bytes/slowOf + 64*(steps+1)*int(slowStep/slowLine)
}

// bytes is those of a processor's longer vector, which is what it gets.
func (r *run[T]) bytes() int { return len(r.s.teams[0].dst[0]) * sizeOf[T]() }

// getsThere reports whether what an op reads, a partial sum in another team's destination, lies where that gets a
// word from a third or from this one, past the caches: then nothing is gained from handing it back.
func (r *run[T]) getsThere(from int32, x int) bool {
	f := &r.prog.From[from]
	if !r.given || f.Vec != program.Dst {
		return false
	}
	l, seats := &r.prog.Labels, r.p.g.seats
	return seats[l.Product(x, int(f.Rank))].t != seats[l.Product(x, int(r.prog.Givers[from]))].t
}
