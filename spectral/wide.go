package spectral

import (
	"math"
	"math/big"
)

// wide is a complex number of more bits than a complex128 has. Its operations are in
// place: they allocate nothing but what a number grows by.
type wide struct{ re, im *big.Float }

// scratch is room for the products of one operation.
type scratch [4]big.Float

func wideOf(prec uint, z complex128) wide {
	w := wide{new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec)}
	w.set(z)
	return w
}

func (a wide) set(z complex128) {
	a.re.SetFloat64(real(z))
	a.im.SetFloat64(imag(z))
}

// round changes how many bits it has.
func (a wide) round(prec uint) {
	a.re.SetPrec(prec)
	a.im.SetPrec(prec)
}

func (a wide) zero() bool { return a.re.Sign() == 0 && a.im.Sign() == 0 }

// exponent is e for |re| or |im|, the larger, in 2^(e-1) … 2^e.
func (a wide) exponent() int {
	e := math.MinInt
	for _, x := range []*big.Float{a.re, a.im} {
		if x.Sign() != 0 {
			e = max(e, x.MantExp(nil))
		}
	}
	return e
}

func (a wide) float() complex128 {
	re, _ := a.re.Float64()
	im, _ := a.im.Float64()
	return complex(re+0, im+0)
}

func (a wide) add(b wide) {
	a.re.Add(a.re, b.re)
	a.im.Add(a.im, b.im)
}

func (a wide) sub(b wide) {
	a.re.Sub(a.re, b.re)
	a.im.Sub(a.im, b.im)
}

// mul is a = a·b.
func (a wide) mul(b wide, t *scratch) {
	t[0].Mul(a.re, b.re)
	t[1].Mul(a.im, b.im)
	t[2].Mul(a.re, b.im)
	t[3].Mul(a.im, b.re)
	a.re.Sub(&t[0], &t[1])
	a.im.Add(&t[2], &t[3])
}

// addTimes is a = a + b·x.
func (a wide) addTimes(b wide, x *big.Float, t *scratch) {
	a.re.Add(a.re, t[0].Mul(b.re, x))
	a.im.Add(a.im, t[1].Mul(b.im, x))
}

// quo is a = a/b.
func (a wide) quo(b wide, t *scratch) {
	square := new(big.Float).Mul(b.re, b.re)
	square.Add(square, t[0].Mul(b.im, b.im))
	a.mul(wide{b.re, new(big.Float).Neg(b.im)}, t)
	a.re.Quo(a.re, square)
	a.im.Quo(a.im, square)
}

// minus is a-b, which is about apart: to 53 bits however near they are.
func (a wide) minus(b wide, apart complex128, t *scratch) complex128 {
	if math.Abs(real(apart))+math.Abs(imag(apart)) > 1e-3 {
		return apart
	}
	re, _ := t[0].Sub(a.re, b.re).Float64()
	im, _ := t[1].Sub(a.im, b.im).Float64()
	return complex(re, im)
}
