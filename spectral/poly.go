package spectral

import "math/big"

// poly is a polynomial over the rationals, constant first, no leading zeros;
// the empty one is 0.
type poly []*big.Rat

func (f poly) trim() poly {
	for len(f) > 0 && f[len(f)-1].Sign() == 0 {
		f = f[:len(f)-1]
	}
	return f
}

// divide is f = quo·g + rem. g is not 0.
func (f poly) divide(g poly) (quo, rem poly) {
	rem = make(poly, len(f))
	for i, c := range f {
		rem[i] = new(big.Rat).Set(c)
	}
	quo = make(poly, max(0, len(f)-len(g)+1))
	inv := new(big.Rat).Inv(g[len(g)-1])
	for i := len(quo) - 1; i >= 0; i-- {
		quo[i] = new(big.Rat).Mul(rem[i+len(g)-1], inv)
		if quo[i].Sign() == 0 {
			continue
		}
		for j, c := range g {
			rem[i+j].Sub(rem[i+j], new(big.Rat).Mul(quo[i], c))
		}
	}
	return quo, rem.trim()
}

// gcd is the monic greatest common divisor.
func (f poly) gcd(g poly) poly {
	for len(g) > 0 {
		_, r := f.divide(g)
		f, g = g, r.monic()
	}
	return f.monic()
}

func (f poly) monic() poly {
	if len(f) == 0 {
		return f
	}
	inv := new(big.Rat).Inv(f[len(f)-1])
	m := make(poly, len(f))
	for i, c := range f {
		m[i] = new(big.Rat).Mul(c, inv)
	}
	return m
}

func (f poly) derivative() poly {
	var g poly
	for i := 1; i < len(f); i++ {
		g = append(g, new(big.Rat).Mul(f[i], big.NewRat(int64(i), 1)))
	}
	return g
}

func (f poly) minus(g poly) poly {
	h := make(poly, max(len(f), len(g)))
	for i := range h {
		h[i] = new(big.Rat)
		if i < len(f) {
			h[i].Add(h[i], f[i])
		}
		if i < len(g) {
			h[i].Sub(h[i], g[i])
		}
	}
	return h.trim()
}

// squareFree is f₁, f₂, … with f = f₁·f₂²·f₃³… up to a constant (Yun): the
// roots of fᵢ are those that f has i times. nil for a constant.
func (f poly) squareFree() []poly {
	if len(f) < 2 {
		return nil
	}
	if f.squareFreeModulo() {
		return []poly{f.monic()}
	}
	var list []poly
	g := f.gcd(f.derivative())
	b, _ := f.divide(g)
	c, _ := f.derivative().divide(g)
	for len(b) > 1 {
		d := c.minus(b.derivative())
		a := b.gcd(d)
		list = append(list, a)
		b, _ = b.divide(a)
		c, _ = d.divide(a)
	}
	return list
}

// squareFreeModulo reports that f, of integers, is square-free modulo a prime
// and therefore square-free: it spares most graphs the rational arithmetic.
func (f poly) squareFreeModulo() bool {
	p := primes(2, 0)[0]
	mod := new(big.Int).SetUint64(uint64(p))
	a, b := make([]uint64, len(f)), make([]uint64, len(f)-1)
	for i, c := range f {
		a[i] = new(big.Int).Mod(c.Num(), mod).Uint64()
		if i > 0 {
			b[i-1] = p.mul(a[i], uint64(i))
		}
	}
	for len(b) > 0 {
		inv := p.inv(b[len(b)-1])
		for len(a) >= len(b) {
			q, at := p.mul(a[len(a)-1], inv), len(a)-len(b)
			for j, c := range b {
				a[at+j] = p.sub(a[at+j], p.mul(q, c))
			}
			a = a[:len(a)-1]
		}
		for len(a) > 0 && a[len(a)-1] == 0 {
			a = a[:len(a)-1]
		}
		a, b = b, a
	}
	return len(a) == 1
}
