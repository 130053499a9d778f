package bench

import (
	"context"
	"math"
	"slices"

	"github.com/klauspost/cpuid/v2"

	"github.com/cayleycoll/cayleycoll/coll"
)

// streamBytes is the size of vectors, as Tuning.StreamBytes means it, from which on stores
// past the caches are faster than ordinary ones. The two take turns.
func streamBytes(ctx context.Context, pl Plan, progress func(string)) (int64, error) {
	s := Plan{Colls: []string{"allreduce"}, Algs: []coll.Algorithm{coll.Direct}, Procs: []int{2}, Sizes: streamSizes(cpuid.CPU.Cache.L3), Budget: pl.Budget, MaxBytes: pl.MaxBytes, NoCheck: true, Fresh: pl.Fresh}
	const turns = 3
	took := [2]map[int]float64{{}, {}} // by size: ordinary stores, past the caches
	for turn := range turns {
		for i, stream := range []int64{-1, 1} {
			s.Tuning = &coll.Tuning{StreamBytes: stream}
			part := 2*turn + i
			if pl.Tick != nil {
				s.Tick = func(done, total int) { pl.Tick(part*total+done, 2*turns*total) }
			}
			res, err := Measure(ctx, s, func(machine string) {
				if part == 0 { // all are of the same machine
					progress("measuring allreduce past the caches and through them: " + machine)
				}
			})
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

// streamSizes are the vectors to measure with a last cache of so many bytes, 0 or less if
// nobody knows: the vectors and results of both processors together are from a part of it
// to eight times as large. An address space of 32 bits holds no more than its quarter of them.
func streamSizes(cache int) (sizes []int) {
	l3 := max(int64(cache), 4<<20)
	for total := min(l3, 32<<20) / 4; total/8 <= l3 && total <= min(4*maxSize, math.MaxInt/2); total *= 2 {
		sizes = append(sizes, int(total/4))
	}
	return sizes
}

// streamFrom is four times the first of the ascending sizes from which on the second way was
// always faster; -1 if it was not even at the last, 0 if none was measured. A size that
// the plan had no memory for is passed over.
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
			from = 4 * int64(size)
		}
	}
	return from
}
