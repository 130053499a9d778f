package hypercube

import (
	"math/big"
	"math/bits"
)

// Lemma78 reports whether d does not divide 2^d-1, which Lemma 7.8 says of all
// d > 1 (proof: errata 26).
func Lemma78(d int) bool {
	return d > 1 && powerOfTwo(d) != 1
}

// powerOfTwo is 2^d mod d.
func powerOfTwo(d int) uint64 {
	m := uint64(d)
	x, b := 1%m, 2%m
	for e := d; e > 0; e >>= 1 {
		if e&1 == 1 {
			x = timesMod(x, b, m)
		}
		b = timesMod(b, b, m)
	}
	return x
}

func timesMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, m)
}

// RegularAntecedent is s without one element, such that the d rotations of the rest are
// distinct; Lemma 7.10 says that every set of two or more elements has one. It is false if
// there is none, if s has elements outside 0 … d-1, or if d is outside 1 … 32.
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

// Classes maps every divisor n of gcd(d,s) to ε_n, the number of rotation classes of s-subsets
// of d elements that have d/n members: Möbius inversion over necklaces. n = 1 counts the
// regular classes. It is empty for d < 1 and s outside 0 … d. The numbers have up to d bits.
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

// Lemma711 reports whether ε_1 ≥ Σ_{n>1} (n-1)·ε_n (errata 28): every special class of
// s-subsets, s < d, can have n-1 regular classes of its own. False outside 1 ≤ s < d.
func Lemma711(d, s int) bool {
	return s >= 1 && s < d && spare(d, s).Sign() >= 0
}

// spare is ε_1 - Σ_{n>1} (n-1)·ε_n.
func spare(d, s int) *big.Int {
	left := new(big.Int)
	for n, e := range Classes(d, s) {
		if n == 1 {
			left.Add(left, e)
		} else {
			left.Sub(left, new(big.Int).Mul(e, big.NewInt(int64(n-1))))
		}
	}
	return left
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
