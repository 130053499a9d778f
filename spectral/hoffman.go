package spectral

import (
	"fmt"
	"math"
	"math/bits"
)

// moduli are primes whose product is above twice any entry of ∏(A-λI), λ integers: that is
// at most ∏(d+|λ|).
func (p *Plan) moduli() []field {
	size := 1
	for t, l := range p.Lambda {
		size += bits.Len(uint(p.degree(t) + int(math.Abs(l))))
	}
	return primes(2, size)
}

// hoffman checks ∏(A-λI)e = c·1 with c·P = ∏(d-λ) modulo primes, for e the unit vector of the
// start among so many numbers: Hoffman's polynomial. times is to = A·from modulo f, over the
// arcs of round t. Numbers that are equal modulo all of moduli are equal.
func (p *Plan) hoffman(list []field, numbers, start, vertices int, times func(f field, t int, to, from []uint64)) bool {
	cur, next := make([]uint64, numbers), make([]uint64, numbers)
	for _, f := range list {
		clear(cur)
		cur[start] = 1
		want := uint64(1)
		for t, l := range p.Lambda {
			m := f.of(int64(l))
			times(f, t, next, cur)
			for i := range next {
				next[i] = f.sub(next[i], f.mul(m, cur[i]))
			}
			cur, next = next, cur
			want = f.mul(want, f.sub(f.of(int64(p.degree(t))), m))
		}
		for _, y := range cur {
			if f.mul(y, f.of(int64(vertices))) != want {
				return false
			}
		}
	}
	return true
}

// exactly is the proof by hoffman of factors of the matrix a.
func exactly(a string, list []field, which string) Proof {
	return Proof{Exact: true, Text: fmt.Sprintf("∏(%s-λI) = c·J in integers, modulo %d prime(s) of 61 bits with a product above twice any entry, on %s", a, len(list), which)}
}
