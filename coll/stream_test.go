package coll

import (
	"sync/atomic"
	"testing"
)

// TestWhatIsStreamed: where the vectors of all processors together have so many bytes, all
// results, or of schedules the final copies, go past the caches; where they have less, nothing.
func TestWhatIsStreamed(t *testing.T) {
	const p, n = 8, 512 // blocks that pay, of float64
	for _, c := range []struct {
		try   trial
		bytes int // of vectors, in elements of n
		past  int // of results
	}{
		{trial{c: allreduce, a: Direct}, 2 * p, p},
		{trial{c: reduce, a: Direct}, p + 1, 1},
		{trial{c: reducescatter, a: Direct}, p * (p + 1), p},
		{trial{c: broadcast, a: Direct}, p, p - 1},
		{trial{c: gather, a: Direct}, 2 * p, p},
		{trial{c: scatter, a: Direct}, 2 * p, p},
		{trial{c: allgather, a: Direct}, p * (p + 1), p * (p - 2)}, // not those that are gathered first
		{trial{c: alltoall, a: Direct}, 2 * p * p, p * p},
		{trial{c: allgather, a: Direct, inPlace: true}, p * p, (p - 1) * (p - 2)},
		{trial{c: allreduce, a: Direct, inPlace: true}, p, 0},
		{trial{c: scan, a: Direct}, 2 * p, 0},
		{trial{c: allgather, a: Cayley}, p * (p + 1), p * p}, // all: who reads one later finds it in no cache
		{trial{c: allgather, a: Tree}, p * (p + 1), p * 4},   // the leaves'
		{trial{c: allgather, a: Ring}, p * (p + 1), 2 * p},   // its own, and the last
		{trial{c: alltoall, a: Cayley}, 2 * p * p, p * p},    // the last hops
		{trial{c: broadcast, a: Tree}, p, p / 2},             // the leaves'
		{trial{c: allreduce, a: Cayley}, 2 * p, p * (p - 1)}, // those of the allgather, its own excepted
		{trial{c: allreduce, a: Cayley, inPlace: true}, p, 0},
	} {
		c.try.n, c.try.root = n, 1
		elems := c.bytes * n
		if c.try.a == Cayley && c.try.c == allreduce {
			c.try.n *= p
			elems *= p
		}
		least := int64(8 * elems)
		if !c.try.c.folds() || c.try.a != Direct {
			least = least * 2 / 3
		}
		for _, limit := range []int64{least, least + 1} {
			m := teamed(t, Config{P: p, Tuning: &Tuning{StreamBytes: limit}}, 2) // on any number of cores
			m.past = new(atomic.Int64)
			if err := runAs[float64](m, c.try); err != nil {
				t.Fatal(err)
			}
			want := int64(8 * n * c.past)
			if limit > least {
				want = 0
			}
			if got := m.past.Load(); got != want {
				t.Errorf("%v: %d bytes go past the caches where %d are too many for them, want %d", c.try, got, limit, want)
			}
		}
	}
}

// TestStreamedInPlace: with a processor for each team the copies of an allreduce in place go
// past the caches from the size of sums on.
func TestStreamedInPlace(t *testing.T) {
	const p, n = 2, 1024
	for limit, want := range map[int64]int64{8 * p * n: 8 * n, 8*p*n + 1: 0} {
		m := teamed(t, Config{P: p, Tuning: &Tuning{StreamBytes: limit}}, p)
		m.past = new(atomic.Int64)
		if err := runAs[float64](m, trial{c: allreduce, a: Halving, inPlace: true, n: n}); err != nil {
			t.Fatal(err)
		}
		if got := m.past.Load(); got != want {
			t.Errorf("%d bytes go past the caches where %d are too many for them, want %d", got, limit, want)
		}
	}
}

// TestShortPieces: copies of a kibibyte go past the caches, shorter ones do not; and where an
// allgather of short blocks copies whole vectors, they do.
func TestShortPieces(t *testing.T) {
	const p, kib, most = 8, 128, gatherMost / 8
	for _, c := range []struct {
		c       collective
		n, past int
		inPlace bool
	}{
		{alltoall, kib, p * p * kib, false},
		{alltoall, kib - 1, 0, false},
		{allgather, kib / 2, (p - 2) * p * kib / 2, false},  // to all but the first of two teams
		{allgather, kib / 2, (p-2)*(p-1)*kib/2 - kib, true}, // but for one's own block, and single ones beside it
		{allgather, most, (p - 2) * p * most, false},        // though its blocks are long enough
		{allgather, most, (p - 2) * (p - 1) * most, true},
		{allgather, most + 1, p * p * (most + 1), false}, // longer ones are not gathered first
	} {
		m := teamed(t, Config{P: p, Tuning: &Tuning{StreamBytes: 1}}, 2)
		m.past, m.bankElems = new(atomic.Int64), wideElems // on any processor
		if err := runAs[float64](m, trial{c: c.c, a: Direct, n: c.n, inPlace: c.inPlace}); err != nil {
			t.Fatal(err)
		}
		if got := m.past.Load(); got != int64(8*c.past) {
			t.Errorf("%v of %d elements: %d bytes go past the caches, want %d", c.c, c.n, got, 8*c.past)
		}
	}
}

// TestShortBySource: copies of a universal broadcast are taken source by source where they
// are long, or go past the caches, from which nobody should read them.
func TestShortBySource(t *testing.T) {
	for _, c := range []struct {
		lo, hi int
		past   bool
		short  bool
	}{{0, bySourceLeast, false, false}, {1, bySourceLeast, false, true}, {1, bySourceLeast, true, false}, {5, 132, true, true}, {5, 133, true, false}} {
		if r := (run[float64]{lo: c.lo, hi: c.hi, past: c.past}); r.short() != c.short {
			t.Errorf("%+v: short is %v", c, !c.short)
		}
	}
}
