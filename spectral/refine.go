package spectral

import (
	"fmt"
	"math"
	"math/big"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// refine makes the eigenvalues that a solver has found those of the minimal polynomial: Value and
// Low are the root's nearest float64 and what that lacks, so they, and the bits of every sum that
// follows the plan, do not depend on how the solver rounds, which is another way on every
// architecture. It does nothing where they are more than maxRational.
//
// A root is found by Newton's iteration from the solver's value, which is nearer than tol to it
// and much further from the others. The polynomial is the right one but with a chance of
// cells²/2^61 for every prime; were it not, its roots would be elsewhere, and that is an error.
func (s *shape) refine(spec Spectrum, q *quotient, tol float64) error {
	if len(spec) > maxRational {
		return nil
	}
	m := len(s.modulo(q)) - 1
	if m != len(spec) { // spectrum says so
		return nil
	}
	c, _, err := s.integerPolynomial(q, m)
	if err != nil {
		return err
	}
	f := newReal(c, s.d)
	for i := range spec {
		e := &spec[i]
		near := real(e.Value)
		if r := int64(math.Round(near)); math.Abs(near-float64(r)) <= tol && vanishesAt(c, r) {
			e.Value, e.Low = complex(float64(r)+0, 0), 0
			continue
		}
		root, ok := f.newton(near)
		value, low := split(root)
		if !ok || math.Abs(value-near) > tol {
			return fmt.Errorf("spectral: %s: the minimal polynomial has no root near the eigenvalue %v; use another algorithm", cayley.ShortName(s.g), near)
		}
		e.Value, e.Low = complex(value, 0), low
	}
	return nil
}

// vanishesAt reports whether r is a root.
func vanishesAt(c []*big.Int, r int64) bool {
	at, sum := big.NewInt(r), new(big.Int)
	for i := len(c) - 1; i >= 0; i-- {
		sum.Add(sum.Mul(sum, at), c[i])
	}
	return sum.Sign() == 0
}

// realPoly is a polynomial with real roots, constant first, for Newton's iteration.
type realPoly struct {
	c                         []*big.Float
	x, value, slope, quotient *big.Float
}

// rootPrec is the bits that x has: not all those of the values, which cancel, because products
// with so many would take most of the time.
const rootPrec = highPrec + 64

func newReal(c []*big.Int, d int) *realPoly {
	prec := precisionFor(len(c), d)
	number := func() *big.Float { return new(big.Float).SetPrec(prec) }
	f := &realPoly{x: new(big.Float).SetPrec(rootPrec), value: number(), slope: number(), quotient: number()}
	for _, x := range c {
		f.c = append(f.c, number().SetInt(x))
	}
	return f
}

// newton is the root next to near, to highPrec bits or so: the error is of the order of the
// last step's square. false: there is no convergence.
func (f *realPoly) newton(near float64) (*big.Float, bool) {
	f.x.SetFloat64(near)
	for range 20 {
		f.value.SetInt64(0)
		f.slope.SetInt64(0)
		for i := len(f.c) - 1; i >= 0; i-- {
			f.slope.Add(f.slope.Mul(f.slope, f.x), f.value)
			f.value.Add(f.value.Mul(f.value, f.x), f.c[i])
		}
		if f.slope.Sign() == 0 {
			return f.x, f.value.Sign() == 0
		}
		f.x.Sub(f.x, f.quotient.Quo(f.value, f.slope))
		if f.quotient.Sign() == 0 || f.quotient.MantExp(nil) < -highPrec/2 {
			return f.x, true
		}
	}
	return f.x, false
}
