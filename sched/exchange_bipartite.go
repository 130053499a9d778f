package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// bipartite reports whether the graph is K_{n,n} as Z_2n with the odd elements
// as generators in order, as cayley.Bipartite has it. O(P).
func bipartite(g cayley.Cayley) bool {
	p, d := g.Order(), g.Degree()
	if d == 0 || p != 2*d {
		return false
	}
	for k := range d {
		if g.Gen(k) != 2*k+1 {
			return false
		}
	}
	for v := range p { // 1 generates the group, which is Z_2n if it counts
		if g.Mul(1, v) != (v+1)%p {
			return false
		}
	}
	return true
}

// chooseBipartite picks the paths of an exchange on K_{n,n}, n ≥ 3: no letter
// is in more than three, which is the bound ⌈(3n-2)/n⌉. A search would have to
// find n-1 pairs of letters that fill all of 2n places but two.
//
// The path to an odd vertex is that letter. The path to 2j is, with indices mod n
// and e = 1 if n is even and 2j ≥ n, else 0,
//
//	Gen(2j + e), Gen(-j - 1 - e)    and Gen(a) + Gen(b) = 2(a + b + 1) = 2j
//
// No letter is the first of two paths, j = 1 … n-1: for odd n the indices 2j
// differ; for even n they are 2, 4, … n-2 and, from j = n/2 on, 1, 3, … n-1.
// None is the second of two: for odd n the indices are -2, -3, … -n; for even n
// -2 … -n/2 and, from j = n/2 on, -n/2-2 … -n-1. O(P) time.
func (h *hops) chooseBipartite(n int) {
	for v := range 2 * n {
		switch j, path := v/2, h.path(v); len(path) {
		case 1:
			path[0] = int32(j)
		case 2:
			e := 0
			if n%2 == 0 && v >= n {
				e = 1
			}
			path[0], path[1] = int32((v+e)%n), int32((2*n-j-1-e)%n)
		}
	}
}
