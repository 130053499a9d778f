package spectral

import (
	"math"
	"math/cmplx"
	"slices"
)

// Stability is what rounding can do under one order of the factors.
type Stability struct {
	// Bound is an upper bound, to first order in the rounding error 2^-53, of
	// |result - Σx| / Σ|x| over all x and processors in float64.
	Bound float64
	// Growth is the greatest factor by which the rounds up to any one, or from any one on,
	// enlarge a vector of sum zero (one eigenvector): the first make intermediate results
	// large, the second blow up errors made before.
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
	p := rounds(order, float64(s.d))
	p.shape = s
	before, after := s.norms(p, spec, columns)
	return Stability{p.error(before, after, columns != nil, s.rows(columns)), finite(spec.growth(p))}
}

// natural is the stability of the factors by falling and by rising real part. One order is the
// other from the last round on, so the norms and the growth are the same, unless there are pairs:
// their rounds change places, too.
func (s *shape) natural(fs []factor, spec Spectrum, columns []*quotient) (both [2]Stability) {
	falling, rising := natural(fs, false), natural(fs, true)
	p, q := rounds(falling, float64(s.d)), rounds(rising, float64(s.d))
	if p.Mu != nil {
		return [2]Stability{s.stability(falling, spec, columns), s.stability(rising, spec, columns)}
	}
	p.shape, q.shape = s, s
	before, after := s.norms(p, spec, columns)
	growth := finite(spec.growth(p))
	both[0] = Stability{p.error(before, after, columns != nil, s.rows(columns)), growth}
	slices.Reverse(before)
	slices.Reverse(after)
	both[1] = Stability{q.error(after, before, columns != nil, s.rows(columns)), growth}
	return both
}

// norms are those of y[t], and of what follows round t-1: not asked for where y[t] is lost.
func (s *shape) norms(p *Plan, spec Spectrum, columns []*quotient) (before, after []norms) {
	before, after = make([]norms, p.Steps()+1), make([]norms, p.Steps()+1)
	for _, q := range columns {
		p.forward(q.column(), before)
		if slices.ContainsFunc(before, norms.lost) {
			break
		}
		p.backward(q.column(), after)
	}
	if columns == nil {
		spec.norming(before, after, p)
	}
	return before, after
}

// rows reports whether rows have the norms of columns, where these are known.
func (s *shape) rows(columns []*quotient) bool {
	return columns != nil && (s.transitive || !s.directed)
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
// to one, or from one on. It stops where that is infinite. O(rounds·eigenvalues).
func (s Spectrum) growth(p *Plan) float64 {
	real := p.Mu == nil && s.Real()
	worst := 1.0
	for _, e := range s[1:] {
		if real {
			worst = p.growReal(e, worst)
		} else {
			worst = p.grow(e, worst)
		}
		if worst > math.MaxFloat64 {
			break
		}
	}
	return worst
}

// grow is worst or, if greater, what the rounds make of this eigenvalue's vector.
func (p *Plan) grow(e Eigenvalue, worst float64) float64 {
	steps := len(p.Lambda)
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
	return worst
}

// growReal is grow where there are no pairs. A product is 0 from the eigenvalue's own round on.
func (p *Plan) growReal(e Eigenvalue, worst float64) float64 {
	value, last := real(e.Value), len(p.Lambda)-1
	up, down := 1.0, 1.0
	for t := 0; t <= last && up != 0; t++ {
		up *= p.Scale[t] * (value - p.Lambda[t])
		if size := math.Abs(up); size > worst {
			worst = size
		}
	}
	for t := last; t >= 0 && down != 0; t-- {
		down *= p.Scale[t] * (value - p.Lambda[t])
		if size := math.Abs(down); size > worst {
			worst = size
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
