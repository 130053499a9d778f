package spectral

import (
	"math"
	"math/cmplx"
)

// Stability is what rounding can do under one order of the factors.
type Stability struct {
	// Bound is an upper bound, to first order in the rounding error 2^-53, of
	// |result - Σx| / Σ|x| over all x and processors in float64.
	Bound float64
	// Growth is the greatest factor by which the rounds up to one, or the rounds
	// from one on, enlarge a vector of sum zero (one eigenvector): the first make
	// intermediate results large, the second blow up errors made before.
	Growth float64
}

// unit is the rounding error of float64.
const unit = 0x1p-53

// stability bounds the error of an order of the factors.
//
// Because the plan is linear, the worst x for the quotient by Σ|x| is a unit
// vector e. Round t adds an error of at most
//
//	2^-53·scale·((d+5)·|A||y| + 7·|λ||y| + 7·μ|older|)
//
// (d+2 additions, a product, the scale, and the rounding of λ, μ and scale), of
// which the rounds S still to come keep |S|·error. Each entry of that product
// is at most the product of dual norms; the smallest of three pairs is taken.
// Norms of y and of S come from the columns; where these are unknown, from the
// eigenvalues, with 2-norms only. O(rounds·arcs of the columns).
func (s *shape) stability(order []factor, spec Spectrum, columns []*quotient) Stability {
	d := float64(s.d)
	p := rounds(order, d)
	before := make([]norms, len(p.Lambda)+1) // of y[t]
	after := make([]norms, len(p.Lambda)+1)  // of what follows round t-1
	for _, q := range columns {
		p.forward(q.column(), before)
		p.backward(q.column(), after)
	}
	if columns == nil {
		spec.norming(before, after, p)
	}
	p.shape = s
	total := p.error(before, after, columns != nil, columns != nil && (s.transitive || !s.directed))
	return Stability{total, finite(spec.growth(p))}
}

// error is the bound by these norms, the 2-norms and others that are known: those of the
// columns, and whether rows have the same.
func (p *Plan) error(before, after []norms, known, rows bool) float64 {
	var total float64
	for t := range p.Lambda {
		lambda, _, scale, mu := p.coefficients(t)
		d := float64(p.degree(t))
		c := unit * math.Abs(scale)
		own := (d+5)*d + 7*math.Abs(lambda)
		e, f := before[t], after[t+1]
		older := before[max(t-1, 0)]
		part := f.two * c * (own*e.two + 7*mu*older.two)
		if known {
			part = min(part, f.inf*c*(own*e.one+7*mu*older.one))
		}
		if rows {
			part = min(part, f.one*c*(own*e.inf+7*mu*older.inf))
		}
		total += part
	}
	return finite(float64(p.shape.n)*total + unit)
}

// growth is the greatest |p(λ)| over λ ≠ d, for p the product of the rounds up
// to one, or from one on.
func (s Spectrum) growth(p *Plan) float64 {
	worst := 1.0
	steps := len(p.Lambda)
	for _, e := range s[1:] {
		// whole is the value of each factor, at the round that completes it.
		whole := make([]complex128, 0, steps)
		for t := 0; t < steps; t++ {
			lambda, _, scale, _ := p.coefficients(t)
			f := complex(scale, 0) * (e.Value - complex(lambda, 0))
			if t+1 < steps && p.Mu != nil && p.Mu[t+1] != 0 {
				t++
				f = complex(p.Scale[t], 0) * ((e.Value-complex(lambda, 0))*f + complex(p.Mu[t], 0))
			}
			whole = append(whole, f)
		}
		up, down := complex(1, 0), complex(1, 0)
		for i := range whole {
			up *= whole[i]
			down *= whole[len(whole)-1-i]
			worst = max(worst, cmplx.Abs(up), cmplx.Abs(down))
		}
	}
	return worst
}

// finite keeps numbers that JSON can write.
func finite(x float64) float64 {
	if math.IsNaN(x) || x > math.MaxFloat64 {
		return math.MaxFloat64
	}
	return x
}
