package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// inverses returns, by generator, the index of its inverse among the
// generators or -1, and whether every generator has one (Δ = Δ⁻¹).
func inverses(g cayley.Cayley) (inv []int, symmetric bool) {
	inv = cayley.InverseGens(g)
	return inv, !slices.Contains(inv, -1)
}
