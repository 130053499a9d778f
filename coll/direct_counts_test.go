package coll

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestServedCounts: an alltoallv of blocks that are dealt and of such that are served, some
// of them empty, on teams of every sort; whichever a processor prefers.
func TestServedCounts(t *testing.T) {
	for _, homes := range [][]int{{0, 1}, {0, 1, 2}, {0, 1, 0, 1, 1}, {0, 0, 0, 0, 1, 1, 1}} {
		m := dealt(t, homes)
		for i, gives := range []bool{false, true, false} {
			m.gives, m.dealMost = gives, len(homes)*(i/2)
			for kind, size := range []int{8, 4, 8, 4} {
				for _, n := range []int{serveMean / size / 2, 2 * serveMean / size, 9*serveMean/size + 1} {
					try := trial{c: alltoallv, a: Direct, n: n}
					if err := runKind(m, kind, try, try); err != nil {
						t.Fatalf("teams %v, gives %v, dealt in turn by %d: %v", homes, m.gives, m.dealMost, err)
					}
				}
			}
		}
	}
}

// TestServesBlocks: not where each core has one processor, unless it rather gives; not where short
// blocks of few are dealt in turn; and not between far teams of several, but past the caches.
func TestServesBlocks(t *testing.T) {
	const few, many, past = 1, 2 << 20, 3 << 20 // elements a block, of some MiB between cores or past the caches
	for _, c := range []struct {
		homes []int
		gives bool
		most  int // dealt in turn
		far   bool
		n     int
		bytes int
		want  bool
	}{
		{[]int{0, 0, 1}, false, 0, false, few, serveMean, true}, {[]int{0, 0, 1}, true, 2, false, few, serveMean - 1, false},
		{[]int{0, 0, 1}, false, 2, false, few, serveMean, true}, {[]int{0, 0, 1}, false, 3, false, few, serveMean, false},
		{[]int{0, 0, 1}, false, 3, false, few, 64 << 10, false}, {[]int{0, 0, 1}, false, 3, false, few, 64<<10 + 1, true},
		{[]int{0, 1}, false, 0, false, few, 1 << 20, false}, {[]int{0, 1}, true, 0, false, few, serveMean, true},
		{[]int{0, 0, 1}, true, 0, false, many, 1 << 24, true}, {[]int{0, 0, 1}, true, 0, true, many, 1 << 24, false},
		{[]int{0, 0, 1}, true, 0, true, past, 1 << 24, true}, {[]int{0, 1}, false, 0, true, past, 1 << 24, false},
		{[]int{0, 1}, true, 0, true, many, 1 << 24, true}, {[]int{0, 0, 0}, true, 0, true, many, 1 << 24, true},
	} {
		m := dealt(t, c.homes)
		m.gives, m.dealMost, m.isFar, m.spill = c.gives, c.most, c.far, spill{copies: 18 * past * 8}
		p := m.world.members[0].using(byDirect)
		j := newJob(p, nil, newCall[float64](alltoall, byDirect, 0, 0, c.n), make([]float64, 1), make([]float64, 1))
		if j.servesBlocks(c.bytes, serveMean) != c.want {
			t.Errorf("%+v: serves is %v", c, !c.want)
		}
	}
}

// TestServedMismatch: where blocks are served too a rank that sends an element more or less
// than another counts on is found before a word of any destination of theirs is written.
func TestServedMismatch(t *testing.T) {
	const each = 8 * serveMean / 8
	m := dealt(t, []int{0, 0, 1})
	m.dealMost, m.isFar, m.farCounts = 0, false, false     // served on any processor
	for _, more := range slices.Repeat([]int{-1, 1}, 10) { // who finds it late may find that another has ended the Run
		got := make([][]float64, 3)
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				all, send := []int{each, each, each}, []int{each, each, each}
				if q.Rank() == 2 {
					send[0] += more
				}
				got[q.Rank()] = make([]float64, 3*each)
				src := slices.Repeat([]float64{1}, send[0]+2*each)
				Alltoallv(q, got[q.Rank()], all, src, send)
				return nil
			})
		})
		var e *Error
		if !errors.As(err, &e) || e.Kind != ErrMismatch || e.Collective != "alltoallv" || min(e.Rank, e.Other) != 0 || max(e.Rank, e.Other) != 2 {
			t.Errorf("%+d elements: %v", more, err)
		}
		if theirs := got[0][2*each:]; slices.ContainsFunc(theirs, func(v float64) bool { return v != 0 }) {
			t.Errorf("%+d elements: they were written", more)
		}
	}
}

// TestComparedAgain: lengths that were found alike are compared again when counts change, of
// whichever rank, and not otherwise.
func TestComparedAgain(t *testing.T) {
	for _, each := range []int{1, 2 * serveMean} { // dealt and served
		for culprit := 1; culprit < 4; culprit++ {
			m := dealt(t, []int{0, 0, 1, 1})
			m.dealMost, m.isFar, m.farCounts = 0, false, false
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					even, odd := slices.Repeat([]int{each}, 4), slices.Repeat([]int{each}, 4)
					odd[0]++
					x, y := make([]float64, 4*each+1), make([]float64, 4*each+1)
					for range 3 {
						Alltoallv(q, x[:4*each], even, y[:4*each], even)
					}
					if compared := q.t.compared; q.rank == 0 && max(compared[0], compared[1]) != 8 {
						t.Errorf("compared %v, want after 8 changes", compared)
					}
					if q.rank == culprit {
						Alltoallv(q, x[:4*each], even, y, odd)
					}
					Alltoallv(q, x[:4*each], even, y[:4*each], even)
					return nil
				})
			})
			var e *Error
			if !errors.As(err, &e) || e.Kind != ErrMismatch || e.Rank != 0 || e.Other != culprit || e.Seq != 4 {
				t.Errorf("rank %d sends rank 0 one of %d more: %v", culprit, each, err)
			}
		}
	}
}
