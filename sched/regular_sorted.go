package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// sortedOrder looks for a regular order with the generators by rising or falling element, and
// gives it their own numbers: that the search meets its limit is an accident of the order in
// which it takes them.
func sortedOrder(g cayley.Cayley, rising bool) (*RegularOrder, Answer, string, error) {
	at, gens := make([]int, g.Degree()), make([]int, g.Degree()) // by place: which generator, and its element
	for k := range at {
		at[k] = k
	}
	slices.SortFunc(at, func(a, b int) int { return g.Gen(a) - g.Gen(b) })
	if !rising {
		slices.Reverse(at)
	}
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
