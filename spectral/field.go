package spectral

import (
	"math/big"
	"math/bits"
)

// field is arithmetic modulo a prime below 2^62: sums of two fit uint64.
type field uint64

func (p field) add(a, b uint64) uint64 {
	if a += b; a >= uint64(p) {
		a -= uint64(p)
	}
	return a
}

func (p field) sub(a, b uint64) uint64 {
	if a < b {
		a += uint64(p)
	}
	return a - b
}

func (p field) mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, r := bits.Div64(hi, lo, uint64(p))
	return r
}

func (p field) pow(a, e uint64) uint64 {
	r := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = p.mul(r, a)
		}
		a = p.mul(a, a)
	}
	return r
}

func (p field) inv(a uint64) uint64 { return p.pow(a, uint64(p)-2) }

// of is x mod p.
func (p field) of(x int64) uint64 {
	if x < 0 {
		return p.sub(0, p.of(-x))
	}
	return uint64(x) % uint64(p)
}

// primes are the greatest primes ≡ 1 mod m whose product exceeds 2^size, at
// least one. Baillie-PSW is exact at this size. m < 2^32.
func primes(m uint64, size int) []field {
	const top = 1<<61 - 1
	var list []field
	for c := top - (top-1)%m; size > 0 || list == nil; c -= m {
		if new(big.Int).SetUint64(c).ProbablyPrime(0) {
			list = append(list, field(c))
			size -= bits.Len64(c) - 1
		}
	}
	return list
}

// recurrence is the shortest linear recurrence of s, by Berlekamp and Massey:
// the monic polynomial c[0] + … + c[m-1]x^(m-1) + x^m with
// Σ c[i]·s[k+i] = 0 for all k. O(len(s)·m).
func (p field) recurrence(s []uint64) []uint64 {
	c, b := []uint64{1}, []uint64{1} // connection polynomials, constant first
	length, gap, last := 0, 1, uint64(1)
	for i := range s {
		delta := s[i]
		for j := 1; j < len(c) && j <= i; j++ {
			delta = p.add(delta, p.mul(c[j], s[i-j]))
		}
		if delta == 0 {
			gap++
			continue
		}
		before := c
		c = append(append([]uint64(nil), c...), make([]uint64, max(0, len(b)+gap-len(c)))...)
		f := p.mul(delta, p.inv(last))
		for j := range b {
			c[j+gap] = p.sub(c[j+gap], p.mul(f, b[j]))
		}
		if 2*length > i {
			gap++
			continue
		}
		length, b, last, gap = i+1-length, before, delta, 1
	}
	poly := make([]uint64, length+1)
	for j := range poly {
		if length-j < len(c) {
			poly[j] = c[length-j]
		}
	}
	return poly
}
