package bench

import (
	"runtime"

	"github.com/cayleycoll/cayleycoll/coll"
)

// What programs do between two calls, as far as caches see it: a line that a rank has
// written is in its core's cache alone, and one that it has read may be in several. Calls
// that follow each other without that find each line where the call before left it, which
// may be where no program has it.

// user is the vectors of a rank that it uses: before each call it writes a word of every cache
// line of what it sends, and after it reads a word of every line of its result. A nil user does neither.
type user[T coll.Elem] struct{ sends, gets []T }

// userOf is the user of a rank of the case, nil if that is not fresh.
func userOf[T coll.Elem](r *Row, rank int, dst, src []T) *user[T] {
	switch {
	case !r.Fresh:
		return nil
	case r.Coll == "broadcast" && rank == 0:
		return &user[T]{dst, dst}
	}
	return &user[T]{src, dst}
}

// calls makes, by loop, the calls from at to end of a sequence of so many: see Vectors.Repeat.
func (u *user[T]) calls(at, end, of int, loop func(calls int)) {
	if u == nil {
		loop(end - at)
		return
	}
	for i := at; i < end; i++ {
		u.renew(i == 0 && of%2 == 1)
		loop(1)
		u.use()
	}
}

// batchOf is how many timed calls of the row come after one that is not: an odd number if it is fresh, so
// that none sends what the one before sent, which coll would notice: it goes other ways where vectors are
// written anew before each call.
func (r *Row) batchOf(calls int) int {
	if r.Fresh {
		calls |= 1
	}
	return calls
}

// renew writes a word of every cache line: what it was, or minus that.
func (u *user[T]) renew(same bool) {
	by := T(1)
	if !same {
		by = -by
	}
	for i := 0; i < len(u.sends); i += 64 / sizeOf[T]() {
		u.sends[i] *= by
	}
}

// use reads a word of every cache line.
func (u *user[T]) use() {
	var sum T
	for i := 0; i < len(u.gets); i += 64 / sizeOf[T]() {
		sum += u.gets[i]
	}
	runtime.KeepAlive(sum)
}

// Repeat makes by loop a rank's calls from at to end, of a sequence of so many, as the row says if it is
// fresh: each sends other data than the one before, the last what was filled in. The first of an odd number
// sends that, too.
func (v *Vectors) Repeat(rank, at, end, of int, loop func(calls int)) {
	if !v.Row.Fresh {
		loop(end - at)
		return
	}
	userOf(&v.Row, rank, v.Dst[rank], v.Src[rank]).calls(at, end, of, loop)
}
