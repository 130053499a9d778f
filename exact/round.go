package exact

import (
	"math"
	"math/big"
	"math/bits"
)

// Float64 is the sum, rounded to the nearest float64, ties to even; an infinity where it is
// beyond the largest.
func (s *Sum) Float64() float64 {
	if x, special := s.special(); special {
		return x
	}
	m, sign := s.magnitude()
	top := limbs - 1
	for m[top] == 0 {
		if top--; top < 0 {
			return 0
		}
	}
	length := 32*top + bits.Len64(uint64(m[top])) // in bits
	// The result's last bit is this one: the 53rd from the top, or that of the smallest float64.
	last := max(length-53, shift-1074)
	f := m.bitsFrom(last)
	if m.bitsFrom(last-1)&1 != 0 && (f&1 != 0 || m.anyBelow(last-1)) {
		f++
	}
	return math.Copysign(math.Ldexp(float64(f), last-shift), float64(sign)) // Ldexp knows infinities
}

// special is what the sum is where it is no number or infinite.
func (s *Sum) special() (float64, bool) {
	switch {
	case s[nans] != 0 || s[positive] != 0 && s[negative] != 0:
		return math.NaN(), true
	case s[positive] != 0:
		return math.Inf(1), true
	case s[negative] != 0:
		return math.Inf(-1), true
	}
	return 0, false
}

// magnitude is the absolute value, carries done, and the sign.
func (s *Sum) magnitude() (m Sum, sign int) {
	m = *s
	m.carry()
	if m[limbs-1] >= 0 {
		return m, 1
	}
	for i := range limbs {
		m[i] = -m[i]
	}
	m.carry()
	return m, -1
}

// bitsFrom is the bits from a place on, as many as a word has. Carries are done, and there is
// nothing beyond the limbs.
func (s *Sum) bitsFrom(at int) uint64 {
	i, by := at>>5, at&31
	w := uint64(s[i]) >> by
	for k, to := i+1, 32-by; k < limbs && to < 64; k, to = k+1, to+32 {
		w |= uint64(s[k]) << to
	}
	return w
}

// anyBelow reports whether a bit below a place is set. Carries are done.
func (s *Sum) anyBelow(at int) bool {
	for i := range at >> 5 {
		if s[i] != 0 {
			return true
		}
	}
	return s[at>>5]&(1<<(at&31)-1) != 0
}

// Float is the sum, without rounding. It panics with [big.ErrNaN] where the sum is no number.
func (s *Sum) Float() *big.Float {
	if x, special := s.special(); special {
		return new(big.Float).SetFloat64(x)
	}
	sum := new(big.Int)
	for i := limbs - 1; i >= 0; i-- {
		sum.Add(sum.Lsh(sum, 32), big.NewInt(s[i]))
	}
	f := new(big.Float).SetPrec(32*limbs + 128).SetInt(sum)
	return f.SetMantExp(f, -shift)
}
