package bench

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/coll"
)

// worth is the factor by which an algorithm must beat direct to be chosen in its place:
// less than that is noise.
const worth = 1.05

// Tune measures every algorithm of every collective of the plan, for each of the types,
// and makes the tuning table: the fastest algorithm of each case, or direct where no
// other is 5 % faster. A rule holds from its size up to the next measured size, and from
// its number of processors up to the next measured number. After the last size or number, it
// holds up to twice that: beyond, nothing is known, and some schedules are refused for
// more processors. If there is only one type, its rules are for any type. spectral is never
// chosen: its results are right only up to rounding, and differ between ranks. If the plan
// has a collective that sums, Tune also measures from what size on it pays to write
// results past the caches. progress, if not nil, is told what is measured. The Result is
// that of Measure for all types together. The error is that of ctx or of a machine; then
// there is no table.
func Tune(ctx context.Context, pl Plan, types []string, progress func(string)) (*coll.Tuning, Result, error) {
	if progress == nil {
		progress = func(string) {}
	}
	pl.AllAlgs, pl.Tuning = true, &coll.Tuning{}
	pl.Procs, pl.Sizes = ascending(pl.Procs), ascending(pl.Sizes)
	what := "all collectives"
	if len(pl.Colls) > 0 {
		what = strings.Join(pl.Colls, ", ")
	}
	t, all := &coll.Tuning{}, tally{end: Begin()}
	for _, elem := range types {
		pl.Type = elem
		before := len(all.Rows)
		err := all.measure(ctx, &pl, func(machine string) { progress("measuring " + what + ", " + elem + ": " + machine) })
		if err != nil {
			return nil, all.result(err), err
		}
		if len(types) == 1 {
			elem = ""
		}
		t.Rules = append(t.Rules, rules(&pl, all.Rows[before:], elem)...)
	}
	var err error
	if len(all.Rows) > 0 && slices.ContainsFunc(pl.colls(), func(c string) bool { return operationOf(c).folds }) {
		t.StreamBytes, err = streamBytes(ctx, pl, progress)
	}
	res := all.result(err)
	if err != nil {
		t = nil
	}
	return t, res, err
}

// ascending is a sorted copy without repetitions.
func ascending(list []int) []int { return slices.Compact(slices.Sorted(slices.Values(list))) }

// rules is what the rows say.
func rules(pl *Plan, rows []Row, elem string) (list []coll.Rule) {
	for _, c := range coll.Collectives() {
		for i, p := range pl.Procs {
			procs := [2]int{p, min(2*p-1, coll.MaxP)}
			if i+1 < len(pl.Procs) {
				procs[1] = pl.Procs[i+1] - 1
			}
			for k, size := range pl.Sizes {
				best := fastest(rows, c, p, size)
				if best == "" || best == coll.Algorithms(c)[0] {
					continue
				}
				r := coll.Rule{Collective: c, Procs: procs, Bytes: [2]int64{int64(size), 2 * int64(size)}, Type: elem, Algorithm: best}
				if k+1 < len(pl.Sizes) {
					r.Bytes[1] = int64(pl.Sizes[k+1])
				}
				if n := len(list); n > 0 && list[n-1].Bytes[1] == r.Bytes[0] && alike(list[n-1], r) {
					list[n-1].Bytes[1] = r.Bytes[1]
					continue
				}
				list = append(list, r)
			}
		}
	}
	return list
}

// alike reports whether two rules differ in their sizes only.
func alike(a, b coll.Rule) bool {
	a.Bytes = b.Bytes
	return a == b
}

// fastest is the algorithm to choose for a case; "" if it was not measured.
func fastest(rows []Row, c string, procs, bytes int) coll.Algorithm {
	best, direct := Row{P50: math.Inf(1)}, math.Inf(1)
	for _, r := range rows {
		if r.Coll != c || r.Procs != procs || r.Bytes != bytes || r.InPlace || r.Alg == string(coll.Spectral) || r.Wrong > 0 || r.P50 <= 0 {
			continue
		}
		if r.Alg == string(coll.Algorithms(c)[0]) {
			direct = r.P50
		}
		if r.P50 < best.P50 {
			best = r
		}
	}
	if direct <= best.P50*worth && !math.IsInf(direct, 1) {
		return coll.Algorithms(c)[0]
	}
	return coll.Algorithm(best.Alg)
}
