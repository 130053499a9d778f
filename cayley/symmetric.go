package cayley

import (
	"math/bits"
	"strconv"
)

// maxSymbols keeps n! within MaxOrder and a permutation in an array of 16.
const maxSymbols = 11

// perm is an arrangement: perm[i] is the symbol at position i.
type perm [16]uint8

// symmetric is S_n; element v is the v-th arrangement of 0 … n-1 in
// lexicographic order (Lehmer code), 0 the identity. Nothing is stored.
type symmetric struct{ n, order int }

// SymmetricGroup is S_n for 1 ≤ n ≤ 11: element v is the v-th arrangement in lexicographic
// order and (a·b)[i] = a[b[i]], so multiplying from the right moves positions and from the left
// renames symbols. It is the group of Star, Pancake, Bubble and Transposition; NewCayley and
// NewCoset take it with other generators. Mul is O(n).
func SymmetricGroup(n int) (Group, error) { return newSymmetric("S", n) }

func newSymmetric(family string, n int) (symmetric, error) {
	if err := inRange(family+":"+strconv.Itoa(n), "the number of symbols", n, 1, maxSymbols); err != nil {
		return symmetric{}, err
	}
	order := 1
	for i := 2; i <= n; i++ {
		order *= i
	}
	return symmetric{n, order}, nil
}

func (s symmetric) Order() int { return s.order }

func (s symmetric) Mul(a, b int) int {
	var p, q, r perm
	unrank(&p, s.n, s.n, uint64(a))
	unrank(&q, s.n, s.n, uint64(b))
	for i := range s.n {
		r[i] = p[q[i]&15]
	}
	return rank(&r, s.n, s.n)
}

func (s symmetric) Inv(a int) int {
	var p, r perm
	unrank(&p, s.n, s.n, uint64(a))
	for i := range s.n {
		r[p[i]&15] = uint8(i)
	}
	return rank(&r, s.n, s.n)
}

// Rank is the element of S_n with this arrangement, for writing out generators and vertices;
// the error names the first symbol that is out of range or repeated.
func Rank(arrangement []int) (int, error) {
	n := len(arrangement)
	if n < 1 || n > maxSymbols {
		return 0, errf("an arrangement of %d symbols; 1 to %d are possible", n, maxSymbols)
	}
	var p perm
	used := 0
	for i, x := range arrangement {
		if x < 0 || x >= n || used>>x&1 == 1 {
			return 0, errf("position %d: symbol %d is out of range 0 to %d or repeated", i, x, n-1)
		}
		used |= 1 << x
		p[i] = uint8(x)
	}
	return rank(&p, n, n), nil
}

// Unrank is the arrangement of element v of S_n, to show a vertex of Star or another graph of
// that group. It is nil unless 0 ≤ v < n! and 1 ≤ n ≤ 11.
func Unrank(n, v int) []int {
	if s, err := newSymmetric("S", n); err != nil || v < 0 || v >= s.order {
		return nil
	}
	var p perm
	unrank(&p, n, n, uint64(v))
	list := make([]int, n)
	for i := range list {
		list[i] = int(p[i])
	}
	return list
}

// reciprocal[i] = ⌈2^36/i⌉: v·reciprocal[i]>>36 is v/i for v < 2^28, i ≤ 16,
// several times faster than a division.
var reciprocal = func() (r [16]uint64) {
	for i := 1; i < 16; i++ {
		r[i] = (1<<36 + uint64(i) - 1) / uint64(i)
	}
	return r
}()

// unrank sets the first m positions of the arrangement of n symbols whose first
// m Lehmer digits make the number v.
func unrank(p *perm, n, m int, v uint64) {
	for i := m - 1; i >= 0; i-- {
		radix := uint64(n - i)
		q := v * reciprocal[radix&15] >> 36
		p[i&15] = uint8(v - q*radix)
		v = q
	}
	rest := uint64(0xfedcba9876543210) // symbols not yet used, a nibble each
	for i := range m {
		at := p[i&15] * 4
		p[i&15] = uint8(rest>>(at&63)) & 15
		low := uint64(1)<<(at&63) - 1
		rest = rest&low | rest>>4&^low
	}
}

// rank is the number that the first m Lehmer digits make.
func rank(p *perm, n, m int) int {
	v, used := uint32(0), uint32(0)
	for i := range m {
		x := p[i&15]
		bit := uint32(1) << (x & 31)
		digit := uint32(x) - uint32(bits.OnesCount32(used&(bit-1)))
		used |= bit
		v = v*uint32(n-i) + digit
	}
	return int(v)
}
