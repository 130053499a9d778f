package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// sortings is the generators of g by rising element and by falling, without the order in which
// they are given.
func sortings(g cayley.Cayley) (list [][]int) {
	at := make([]int, g.Degree())
	for k := range at {
		at[k] = k
	}
	slices.SortFunc(at, func(a, b int) int { return g.Gen(a) - g.Gen(b) })
	for range 2 {
		if !slices.IsSorted(at) {
			list = append(list, slices.Clone(at))
		}
		slices.Reverse(at)
	}
	return list
}

// sortedOrder looks for a regular order with generator at[0] first, then at[1] and so on, and
// gives it their own numbers: that the search meets its limit is an accident of the order in
// which it takes them.
func sortedOrder(g cayley.Cayley, at []int) (*RegularOrder, Answer, string, error) {
	gens := make([]int, len(at))
	for i, k := range at {
		gens[i] = g.Gen(k)
	}
	sorted, err := cayley.NewCayley(g.Name(), g, gens)
	if err != nil {
		return nil, Unknown, "", err
	}
	r, answer, why, err := regularOrder(sorted)
	if r != nil {
		r.Graph = g
		for i, x := range r.Gens[1:] {
			r.Gens[i+1] = int32(at[x])
		}
	}
	return r, answer, why, err
}
