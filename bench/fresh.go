package bench

import "runtime"

// What programs do between two calls, as far as caches see it: a line that a rank has
// written is in its core's cache alone, and one that it has read may be in several. Calls
// that follow each other without that find each line where the call before left it, which
// may be where no program has it.

// Repeat makes a rank's calls by loop. If the vectors are Fresh, before each call the rank writes
// a word of every cache line of what it sends, and after it reads a word of every line of its
// result. Each call sends other data than the one before, the last what was filled in.
func (v *Vectors) Repeat(rank, calls int, loop func(calls int)) {
	if !v.Fresh {
		loop(calls)
		return
	}
	for i := range calls {
		v.renew(rank, i == 0 && calls%2 == 1)
		loop(1)
		v.use(rank)
	}
}

// line is the elements of float64 in a cache line.
const line = 8

var one = 1.0 // no constant, for which nothing would be written

// renew writes a word of every cache line of what a rank sends: what it was, or minus that.
func (v *Vectors) renew(rank int, same bool) {
	x := v.Src[rank]
	switch {
	case v.Row.Coll == "barrier" || v.Row.Coll == "broadcast" && rank != 0:
		return
	case v.Row.Coll == "broadcast":
		x = v.Dst[0]
	}
	k := -one
	if same {
		k = one
	}
	for i := 0; i < len(x); i += line {
		x[i] *= k
	}
}

// use reads a word of every cache line of a rank's result.
func (v *Vectors) use(rank int) {
	if v.Row.Coll == "barrier" {
		return
	}
	x, sum := v.Dst[rank], 0.0
	for i := 0; i < len(x); i += line {
		sum += x[i]
	}
	runtime.KeepAlive(sum)
}
