package cayley

import "math/bits"

// maxGround is the greatest set whose subsets are bits of a word.
const maxGround = 63

// subsets are the k-subsets of 0 … n-1, numbered in colexicographic order (the
// combinatorial number system): {a<b<c…} is C(a,1)+C(b,2)+C(c,3)+…, so subset 0
// is {0, …, k-1} and nothing is stored but Pascal's triangle.
type subsets struct {
	n, k, order int
	name        string // of the graph on them
}

var pascal = func() (t [maxGround + 1][maxGround + 1]uint64) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k <= n; k++ {
			t[n][k] = min(t[n-1][k-1]+t[n-1][k], 1<<62) // saturates
		}
	}
	return t
}()

func newSubsets(name string, n, k int) (subsets, error) {
	if err := inRange(name, "N", n, 1, maxGround); err != nil {
		return subsets{}, err
	}
	if k < 1 || k > n {
		return subsets{}, errf("%s: K must be 1 to N", name)
	}
	c := pascal[n][k]
	if c > MaxOrder {
		return subsets{}, errf("%s: %w: more than %d vertices", name, ErrSize, MaxOrder)
	}
	return subsets{n, k, int(c), name}, nil
}

func (s subsets) Name() string { return s.name }
func (s subsets) Order() int   { return s.order }

// VertexTransitive: S_n carries any k-subset to any other.
func (s subsets) VertexTransitive() bool { return true }

// symmetric: all graphs on subsets here join them by a symmetric relation.
func (s subsets) symmetric() bool { return true }

func (s subsets) set(v int) uint64 { return subsetAt(uint64(v), s.n, s.k) }

// subsetAt is the v-th k-subset, all below n.
func subsetAt(v uint64, n, k int) (set uint64) {
	for a := n - 1; k > 0; a-- {
		if c := pascal[a][k]; v >= c {
			v -= c
			k--
			set |= 1 << a
		}
	}
	return set
}

func subsetRank(set uint64) int {
	v := uint64(0)
	for k := 1; set != 0; k++ {
		v += pascal[bits.TrailingZeros64(set)][k]
		set &= set - 1
	}
	return int(v)
}

// nth is the i-th one of set, as a bit.
func nth(set uint64, i int) uint64 {
	for ; i > 0; i-- {
		set &= set - 1
	}
	return set & -set
}

// FreeAction is the largest cyclic group that rotates all but f symbols in cycles
// of one length m and fixes no k-subset.
func (s subsets) FreeAction() FreeAction {
	for m := s.n; m > 1; m-- {
		if s.free(m) {
			return symbolRotations{cyclic{n: m}, s}
		}
	}
	return trivial{}
}

// free: a rotation of prime order p | m moves the first n - n mod m symbols in
// cycles of p; a subset it fixes is a union of j of them and k-jp of the n mod m
// other symbols.
func (s subsets) free(m int) bool {
	rest := s.n % m
	for p := 2; p <= m; p++ {
		if m%p != 0 || !prime(p) {
			continue
		}
		for j := 0; j*p <= s.k && j*p <= s.n-rest; j++ {
			if s.k-j*p <= rest {
				return false
			}
		}
	}
	return true
}

// symbolRotations is Z_m rotating symbols in blocks of m.
type symbolRotations struct {
	cyclic
	on subsets
}

func (r symbolRotations) Act(a, v int) int {
	set, image := r.on.set(v), uint64(0)
	whole := r.on.n - r.on.n%r.n
	for ; set != 0; set &= set - 1 {
		x := bits.TrailingZeros64(set)
		if x < whole {
			x = x/r.n*r.n + addMod(x%r.n, a, r.n)
		}
		image |= 1 << x
	}
	return subsetRank(image)
}
