package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// anyFloat is a finite number of any exponent, or one of those that meet often.
func anyFloat(rng *rand.Rand) float64 {
	switch rng.IntN(6) {
	case 0:
		return math.Float64frombits(rng.Uint64() & (1<<63 | 1<<52 - 1)) // subnormal
	case 1:
		return float64(rng.IntN(9) - 4)
	case 2:
		return math.Copysign(math.MaxFloat64, rng.NormFloat64())
	case 3:
		return rng.NormFloat64()
	}
	for {
		if x := math.Float64frombits(rng.Uint64()); !math.IsNaN(x - x) {
			return x
		}
	}
}

// someFloats is numbers, of which some nearly cancel others.
func someFloats(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = anyFloat(rng)
		if i > 0 && rng.IntN(3) == 0 {
			if y := -x[rng.IntN(i)] * (1 + math.Ldexp(float64(rng.IntN(3)-1), -rng.IntN(54))); !math.IsInf(y, 0) {
				x[i] = y
			}
		}
	}
	return x
}

// inBig is the sum by math/big.
func inBig(x []float64) *big.Float {
	sum := new(big.Float).SetPrec(4000)
	for _, v := range x {
		sum.Add(sum, new(big.Float).SetFloat64(v))
	}
	return sum
}

func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

// rounded is a sum of math/big as a float64. It has no -0: that of ours is +0.
func rounded(sum *big.Float) float64 {
	f, _ := sum.Float64()
	return f + 0
}

// TestAgainstBig: the sum is that of math/big, and so is its rounding.
func TestAgainstBig(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 4000 {
		x := someFloats(rng, rng.IntN(14))
		var s Sum
		for _, v := range x {
			s.Add(v)
		}
		want := inBig(x)
		if got := s.Float(); got.Cmp(want) != 0 {
			t.Fatalf("case %d, %x: %v, want %v", n, x, got, want)
		}
		if got := s.Float64(); !same(got, rounded(want)) {
			t.Fatalf("case %d, %x: %x, want %x", n, x, got, rounded(want))
		}
	}
}

// TestRounding: to the nearest, to the even one of two, at both ends of the range too.
func TestRounding(t *testing.T) {
	const ulp = 0x1p-52
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{nil, 0},
		{[]float64{math.Copysign(0, -1)}, 0},
		{[]float64{1, ulp / 2}, 1},
		{[]float64{1, ulp / 2, 5e-324}, 1 + ulp},
		{[]float64{1, ulp / 2, -5e-324}, 1},
		{[]float64{1, ulp / 2, 0x1p-64}, 1 + ulp}, // the lowest bit of that limb
		{[]float64{1, ulp / 2, 0x1p-70}, 1 + ulp}, // in the limb before
		{[]float64{1 + ulp, ulp / 2}, 1 + 2*ulp},
		{[]float64{-1, -ulp / 2, -5e-324}, -1 - ulp},
		{[]float64{2 - ulp, ulp / 2}, 2},
		{[]float64{1e308, 1, -1e308}, 1},
		{[]float64{5e-324}, 5e-324},
		{[]float64{0x1p-1022, -5e-324}, 0x0.fffffffffffffp-1022},
		{[]float64{0x0.fffffffffffffp-1022, 5e-324}, 0x1p-1022},
		{[]float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64}, math.MaxFloat64},
		{[]float64{math.MaxFloat64, 0x1p969}, math.MaxFloat64},
		{[]float64{math.MaxFloat64, 0x1p970}, math.Inf(1)},
		{[]float64{math.MaxFloat64, 0x1p970, -5e-324}, math.MaxFloat64},
		{[]float64{-math.MaxFloat64, -math.MaxFloat64}, math.Inf(-1)},
	} {
		var s Sum
		for _, v := range c.x {
			s.Add(v)
		}
		if got := s.Float64(); !same(got, c.want) {
			t.Errorf("%x: %x, want %x", c.x, got, c.want)
		}
	}
}

// TestSpecial: what is not finite is as in a sum of float64.
func TestSpecial(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, x := range [][]float64{{inf}, {-inf, 1}, {inf, -inf}, {inf, inf}, {nan, 1}, {1, inf, nan}, {-inf, -inf, 3}} {
		var s Sum
		want := 0.0
		for _, v := range x {
			s.Add(v)
			want += v
		}
		if got := s.Float64(); !same(got, want) {
			t.Errorf("%v: %v, want %v", x, got, want)
		}
		if !math.IsNaN(want) {
			if f := s.Float(); !f.IsInf() || f.Signbit() != (want < 0) {
				t.Errorf("%v: %v, want %v", x, f, want)
			}
		}
	}
	defer func() {
		if _, ok := recover().(big.ErrNaN); !ok {
			t.Error("Float of a sum that is no number does not panic with big.ErrNaN")
		}
	}()
	var s Sum
	s.Add(nan)
	s.Float()
}

// TestCarries: limbs as full as they may be when carries are due hold them.
func TestCarries(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		var s Sum
		want := new(big.Float).SetPrec(4000)
		x := math.Copysign(math.Float64frombits(0x7fd<<52|1<<52-1), sign)
		for i := range limbs { // as after full-1 additions that fill every limb
			s[i] = int64(sign) * (full - 1) * (1<<32 - 1)
			w := new(big.Float).SetPrec(4000).SetInt64(s[i])
			want.Add(want, w.SetMantExp(w, 32*i-shift))
		}
		s[pending] = full - 1
		s.Add(x)
		want.Add(want, new(big.Float).SetFloat64(x))
		if s[pending] != 1 {
			t.Errorf("no carries after %d additions", full)
		}
		if got := s.Float(); got.Cmp(want) != 0 {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
