package bench

import (
	"context"
	"math"
	"slices"

	"github.com/klauspost/cpuid/v2"

	"github.com/cayleycoll/cayleycoll/coll"
)

// worth is by how much an algorithm must beat direct to be chosen in its place:
// less is noise.
const worth = 1.05

// Tune measures every algorithm of every collective of the plan, for each of the
// types, and from what size on stores of sums past the caches pay, and makes the tuning
// table: the fastest of each case, direct where no other is 5 % faster. A rule
// goes from its size to the next measured one and from its number of processors
// to the next, the last to twice as many less one: further on nothing is known, and
// some schedules are refused. Rules of a single type are for any type. spectral is
// never chosen: its results are right to rounding only, and differ between ranks. The
// error is ctx's or a machine's.
func Tune(ctx context.Context, pl Plan, types []string, progress func(string)) (*coll.Tuning, error) {
	pl.AllAlgs, pl.Tuning = true, &coll.Tuning{}
	pl.Procs, pl.Sizes = ascending(pl.Procs), ascending(pl.Sizes)
	t := &coll.Tuning{}
	for _, elem := range types {
		pl.Type = elem
		res, err := Measure(ctx, pl, progress)
		if err != nil {
			return nil, err
		}
		if len(types) == 1 {
			elem = ""
		}
		t.Rules = append(t.Rules, rules(&pl, res.Rows, elem)...)
	}
	var err error
	t.StreamBytes, err = streamBytes(ctx, pl, progress)
	return t, err
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
				r := coll.Rule{Collective: c, Procs: procs, Bytes: [2]int64{int64(size), 0}, Type: elem, Algorithm: best}
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

// alike says whether two rules differ in their sizes only.
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

// streamBytes is the size of sums from which on stores past the caches are
// faster, in turn with ordinary ones, as Tuning.StreamBytes says it.
func streamBytes(ctx context.Context, pl Plan, progress func(string)) (int64, error) {
	l3 := max(cpuid.CPU.Cache.L3, 4<<20)
	s := Plan{Colls: []string{"allreduce"}, Algs: []coll.Algorithm{coll.Direct}, Procs: []int{2}, Budget: pl.Budget, MaxBytes: pl.MaxBytes, NoCheck: true}
	for total := l3 / 4; total <= 8*l3; total *= 2 { // of both processors' results
		s.Sizes = append(s.Sizes, total/2)
	}
	const turns = 3
	took := [2]map[int]float64{{}, {}} // by size: ordinary stores, past the caches
	for range turns {
		for i, stream := range []int64{-1, 1} {
			s.Tuning = &coll.Tuning{StreamBytes: stream}
			res, err := Measure(ctx, s, progress)
			if err != nil {
				return 0, err
			}
			for _, r := range res.Rows {
				if old, ok := took[i][r.Bytes]; !r.InPlace && (!ok || r.P50 < old) {
					took[i][r.Bytes] = r.P50
				}
			}
		}
	}
	return streamFrom(s.Sizes, took[0], took[1]), nil
}

// streamFrom is twice the first of the ascending sizes from which on the second way
// was the faster one; -1 if it never was, 0 if none was measured. What the plan had no
// memory for says nothing.
func streamFrom(sizes []int, plain, past map[int]float64) (from int64) {
	for _, size := range slices.Backward(sizes) {
		switch {
		case past[size] == 0:
		case plain[size] < worth*past[size]:
			if from == 0 {
				return -1
			}
			return from
		default:
			from = 2 * int64(size)
		}
	}
	return from
}
