package hypercube

import (
	"fmt"
	"math/big"
	"math/bits"
)

// Order lists the nonempty sets of at most l elements in the order that all the
// schedules follow (Lemmas 7.1, 7.2 and 7.7): Order[i] is served in direction
// i mod d by block i/d. Where N_l mod d = r is 1 … d/2 and l < d it ends as
// Lemma 7.6 asks.
func Order(d, l int) ([]uint32, error) {
	if _, err := cube(d); err != nil {
		return nil, err
	}
	if err := distance("l", l, d); err != nil {
		return nil, err
	}
	tail := uint32(0)
	if r := Ball(d, l) % d; r > 0 && 2*r <= d && l < d {
		tail = tailSet(d, l, r)
	}
	list := make([]uint32, Ball(d, l))
	placeSpheres(d, l, tail, func(v uint32, pos int) { list[pos] = v })
	return list, nil
}

// CheckOrder checks a list against Lemmas 7.1, 7.2 and 7.7 as errata 22 and 24
// correct them: every nonempty set of at most l elements once, by rising size,
// the set at i holding direction i mod d, and without it not a set of the same
// block; and if N_l mod d = r is 1 … d/2, the last r sets can also be served
// in the directions r … 2r-1, by sets of earlier blocks.
func CheckOrder(d, l int, list []uint32) error {
	if err := dimension(d, MaxDim); err != nil {
		return err
	}
	if err := distance("l", l, d); err != nil {
		return err
	}
	if len(list) != Ball(d, l) {
		return fmt.Errorf("hypercube: order of %d sets, there are %d of at most %d elements", len(list), Ball(d, l), l)
	}
	at := make([]int, 1<<d) // position+1
	size := 0
	for i, v := range list {
		n := bits.OnesCount32(v)
		if v == 0 || v >= 1<<d || n > l || n < size || at[v] != 0 {
			return fmt.Errorf("hypercube: position %d of the order holds %b: out of order, or twice, or too large", i, v)
		}
		size = n
		at[v] = i + 1
		if err := servedBefore(at, v, i%d, i, d); err != nil {
			return err
		}
	}
	r := len(list) % d
	if r == 0 || 2*r > d {
		return nil
	}
	for j := range r {
		i := len(list) - r + j
		v := list[i]
		if err := servedBefore(at, v, partner(v, j, r, l, d), i, d); err != nil {
			return err
		}
	}
	return nil
}

// servedBefore checks that v holds k and that v without k is in an earlier
// block than position i.
func servedBefore(at []int, v uint32, k, i, d int) error {
	if v>>k&1 == 0 {
		return fmt.Errorf("hypercube: the set %b at position %d does not hold direction %d", v, i, k)
	}
	if u := v &^ (1 << k); u != 0 && (at[u] == 0 || (at[u]-1)/d >= i/d) {
		return fmt.Errorf("hypercube: the set %b at position %d is led to from its own block or a later one", v, i)
	}
	return nil
}

// Lemma78 reports whether d does not divide 2^d-1, which Lemma 7.8 says of all
// d > 1 (proof: errata 26).
func Lemma78(d int) bool {
	if d < 2 {
		return false
	}
	m := uint64(d)
	x, b := uint64(1), uint64(2)%m
	for e := d; e > 0; e >>= 1 {
		if e&1 == 1 {
			x = x * b % m
		}
		b = b * b % m
	}
	return x != 1
}

// RegularAntecedent is a set S without one element whose d rotations are
// distinct; Lemma 7.10 says that every set of two or more elements has one. false for
// sets with others than the elements 0 … d-1, and for d outside 1 … 32.
func RegularAntecedent(d int, s uint32) (uint32, bool) {
	if d < 1 || d > 32 || s>>1>>(d-1) != 0 {
		return 0, false
	}
	for left := s; left != 0; left &= left - 1 {
		if a := s &^ (left & -left); a != 0 && period(a, d) == d {
			return a, true
		}
	}
	return 0, false
}

// Classes is the number ε_n of rotation classes of s-subsets of d elements with
// d/n members, by divisor n of gcd(d,s): Möbius inversion over necklaces. n = 1
// counts the regular classes. Empty for d < 1 and s outside 0 … d.
func Classes(d, s int) map[int]*big.Int {
	out := map[int]*big.Int{}
	if d < 1 || s < 0 || s > d {
		return out
	}
	g := gcd(d, s)
	for n := 1; n <= g; n++ {
		if g%n != 0 {
			continue
		}
		b, t := d/n, s/n
		sum := new(big.Int)
		for m := 1; m <= gcd(b, t); m++ {
			if b%m == 0 && t%m == 0 {
				c := new(big.Int).Binomial(int64(b/m), int64(t/m))
				sum.Add(sum, c.Mul(c, big.NewInt(int64(moebius(m)))))
			}
		}
		out[n] = sum.Div(sum, big.NewInt(int64(b)))
	}
	return out
}

// Lemma711 reports whether ε_1 ≥ Σ_{n>1} (n-1)·ε_n (errata 28): every special
// class of s-subsets, s < d, can have n-1 regular ones of its own. False outside 1 ≤ s < d.
func Lemma711(d, s int) bool {
	if s < 1 || s >= d {
		return false
	}
	need := new(big.Int)
	classes := Classes(d, s)
	for n, e := range classes {
		if n > 1 {
			need.Add(need, new(big.Int).Mul(e, big.NewInt(int64(n-1))))
		}
	}
	return classes[1].Cmp(need) >= 0
}

func moebius(m int) int {
	mu := 1
	for q := 2; q <= m; q++ {
		if m%q == 0 {
			m /= q
			if m%q == 0 {
				return 0
			}
			mu = -mu
		}
	}
	return mu
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
