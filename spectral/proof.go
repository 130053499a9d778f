package spectral

import (
	"fmt"
	"math"
	"math/big"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Proof says why the plan gives the sum, and how that was checked on the arcs
// of the graph itself.
type Proof struct {
	// Exact: ∏(A-λI) = c·J held in integer arithmetic (Hoffman's polynomial).
	Exact bool
	// If not Exact, Residual is P·max|R| for R = (the rounds as written, with their rounded
	// coefficients) - J/P: no result is further from Σx than Residual·Σ|x| in exact arithmetic.
	// Limit is what it had to stay below.
	Residual, Limit float64
	// Text is the check in words.
	Text string
}

// prove checks the plan or says why it is wrong.
func (p *Plan) prove(columns []*quotient) error {
	which := "column 0, of which all others are images (vertex-transitive)"
	if !p.shape.transitive {
		which = fmt.Sprintf("all columns (%d different ones)", len(columns))
	}
	switch arcs := weight(columns) * p.Steps(); {
	case columns != nil && p.Spectrum.Integral():
		list := p.moduli()
		for _, q := range columns {
			if !p.hoffman(list, len(q.size), q.start, q.n, func(f field, _ int, to, from []uint64) { q.times(f, to, from) }) {
				return fmt.Errorf("spectral: %s: ∏(A-λI) over the eigenvalues %v is not a multiple of J: its spectrum is another one", cayley.ShortName(p.Graph), p.Lambda)
			}
		}
		p.Proof = exactly("A", list, which)
		return nil
	case columns != nil && arcs <= 4<<20:
		p.Proof.Residual, p.Proof.Limit = p.residual(columns), p.Leja.Bound
		p.Proof.Text = "|P·∏ - J| of the rounded coefficients, in arithmetic of 256 bits and more, below the predicted error, on " + which
	case columns != nil:
		before := make([]norms, p.Steps())
		for _, q := range columns {
			p.Proof.Residual = max(p.Proof.Residual, off(p.forward(q.column(), before), q.n))
		}
		p.Proof.Limit = 2 * p.Leja.Bound
		p.Proof.Text = "|P·∏ - J| in float64, below twice the predicted error, on " + which
	default:
		p.Proof.Residual, p.Proof.Limit = p.weyl(), 1e-9
		p.Proof.Text = "|P·∏ - J| from the eigenvalues and the error of the solver (Weyl), below 1e-9"
	}
	if !(p.Proof.Residual <= p.Proof.Limit) {
		return fmt.Errorf("spectral: %s: the plan's residual %.1e is more than %.1e; use another algorithm", cayley.ShortName(p.Graph), p.Proof.Residual, p.Proof.Limit)
	}
	return nil
}

func weight(columns []*quotient) (arcs int) {
	for _, q := range columns {
		arcs += q.arcs()
	}
	return arcs
}

// residual is P·max|R| with the coefficients as they are, evaluated with so
// many bits that its own rounding doesn't matter.
func (p *Plan) residual(columns []*quotient) float64 {
	prec := uint(256 + 2*math.Ilogb(p.Leja.Growth+1))
	number := func() *big.Float { return new(big.Float).SetPrec(prec) }
	vector := func(n int) []*big.Float {
		v := make([]*big.Float, n)
		for i := range v {
			v[i] = number()
		}
		return v
	}
	worst, product := 0.0, number()
	for _, q := range columns {
		m := len(q.size)
		cur, next, prev := vector(m), vector(m), vector(m)
		cur[q.start].SetInt64(1)
		for t := range p.Lambda {
			l, low, sc, m := p.coefficients(t)
			lambda, scale, mu := number().SetFloat64(-l), number().SetFloat64(sc), number().SetFloat64(m)
			lambda.Sub(lambda, product.SetFloat64(low))
			for c, row := range q.row {
				sum := next[c].Mul(lambda, cur[c])
				for _, a := range row {
					if a.count == 1 {
						sum.Add(sum, cur[a.cell])
						continue
					}
					sum.Add(sum, product.Mul(product.SetInt64(int64(a.count)), cur[a.cell]))
				}
				if mu.Sign() != 0 {
					sum.Add(sum, product.Mul(mu, prev[c]))
				}
				sum.Mul(sum, scale)
			}
			prev, cur, next = cur, next, prev
		}
		n, one := number().SetInt64(int64(q.n)), number().SetInt64(1)
		for _, y := range cur {
			r, _ := y.Sub(y.Mul(y, n), one).Float64()
			worst = max(worst, math.Abs(r))
		}
	}
	return worst
}

// weyl bounds the residual of a symmetric A by the derivative of the product
// at each eigenvalue, times an error of 4·n·ε·d of the solver.
func (p *Plan) weyl() (worst float64) {
	d, n := float64(p.Graph.Degree()), float64(p.Graph.Order())
	for j, at := range p.Lambda {
		slope := 1 / (d - at)
		for i, l := range p.Lambda {
			if i != j {
				slope *= (at - l) * p.Scale[i]
			}
		}
		worst = max(worst, math.Abs(slope))
	}
	return n * worst * 4 * n * 0x1p-52 * d
}
