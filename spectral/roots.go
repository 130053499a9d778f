package spectral

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/cmplx"
)

// bigRoot is a root of an integer polynomial, times over.
type bigRoot struct {
	wide
	times int
}

// precisionFor is bits for the roots of a monic integer polynomial with so many coefficients
// whose roots are within d of 0: what Horner's rule cancels, twice what the slope can lack, and more
// than two float64 take.
func precisionFor(terms, d int) uint { return uint(192 + 4*terms*bits.Len(uint(d+1))) }

// integerRoots are the roots of a monic integer polynomial (constant first)
// whose roots are all within d of 0, with multiplicities: integers by exact
// division, the rest by Yun's square-free factors and Aberth's iteration.
func integerRoots(c []*big.Int, d int) ([]bigRoot, error) {
	prec := precisionFor(len(c), d)
	var roots []bigRoot
	rest := make(poly, len(c))
	for i, x := range c {
		rest[i] = new(big.Rat).SetInt(x)
	}
	for r := d; r >= -d; r-- {
		times := 0
		for {
			quo, rem := rest.divide(poly{big.NewRat(int64(-r), 1), big.NewRat(1, 1)})
			if len(rem) != 0 {
				break
			}
			rest = quo
			times++
		}
		if times > 0 {
			roots = append(roots, bigRoot{wideOf(prec, complex(float64(r), 0)), times})
		}
	}
	for i, f := range rest.squareFree() {
		found, err := f.aberth(prec, float64(d))
		if err != nil {
			return nil, err
		}
		for _, z := range found {
			roots = append(roots, bigRoot{z, i + 1})
		}
	}
	return roots, nil
}

// aberth finds the simple roots of f, to about half of prec bits; a real root
// has imaginary part 0 exactly, and conjugates agree to the bit. Most rounds are
// taken with half of the bits.
func (f poly) aberth(prec uint, radius float64) ([]wide, error) {
	m := len(f) - 1
	z := make([]wide, m)
	for i := range z {
		sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(m) + 0.4)
		z[i] = wideOf(prec, complex(0.7*radius*cos, 0.7*radius*sin))
	}
	f.approach(z, prec/2, -24)
	if !f.approach(z, prec, -int(prec/4)) {
		return nil, errors.New("the roots of the minimal polynomial did not converge; use another algorithm")
	}
	return pairUp(z, prec), nil
}

// approach moves z by Aberth's iteration until no root moves by 2^goal or more, and
// reports whether it came to that: Newton's step, computed with prec bits, and away
// from the other roots, which is a correction of higher order and takes 53.
func (f poly) approach(z []wide, prec uint, goal int) bool {
	c := make([]*big.Float, len(f))
	for i, x := range f {
		c[i] = new(big.Float).SetPrec(prec).SetRat(x)
	}
	floats, done := make([]complex128, len(z)), make([]bool, len(z))
	for i := range z {
		z[i].round(prec)
		floats[i] = z[i].float()
	}
	value, slope := wideOf(prec, 0), wideOf(prec, 0)
	var room scratch
	for range 500 {
		moving := false
		for i := range z {
			if done[i] {
				continue
			}
			value.set(0)
			slope.set(0)
			for k := len(f) - 1; k >= 0; k-- {
				slope.mul(z[i], &room)
				slope.add(value)
				value.mul(z[i], &room)
				value.re.Add(value.re, c[k])
			}
			if value.zero() {
				done[i] = true
				continue
			}
			value.quo(slope, &room)
			pull := complex(0, 0)
			for j := range z {
				if j != i {
					if apart := z[i].minus(z[j], floats[i]-floats[j], &room); apart != 0 {
						pull += 1 / apart
					}
				}
			}
			more := value.float() * pull
			more /= 1 - more
			done[i] = value.exponent() < goal
			moving = moving || !done[i]
			z[i].sub(value)
			if !cmplx.IsNaN(more) && !cmplx.IsInf(more) {
				slope.set(more)
				value.mul(slope, &room)
				z[i].sub(value)
			}
			floats[i] = z[i].float()
		}
		if !moving {
			return true
		}
	}
	return false
}

// pairUp makes roots next to the real line real and conjugates exact.
func pairUp(z []wide, prec uint) []wide {
	near := -int(prec / 4)
	var out []wide
	for _, r := range z {
		switch {
		case r.im.Sign() == 0 || r.im.MantExp(nil) <= near:
			out = append(out, wide{r.re, new(big.Float).SetPrec(prec)})
		case r.im.Sign() > 0:
			out = append(out, r, wide{r.re, new(big.Float).Neg(r.im)})
		}
	}
	return out
}
