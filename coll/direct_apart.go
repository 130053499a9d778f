package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Between two cores it counts who stores to whose lines, and how. A loop that stores sums to
// lines of another core fetches what it overwrites, and on Intel's processors holds up the
// loads around it; a load of what another core has just written waits longer still, and the
// owner has to ask for the line back before it writes there again. So on some processors a
// team adds into its own processors' vectors and copies the sum to the others', and an
// allgather or an alltoall copies what its own processors give.

// apart reports whether a team copies its sums in a call of so many processors that is not
// short. The copies are of 4 KiB and more, by the string instruction, which fetches nothing.
// Two far cores of a Zen 5 take so many times as long with one fold into all, in brackets with
// vectors that nobody touches between the calls:
//
//	processors    16 KiB              32 and 64 KiB       256 KiB             1 MiB and more
//	2             1.35 (0.9 … 1.1)    1.3 … 1.5 (1.0)     1.5 (0.8 … 1.0)     1.35 … 1.5 (1.0)
//	4             1.3 (1.0)           1.35 (0.9)          1.15 (1.1)          1.2 (1.0)
//	8 … 64        1.2 … 1.25 (1.0)    1.0 … 1.4 (1.0)     1.0 (1.0)           0.9 … 1.0 (0.9 … 1.0)
//
// What is missing goes by such copies anyway: see asm.Fold.
func (w *ways) apart(size, bytes int) bool {
	const few, least, most = 4, 16 << 10, 64 << 10
	return w.apartLong && bytes >= least && (size <= few || bytes <= most)
}

// foldApart folds elements lo … hi-1 into the vectors of a team's own processors, and copies the
// sums to the others of all.
//
// Short calls out of place do so from ways.apartFrom on. Where processors write what they give before
// each call and read what they get after it, and each folds into its own vector and copies the sum, two
// cores of a Xeon take 0.6 of the time of one fold into both vectors with 2 to 8 KiB, 0.7 with 16 and
// 0.85 with 32 and 64. With vectors that nobody touches between the calls both ways take the same on
// Granite Rapids; on Emerald Rapids copies take 1.05 … 1.2 of the time, 1.5 with 4 KiB. In place they take
// up to 1.3 of the time: there nobody copies. Two near cores of a Zen 4 take 0.7 … 0.85 of the time with 8
// to 64 KiB, with vectors that nobody touches 0.95 … 1.1 (BenchmarkStoring).
func foldApart[T Elem](p *Proc, op Op, own, all, from []*T, lo, hi int) {
	const tile = 128 << 10 // bytes, which stay in the second cache
	for step := tile / sizeOf[T](); lo < hi; lo += step {
		n := min(step, hi-lo)
		asm.Fold(op.kernel(), own, from, lo, n)
		for r, to := range all {
			if p.g.seats[r].t != p.t {
				asm.Copy(span(to, lo, n), span(own[0], lo, n))
			}
		}
	}
}
