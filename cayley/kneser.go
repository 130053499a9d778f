package cayley

import (
	"fmt"
	"math/bits"
)

type kneser struct{ subsets }

// Kneser is K(n, k): the k-subsets of n symbols, an arc between disjoint ones. P = C(n,k),
// degree C(n-k,k); the coset graph of S_n by S_k × S_(n-k) (paper, 2.1). It must be connected:
// n > 2k, kneser:2,1, or n = k (a single vertex); anything else is an error. Vertices are
// subsets in colexicographic order; arc i leads to the i-th k-subset of the absent symbols. n
// is at most 63.
func Kneser(n, k int) (Graph, error) {
	return newKneser(fmt.Sprintf("kneser:%d,%d", n, k), n, k)
}

// Odd is the odd graph O_k = K(2k-1, k-1), degree k, diameter k-1,
// distance-transitive; 2 ≤ k. Odd(3) is the Petersen graph.
func Odd(k int) (Graph, error) {
	name := fmt.Sprintf("odd:%d", k)
	if err := inRange(name, "K", k, 2, maxGround/2); err != nil {
		return nil, err
	}
	return newKneser(name, 2*k-1, k-1)
}

// Petersen is the Petersen graph: pairs of five symbols, an arc between
// disjoint ones. P = 10, degree 3, diameter 2; not a Cayley graph.
func Petersen() Graph {
	return kneser{subsets{5, 2, 10, "petersen"}}
}

func newKneser(name string, n, k int) (Graph, error) {
	s, err := newSubsets(name, n, k)
	if err != nil {
		return nil, err
	}
	if n <= 2*k && n != k && (n != 2 || k != 1) {
		return nil, errf("%s: not connected; N must be K or at least 2K+1 = %d", name, 2*k+1)
	}
	return kneser{s}, nil
}

func (g kneser) Degree() int { return int(pascal[g.n-g.k][g.k]) }

func (g kneser) Neighbor(v, i int) int {
	absent := ^g.set(v) & (1<<g.n - 1)
	pick := subsetAt(uint64(i), g.n-g.k, g.k)
	image := uint64(0)
	for x := 0; pick != 0; x++ { // the x-th absent symbol
		low := absent & -absent
		if pick&1 == 1 {
			image |= low
		}
		absent ^= low
		pick >>= 1
	}
	return subsetRank(image)
}

// InNeighbor is Neighbor: arcs run both ways.
func (g kneser) InNeighbor(v, i int) int { return g.Neighbor(v, i) }

// Dist follows the common symbols c of v and subset 0: an even number 2r of
// steps can exchange r(n-2k) symbols, an odd number 2r+1 can keep r(n-2k)
// (Valencia-Pabon and Vera).
func (g kneser) Dist(v int) int {
	c := bits.OnesCount64(g.set(v) & (1<<g.k - 1))
	step := max(g.n-2*g.k, 1)
	return min(2*ceilDiv(g.k-c, step), 2*ceilDiv(c, step)+1)
}

// intersection is known of the odd graphs (Brouwer, Cohen and Neumaier, Distance-Regular Graphs, section 9.1):
// at distance 2r the sets differ in r symbols, and r arcs lead back; at 2r+1 they share r, and r+1 do.
func (g kneser) intersection() (a Intersection, known bool) {
	if g.k < 1 || g.n != 2*g.k+1 {
		return a, false
	}
	for i := range g.k {
		a.B, a.C = append(a.B, g.k+1-(i+1)/2), append(a.C, (i+2)/2)
	}
	return a, true
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
