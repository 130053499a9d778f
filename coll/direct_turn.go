package coll

import "unsafe"

// Sums that follow each other on the same vectors go over them forth and back in turns. What a
// core's cache still has of vectors that are more than it holds is their end: the next call, from
// the beginning on, would put that out before it comes there, and find nothing. Back, it finds as
// much as the cache holds. (Not so where a team reduce-scatters several blocks, one after the
// other.) Two cores of an Emerald Rapids, with vectors that nobody touches between the calls, take
// 0.76 … 0.97 of the time where these are one to three times the first cache (32 to 128 KiB, in
// place from 64) or the second (2 MiB; 4 MiB 0.79 … 0.99), and 0.92 … 1.06 elsewhere: see
// BenchmarkTurning. The bits are the same: elements are added one by one.

const (
	turnFrom  = 32 << 10 // bytes: a team's vectors that are less stay in any first cache
	turnLeast = 1 << 10  // elements that are still gone over forth, a sixteenth of all if that is more
)

// Copies do likewise, but for an alltoallv's and those of fitsPair, where a team's are more than three
// quarters of the second cache: what is less stays there. Those cores take 0.70 … 1.0 of the time with one
// to four times that cache, 0.98 … 1.03 with more, and 0.93 … 1.03 where processors write what they give
// before each call and read what they get after it: see BenchmarkCopiesTurning. Past the caches nothing is
// left in them.

// passage is how the copies of a call go.
type passage struct {
	past   bool // past the caches
	others bool // past the caches, but only to other teams' processors: the destinations are those of all ranks
	hands  bool // what is read is handed back: handback.go
	back   bool // from the last element to the first
}

// nth is the number of the i-th thing of n that is copied.
func (w passage) nth(i, n int) int {
	if w.back {
		return n - 1 - i
	}
	return i
}

// passageOf is that of the call's copies, of so many bytes read and written by the team: the vector
// that tells this call from others begins at at.
func (j *job[T]) passageOf(at *T, bytes int) passage {
	if j.copiesPast() {
		return passage{past: true}
	}
	return passage{back: bytes >= j.p.c.m.copiesTurn && j.s.teams[j.p.t.id].goesBack(at, bytes)}
}

// goesBack reports whether this call goes back over vectors of so many bytes together, the first
// of which begins at at.
func (t *typedTeam[T]) goesBack(at *T, bytes int) bool {
	if bytes <= turnFrom {
		return false
	}
	bit := uint64(1) << hashed(uintptr(unsafe.Pointer(at)), 6) // theirs, though others may share it
	t.turned ^= bit
	return t.turned&bit != 0
}

// hashed is a number of so many bits for a vector that begins at at.
func hashed(at uintptr, bits int) uint64 {
	return uint64(at) * 0x9e3779b97f4a7c15 >> (64 - bits)
}
