package main

import (
	"context"
	"slices"

	"github.com/cayleycoll/cayleycoll/coll"
)

// sorted deals the numbers to the processors in equal parts, sorts them and
// returns what every rank has in the end. The numbers stay as they are.
func sorted(ctx context.Context, c coll.Config, numbers []float64) ([][]float64, error) {
	m, err := coll.New(c)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	parts := make([][]float64, m.Config().P)
	err = m.Run(ctx, func(p *coll.Proc) error {
		lo, hi := len(numbers)*p.Rank()/p.Size(), len(numbers)*(p.Rank()+1)/p.Size()
		parts[p.Rank()] = sampleSort(p, slices.Clone(numbers[lo:hi]))
		return nil
	})
	return parts, err
}

// sampleSort returns the numbers of the caller's range, sorted; own is changed.
func sampleSort(p *coll.Proc, own []float64) []float64 {
	slices.Sort(own)
	bounds := splitters(p, own)

	// How many go to whom, and how many come from whom.
	send := make([]int, p.Size())
	at := 0
	for r := range send {
		end := len(own)
		if r < len(bounds) {
			end, _ = slices.BinarySearch(own, bounds[r])
			end = max(end, at)
		}
		send[r], at = end-at, end
	}
	receive := make([]int, p.Size())
	coll.AlltoallCounts(p, receive, send)
	total := 0
	for _, n := range receive {
		total += n
	}

	got := make([]float64, total)
	coll.Alltoallv(p, got, receive, own, send)
	slices.Sort(got)
	return got
}

// splitters are P-1 numbers that divide those of all processors into ranges of
// about the same length; each processor shows P of its own, equally far apart.
// Who has none shows nothing.
func splitters(p *coll.Proc, own []float64) []float64 {
	size := p.Size()
	shown := make([]float64, 0, size)
	for i := range min(size, len(own)) {
		shown = append(shown, own[i*len(own)/min(size, len(own))])
	}
	counts := slices.Repeat([]int{len(shown)}, size) // what each is told
	coll.AlltoallCounts(p, counts, counts)
	total := 0
	for _, n := range counts {
		total += n
	}
	all := make([]float64, total)
	coll.Allgatherv(p, all, shown, counts)
	slices.Sort(all)
	var bounds []float64
	for r := 1; r < size && total > 0; r++ {
		bounds = append(bounds, all[r*total/size])
	}
	return bounds
}
