package cayley

import (
	"fmt"
	"math/bits"
)

// Near is the graph for universal broadcasts and accumulations among p processors of which
// those with neighbouring numbers share a core. A schedule of ⌈(p-1)/d⌉ steps (Theorem 4.5)
// uses every generator nearly as often as any other, so the cost of its words depends on how
// far the generators lead, not on the diameter. Near is the hypercube where p is a power of
// two, else the k-th power of the ring: the circulant graph of the steps ±1 … ±k, with 2k the
// least even number that is at least ⌈log₂p⌉+1, but at most p-1. Of a source's p-1 words at
// most k+1, on average over the sources, go between the two halves of the vertices; on [Best]
// at least an eighth of all words do, on some dihedral graphs all (p ≤ BestSearched). The
// diameter is (p-1)/2k, rounded up, so exchanges and broadcasts from one root go farther than
// on Best. O(log p) memory; p ≤ MaxOrder.
func Near(p int) (Cayley, error) {
	if err := inRange(fmt.Sprintf("the near graph of %d vertices", p), "they", p, 1, MaxOrder); err != nil {
		return nil, err
	}
	log := bits.Len(uint(p - 1))
	if p == 1<<log {
		return Hypercube(log)
	}
	k := min(log/2+1, (p-1)/2)
	steps := make([]int, 0, 2*k)
	for s := 1; s <= k; s++ {
		steps = append(steps, s, p-s)
	}
	return Circulant(p, steps...)
}
