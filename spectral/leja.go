package spectral

import (
	"math"
	"math/cmplx"
	"slices"
)

// factor is one root of the polynomial: real, or a pair a±bi (b > 0), which
// takes two rounds of real arithmetic. It stands times over where A is not
// diagonalizable.
type factor struct {
	root  complex128
	low   float64 // of Eigenvalue
	times int
}

// factors are the roots other than d with imaginary part ≥ 0.
func (s Spectrum) factors() []factor {
	var f []factor
	for _, e := range s[1:] {
		if imag(e.Value) >= 0 {
			f = append(f, factor{e.Value, e.Low, e.Index})
		}
	}
	return f
}

// alike is how far apart the logarithms of two products may be that count as one: far more than
// they round, and far less than different products are apart.
const alike = 1e-9

// leja orders the factors: first the root farthest from d, then always the
// one where √(d-λ) times the product of the factors so far is largest. Rounds
// done so far are then small wherever a round is still to come, so that
// rounding errors made on the way are not blown up.
//
// The weight √(d-λ) is ours. Without it roots next to d come early, and their
// scale 1/(d-λ) enlarges the parts that later rounds have yet to remove; with
// the whole d-λ they come late, and enlarge the errors made before. The root
// divides the growth evenly: on ring:512 it is 47, without it 6,600, with the whole
// 11,000. Repeated roots come round by round; of those that are alike, as 2·6 and 3·4, the
// first, however the products round. O(F²).
//
// One number on one processor is the worst vector, and no order helps it where
// the degree is large, because the d additions of a round round alike on all
// processors of one distance: on johnson:16,4 its sum errs by 4.7 times 2e-15 a step.
// Random vectors, 16 decades and cancelling ones err by at most 0.8 times 2e-15 a step in
// any family.
func leja(fs []factor, d float64) []factor {
	var order []factor
	for open := candidatesOf(fs, d); len(open) > 0; {
		var at int32
		at, open = open.next()
		order = append(order, fs[at])
	}
	return order
}

// candidate is a factor that is still to come, its place among them, how often it has come
// and comes in all, and √(d-λ) times the product so far.
type candidate struct {
	root            complex128
	product         product
	at, used, times int32
}

// candidates are in the order of the factors. Those that have come are out: nobody asks for
// their products.
type candidates []candidate

func candidatesOf(fs []factor, d float64) candidates {
	open := make(candidates, len(fs))
	for i, f := range fs {
		weight := product{0.5, 1}.times(math.Sqrt(apart(f.root, complex(d, 0))))
		open[i] = candidate{f.root, weight, int32(i), 0, int32(f.times)}
	}
	return open
}

// next is the place of the factor that comes now, and the candidates after it.
func (open candidates) next() (at int32, rest candidates) {
	best := open[0]
	for _, c := range open {
		if c.used < best.used || c.used == best.used && c.product.above(best.product) {
			best = c
		}
	}
	rest = open[:0]
	for _, c := range open {
		switch {
		case c.at != best.at:
			c.product = c.product.times(apart(c.root, best.root))
			if imag(best.root) != 0 {
				c.product = c.product.times(apart(c.root, cmplx.Conj(best.root)))
			}
		case c.used+1 == c.times:
			continue
		default:
			c.used++
		}
		rest = append(rest, c)
	}
	return best.at, rest
}

// apart is |a-b|, without a root where both are real.
func apart(a, b complex128) float64 {
	if imag(a) == imag(b) {
		return math.Abs(real(a) - real(b))
	}
	return cmplx.Abs(a - b)
}

// product is part·2^exp, 0.5 ≤ part < 1, or 0: products of thousands of factors leave the range
// of float64, and their logarithms cost more than all else.
type product struct {
	part float64
	exp  int32
}

func (p product) times(x float64) product {
	part, exp := math.Frexp(p.part * x)
	if part == 0 {
		return product{0, -1 << 30}
	}
	return product{part, p.exp + int32(exp)}
}

// above reports whether p is larger than q, and not alike.
func (p product) above(q product) bool {
	switch p.exp - q.exp {
	case 0:
		return p.part > q.part*(1+alike)
	case 1:
		return 2*p.part > q.part*(1+alike)
	}
	return p.exp > q.exp
}

// natural is the factors by falling or rising real part, for comparison.
func natural(fs []factor, rising bool) []factor {
	var order []factor
	for _, f := range fs {
		for range f.times {
			order = append(order, f)
		}
	}
	if rising {
		slices.Reverse(order)
	}
	return order
}
