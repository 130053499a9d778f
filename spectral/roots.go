package spectral

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
)

// bigRoot is a root of an integer polynomial, times over.
type bigRoot struct {
	re, im *big.Float
	times  int
}

func (r bigRoot) float() complex128 {
	re, _ := r.re.Float64()
	im, _ := r.im.Float64()
	return complex(re+0, im+0)
}

// Complex arithmetic on pairs of big.Float; results take the precision of a.
func (a bigRoot) op(f func(z, x, y *big.Float) *big.Float, b bigRoot) bigRoot {
	return bigRoot{f(new(big.Float), a.re, b.re), f(new(big.Float), a.im, b.im), a.times}
}
func (a bigRoot) add(b bigRoot) bigRoot { return a.op((*big.Float).Add, b) }
func (a bigRoot) sub(b bigRoot) bigRoot { return a.op((*big.Float).Sub, b) }

func (a bigRoot) mul(b bigRoot) bigRoot {
	p := func(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }
	re, im := p(a.re, b.re), p(a.re, b.im)
	return bigRoot{re.Sub(re, p(a.im, b.im)), im.Add(im, p(a.im, b.re)), a.times}
}

func (a bigRoot) square() *big.Float {
	re, im := new(big.Float).Mul(a.re, a.re), new(big.Float).Mul(a.im, a.im)
	return re.Add(re, im)
}

func (a bigRoot) quo(b bigRoot) bigRoot {
	conj := bigRoot{b.re, new(big.Float).Neg(b.im), b.times}
	n, z := b.square(), a.mul(conj)
	return bigRoot{z.re.Quo(z.re, n), z.im.Quo(z.im, n), a.times}
}

// integerRoots are the roots of a monic integer polynomial (constant first)
// whose roots are all within d of 0, with multiplicities: integers by exact
// division, the rest by Yun's square-free factors and Aberth's iteration.
func integerRoots(c []*big.Int, d int) ([]bigRoot, error) {
	prec := uint(192 + 4*len(c)*bits.Len(uint(d+1)))
	num := func(x int64) *big.Float { return new(big.Float).SetPrec(prec).SetInt64(x) }
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
			roots = append(roots, bigRoot{num(int64(r)), num(0), times})
		}
	}
	for i, f := range rest.squareFree() {
		found, err := f.aberth(prec, float64(d))
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			r.times = i + 1
			roots = append(roots, r)
		}
	}
	return roots, nil
}

// aberth finds the simple roots of f, to about half of prec bits; a real root
// has imaginary part 0 exactly, and conjugates agree to the bit.
func (f poly) aberth(prec uint, radius float64) ([]bigRoot, error) {
	m := len(f) - 1
	flt := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	c := make([]bigRoot, m+1)
	for i, x := range f {
		c[i] = bigRoot{new(big.Float).SetPrec(prec).SetRat(x), flt(0), 1}
	}
	z := make([]bigRoot, m)
	for i := range z {
		sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(m) + 0.4)
		z[i] = bigRoot{flt(0.7 * radius * cos), flt(0.7 * radius * sin), 1}
	}
	one, zero := bigRoot{flt(1), flt(0), 1}, bigRoot{flt(0), flt(0), 1}
	goal := new(big.Float).SetMantExp(flt(1), -int(prec/2))
	for range 500 {
		worst := flt(0)
		for i := range z {
			value, slope := zero, zero
			for k := m; k >= 0; k-- {
				slope = slope.mul(z[i]).add(value)
				value = value.mul(z[i]).add(c[k])
			}
			if value.square().Sign() == 0 {
				continue
			}
			newton := value.quo(slope)
			pull := zero
			for j := range z {
				if j != i {
					pull = pull.add(one.quo(z[i].sub(z[j])))
				}
			}
			move := newton.quo(one.sub(newton.mul(pull)))
			z[i] = z[i].sub(move)
			if s := move.square(); s.Cmp(worst) > 0 {
				worst = s
			}
		}
		if worst.Cmp(goal) < 0 {
			return pairUp(z, prec), nil
		}
	}
	return nil, errors.New("the roots of the minimal polynomial did not converge; use another algorithm")
}

// pairUp makes roots next to the real line real and conjugates exact.
func pairUp(z []bigRoot, prec uint) []bigRoot {
	near := new(big.Float).SetMantExp(big.NewFloat(1), -int(prec/4))
	var out []bigRoot
	for _, r := range z {
		switch {
		case new(big.Float).Abs(r.im).Cmp(near) < 0:
			out = append(out, bigRoot{r.re, new(big.Float).SetPrec(prec), 1})
		case r.im.Sign() > 0:
			out = append(out, r, bigRoot{r.re, new(big.Float).Neg(r.im), 1})
		}
	}
	return out
}

// lagrange is Σ_k l_k·s[k] for l the polynomial that is 1 on root i and 0 on
// the others: the weight of root i in s[k] = Σ weight·λ^k.
func (r bigRoot) lagrange(roots []bigRoot, i int, s []*big.Int) float64 {
	prec := r.re.Prec()
	num := func(x int64) *big.Float { return new(big.Float).SetPrec(prec).SetInt64(x) }
	l, scale := []bigRoot{{num(1), num(0), 1}}, bigRoot{num(1), num(0), 1}
	for j, o := range roots {
		if j == i {
			continue
		}
		scale = scale.mul(r.sub(o))
		l = append(l, l[len(l)-1]) // times (x - o)
		for k := len(l) - 2; k >= 0; k-- {
			low := bigRoot{num(0), num(0), 1}
			if k > 0 {
				low = l[k-1]
			}
			l[k] = low.sub(l[k].mul(o))
		}
	}
	sum := bigRoot{num(0), num(0), 1}
	for k, c := range l {
		sum = sum.add(c.mul(bigRoot{new(big.Float).SetPrec(prec).SetInt(s[k]), num(0), 1}))
	}
	return real(sum.quo(scale).float())
}
