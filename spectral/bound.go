package spectral

import (
	"math"
	"math/cmplx"
)

// Stability is what rounding can do under one order of the factors.
type Stability struct {
	Order string
	// Bound is an upper bound, to first order in the rounding error 2^-53, of
	// |result - Σx| / Σ|x| over all x and processors in float64.
	Bound float64
	// Growth is the greatest factor by which a component of sum zero is larger
	// after some round than at the start.
	Growth float64
}

// unit is the rounding error of float64.
const unit = 0x1p-53

// norms of a vector of P numbers.
type norms struct{ one, two, inf float64 }

func (a norms) max(b norms) norms {
	return norms{max(a.one, b.one), max(a.two, b.two), max(a.inf, b.inf)}
}

func (q *quotient) norms(y []float64) (m norms) {
	for c, v := range y {
		v = math.Abs(v)
		m.one += float64(q.size[c]) * v
		m.two += float64(q.size[c]) * v * v
		m.inf = max(m.inf, v)
	}
	m.two = math.Sqrt(m.two)
	return m
}

// step is to = scale·(A - λ + μ·older), on the cells.
func (q *quotient) step(to, from, older []float64, lambda, scale, mu float64) {
	for c, row := range q.row {
		sum := -lambda*from[c] + mu*older[c]
		for _, a := range row {
			sum += float64(a.count) * from[a.cell]
		}
		to[c] = sum * scale
	}
}

// stability bounds the error of an order of the factors.
//
// Because the plan is linear, the worst x for the quotient by Σ|x| is a unit
// vector e. Round t adds an error of at most
//
//	2^-53·scale·((d+4)·|A||y| + 7·|λ||y| + 7·μ|older|)
//
// (d+1 additions, a product, the scale, and the rounding of λ, μ and scale), of
// which the rounds S still to come keep |S|·error. Each entry of that product
// is at most the product of dual norms; the smallest of three pairs is taken.
// Norms of y and of S come from the columns; where these are unknown, from the
// eigenvalues, with 2-norms only. O(rounds·arcs of the columns).
func (s *shape) stability(name string, order []complex128, spec Spectrum, columns []*quotient) Stability {
	d := float64(s.d)
	lambda, scale, mu := rounds(order, d)
	if mu == nil {
		mu = make([]float64, len(lambda))
	}
	before := make([]norms, len(lambda)+1) // of y[t]
	after := make([]norms, len(lambda)+1)  // of what follows round t-1
	for _, q := range columns {
		q.norming(before, after, lambda, scale, mu)
	}
	if columns == nil {
		spec.norming(before, after, lambda, scale, mu)
	}
	var total float64
	for t := range lambda {
		c := unit * math.Abs(scale[t])
		own := (d+4)*d + 7*math.Abs(lambda[t])
		e, f := before[t], after[t+1]
		older := before[max(t-1, 0)]
		part := f.two * c * (own*e.two + 7*mu[t]*older.two)
		if columns != nil {
			part = min(part, f.inf*c*(own*e.one+7*mu[t]*older.one))
			if s.transitive || !s.directed { // rows have the norms of columns
				part = min(part, f.one*c*(own*e.inf+7*mu[t]*older.inf))
			}
		}
		total += part
	}
	return Stability{name, finite(float64(s.n)*total + unit), finite(spec.growth(lambda, scale, mu))}
}

// norming raises before and after to those of this column.
func (q *quotient) norming(before, after []norms, lambda, scale, mu []float64) {
	m := len(q.size)
	cur, next, prev := make([]float64, m), make([]float64, m), make([]float64, m)
	cur[q.start] = 1
	for t := range lambda {
		before[t] = before[t].max(q.norms(cur))
		q.step(next, cur, prev, lambda[t], scale[t], mu[t])
		prev, cur, next = cur, next, prev
	}
	clear(cur)
	cur[q.start] = 1
	for t := len(lambda) - 1; t >= 0; t-- {
		after[t+1] = after[t+1].max(q.norms(cur))
		q.step(next, cur, prev, lambda[t], scale[t], 0)
		if mu[t] == 0 {
			cur, next = next, cur
			continue
		}
		// A pair: its second round alone follows its first, both follow the
		// round before. cur is kept for the older term.
		after[t] = after[t].max(q.norms(next))
		q.step(prev, next, cur, lambda[t-1], scale[t-1], mu[t]*scale[t]/scale[t-1])
		cur, prev = prev, cur
		t--
	}
}

// norming for a normal A: the 2-norm of a polynomial is its greatest value on
// the eigenvalues.
func (s Spectrum) norming(before, after []norms, lambda, scale, mu []float64) {
	for _, e := range s {
		q := &quotient{size: []int{1}, row: [][]arc{{}}}
		if imag(e.Value) != 0 {
			for i := range before { // no bound without the columns
				before[i].two = math.Inf(1)
			}
			return
		}
		// A one-vertex graph whose A is the number e.
		shifted := make([]float64, len(lambda))
		for t := range lambda {
			shifted[t] = lambda[t] - real(e.Value)
		}
		q.norming(before, after, shifted, scale, mu)
	}
}

// growth is the greatest |p(λ)| over λ ≠ d and the products p of the rounds.
func (s Spectrum) growth(lambda, scale, mu []float64) float64 {
	worst := 1.0
	for _, e := range s[1:] {
		cur, prev := complex(1, 0), complex(0, 0)
		for t := range lambda {
			next := complex(scale[t], 0) * ((e.Value-complex(lambda[t], 0))*cur + complex(mu[t], 0)*prev)
			prev, cur = cur, next
			worst = max(worst, cmplx.Abs(cur))
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
