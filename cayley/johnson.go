package cayley

import (
	"fmt"
	"math/bits"
)

type johnson struct{ subsets }

// Johnson is J(n, k): the k-subsets of n symbols, an arc where one symbol is
// exchanged. P = C(n,k), degree k(n-k), diameter min(k, n-k); the coset graph
// of S_n by S_k × S_(n-k) (paper, 2.1), distance-transitive. Vertices are
// subsets in colexicographic order; arc k exchanges the (k / (n-k))-th element
// for the (k mod (n-k))-th absent symbol. n is at most 63.
func Johnson(n, k int) (Graph, error) {
	s, err := newSubsets(fmt.Sprintf("johnson:%d,%d", n, k), n, k)
	if err != nil {
		return nil, err
	}
	return johnson{s}, nil
}

func (j johnson) Degree() int { return j.k * (j.n - j.k) }

func (j johnson) Neighbor(v, k int) int {
	set := j.set(v)
	absent := ^set & (1<<j.n - 1)
	i := int(uint32(k) / uint32(j.n-j.k))
	return subsetRank(set ^ nth(set, i) ^ nth(absent, k-i*(j.n-j.k)))
}

// InNeighbor is Neighbor: arcs run both ways.
func (j johnson) InNeighbor(v, k int) int { return j.Neighbor(v, k) }

// Dist is the number of symbols exchanged.
func (j johnson) Dist(v int) int {
	return j.k - bits.OnesCount64(j.set(v)&(1<<j.k-1))
}

// intersection is known: at distance i an exchange of two symbols that have not been exchanged leads away,
// and one of two that have leads back.
func (j johnson) intersection() (a Intersection, known bool) {
	for i := range min(j.k, j.n-j.k) {
		a.B, a.C = append(a.B, (j.k-i)*(j.n-j.k-i)), append(a.C, (i+1)*(i+1))
	}
	return a, true
}
