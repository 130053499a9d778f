package spectral

import (
	"math"
	"math/big"
)

// Exact is an exact accumulator of finite float64 values: a fixed-point number
// of 2,176 bits in limbs of 32, each kept in an int64 so that 2^30 additions
// need no carries. The zero value is 0.
type Exact struct {
	limb    [68]int64 // limb i weighs 2^(32i-1088)
	pending int
}

const exactShift = 1088

// Add adds x, which must be finite. About 3 ns.
func (e *Exact) Add(x float64) {
	b := math.Float64bits(x)
	exp := int(b >> 52 & 0x7ff)
	m := b & (1<<52 - 1)
	if exp > 0 {
		m |= 1 << 52
		exp--
	}
	// x = ±m·2^(exp-1074); bit position from the bottom of limb 0:
	pos := exp + exactShift - 1074
	i, s := pos>>5, uint(pos&31)
	lo := m << s
	hi := m >> 1 >> (63 - s)
	a, c, d := int64(lo&0xffffffff), int64(lo>>32), int64(hi)
	if b>>63 != 0 {
		a, c, d = -a, -c, -d
	}
	e.limb[i] += a
	e.limb[i+1] += c
	e.limb[i+2] += d
	if e.pending++; e.pending == 1<<30 {
		e.carry()
	}
}

func (e *Exact) carry() {
	for i := range len(e.limb) - 1 {
		c := e.limb[i] >> 32
		e.limb[i] -= c << 32
		e.limb[i+1] += c
	}
	e.pending = 0
}

// Float is the sum, without rounding.
func (e *Exact) Float() *big.Float {
	sum := new(big.Int)
	for i := len(e.limb) - 1; i >= 0; i-- {
		sum.Add(sum.Lsh(sum, 32), big.NewInt(e.limb[i]))
	}
	f := new(big.Float).SetPrec(2300).SetInt(sum)
	return f.SetMantExp(f, -exactShift)
}

// Sum is Σx, exact, and Σ|x|, exact, of finite x.
func Sum(x []float64) (sum, size *big.Float) {
	var s, a Exact
	for _, v := range x {
		s.Add(v)
		a.Add(math.Abs(v))
	}
	return s.Float(), a.Float()
}

// RelativeError is max |got - Σx| / Σ|x| against exact summation: the measure
// of an error where signs cancel. 0 for an x of zeros answered by zeros, and where
// nothing is answered; +Inf or NaN where got is not finite, NaN where x is not.
func RelativeError(got, x []float64) float64 {
	for _, v := range x {
		if math.IsNaN(v - v) {
			return math.NaN()
		}
	}
	if len(got) == 0 {
		return 0
	}
	sum, size := Sum(x)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, g := range got {
		if math.IsNaN(g) || math.IsInf(g, 0) {
			return math.Abs(g)
		}
		lo, hi = min(lo, g), max(hi, g)
	}
	worst := new(big.Float)
	for _, g := range []float64{lo, hi} {
		d := new(big.Float).SetPrec(2300).SetFloat64(g)
		if d.Sub(d, sum).Abs(d); d.Cmp(worst) > 0 {
			worst = d
		}
	}
	if worst.Sign() == 0 {
		return 0
	}
	r, _ := new(big.Float).SetPrec(64).Quo(worst, size).Float64()
	return r
}
