package coll

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestCountsOfTheLastCall: what is kept of a call's counts serves calls with the same ones,
// whatever the collective, and no others; refused counts leave nothing behind.
func TestCountsOfTheLastCall(t *testing.T) {
	m := machine(t, Config{P: 3})
	var digests []uint64
	lists := [][]int{{1, 2, 0}, {1, 2, 0}, {2, 1, 0}, {0, 0, 3}, {3, 0, 0}, {1, 2, 0}}
	if err := m.Run(context.Background(), func(p *Proc) error {
		for _, counts := range lists {
			src, dst := make([]float64, counts[p.Rank()]), make([]float64, 3)
			for i := range src {
				src[i] = float64(10*p.Rank() + i)
			}
			var want []float64
			for r, n := range counts {
				for i := range n {
					want = append(want, float64(10*r+i))
				}
			}
			Gatherv(p, dst, src, counts, 0) // which makes no digest
			Allgatherv(p, dst, src, counts)
			if !slices.Equal(dst, want) {
				t.Errorf("counts %v: %v, want %v", counts, dst, want)
			}
			all := []float64{1, 2, 4}
			lo := 0
			for _, n := range counts[:p.Rank()] {
				lo += n
			}
			part := make([]float64, counts[p.Rank()])
			ReduceScatterv(p, part, all, counts, Max)
			if !slices.Equal(part, all[lo:lo+len(part)]) {
				t.Errorf("counts %v: %v on rank %d of %v", counts, part, p.Rank(), all)
			}
			if p.Rank() == 0 {
				digests = append(digests, p.digest)
			}
			Alltoallv(p, make([]float64, 3), []int{1, 1, 1}, make([]float64, 3), []int{1, 1, 1})
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for i, d := range digests {
		if d == 0 || (d == digests[0]) != slices.Equal(lists[i], lists[0]) {
			t.Errorf("counts %v have digest %#x, counts %v %#x", lists[i], d, lists[0], digests[0])
		}
	}
	for _, c := range []struct {
		counts []int
		want   string
	}{
		{[]int{1, -1, 2}, "counts[1] is -1"},
		{[]int{1, math.MaxInt, 2}, "counts[0] to counts[1] add up to more than an int holds"},
	} {
		for range 2 { // the second time as the first
			err := m.Run(context.Background(), func(p *Proc) error {
				Allgatherv(p, make([]float64, 2), make([]float64, 1), c.counts)
				return nil
			})
			if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("counts %v: %v, want %q", c.counts, err, c.want)
			}
		}
		if err := m.Run(context.Background(), func(p *Proc) error { // with the latest that were not refused
			dst := make([]float64, 3)
			Allgatherv(p, dst, []float64{float64(p.Rank())}, []int{1, 1, 1})
			if !slices.Equal(dst, []float64{0, 1, 2}) {
				t.Errorf("after counts %v: %v", c.counts, dst)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}

// TestDigests: counts that were found for another digest, in which its multiplications cancel, have
// unlike ones now.
func TestDigests(t *testing.T) {
	lists := [][]int{
		{6, 232, 115, 113, 109, 6, 246, 213, 20, 6, 26, 224},
		{7, 16, 243, 27, 245, 8, 128, 85, 14, 61, 27, 247},
	}
	m := machine(t, Config{P: len(lists[0])})
	q := m.world.members[0]
	one := q.digestOf(lists[0])
	q.digest = 0
	if two := q.digestOf(lists[1]); one == two || one == 0 || two == 0 {
		t.Errorf("digests %#x and %#x", one, two)
	}
}
