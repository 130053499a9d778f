package exact

import "math"

// Words is the length of a Sum.
const Words = limbs + 4

// Limb i of a Sum weighs 2^(32i-shift): from below the smallest float64, 2^-1074, to above 2^63
// times the largest.
const (
	limbs = 68
	shift = 1088
)

// After the limbs come numbers of what has no place in them, and of what they hold.
const (
	nans     = limbs + iota
	positive // infinities
	negative
	pending // no limb is more than 2^32 times this
)

// full is how many additions there may be between two carries: each is less than 2^32 in a limb,
// and a limb must hold what as many processors have left in it beside.
const full = 1 << 30

// Sum is an exact sum of float64 numbers. It has room for 2^63 of them, which only repeated
// [Sum.Merge] of a sum with itself can reach. The zero value is 0. To add up the sums of
// several processors, 2^30 at most, add their words one by one, as an allreduce of int64 does
// with what [Sum.Words] returns; the words have no other use outside this package.
type Sum [Words]int64

// Add adds x. A NaN, or infinities of both signs, make the sum NaN; an infinity makes it that
// infinity. The sign of zeros is lost: a sum of 0 is +0.
func (s *Sum) Add(x float64) {
	b := math.Float64bits(x)
	exp, m := uint(b>>52)&0x7ff, b&(1<<52-1)
	switch exp {
	case 0:
	case 0x7ff:
		s.addSpecial(x)
		return
	default:
		m |= 1 << 52
		exp--
	}
	s.put(exp, m, int64(b)>>63)
	s.count()
}

// put adds m·2^(exp-1074), or takes it away where minus is -1 and not 0.
func (s *Sum) put(exp uint, m uint64, minus int64) {
	at := exp + shift - 1074 // its first bit
	i, by := at>>5, at&31
	lo, hi := m<<by, m>>1>>(63-by)
	s[i] += int64(lo&(1<<32-1)) ^ minus - minus
	s[i+1] += int64(lo>>32) ^ minus - minus
	s[i+2] += int64(hi) ^ minus - minus
}

// count counts an addition to the limbs.
func (s *Sum) count() {
	if s[pending]++; s[pending] >= full {
		s.carry()
	}
}

func (s *Sum) addSpecial(x float64) {
	switch {
	case math.IsNaN(x):
		s[nans]++
	case x > 0:
		s[positive]++
	default:
		s[negative]++
	}
}

// carry leaves every limb but the last in 0 … 2^32-1: of each number there is one such form.
func (s *Sum) carry() {
	for i := range limbs - 1 {
		c := s[i] >> 32
		s[i] -= c << 32
		s[i+1] += c
	}
	s[pending] = 1
}

// Words returns the sum as numbers that an allreduce, a reduce or a scan by the operator Sum
// can add to those of other processors, even in place. The slice is s itself: what is written
// there is what s holds.
func (s *Sum) Words() []int64 {
	s.carry()
	return s[:]
}

// Merge adds what t holds.
func (s *Sum) Merge(t *Sum) {
	c := *t // it may be s
	c.carry()
	s.carry()
	for i, w := range c {
		s[i] += w
	}
}
