package spectral

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestProofOfFactors: what a product can be off by is no less than what its factors are
// together, its growth the greatest of theirs, and it is exact where all of them are, in every
// order of them.
func TestProofOfFactors(t *testing.T) {
	for _, specs := range [][]string{
		{"ring:31", "complete:4", "ring:5"}, {"ring:5", "ring:31", "complete:4"}, {"complete:4", "ring:5", "ring:31"},
		{"complete:4", "petersen"}, {"ring:37", "ring:31"},
	} {
		var factors []cayley.Graph
		exact, bound, residual, limit, growth := true, 0.0, 0.0, 0.0, 1.0
		for _, spec := range specs {
			f, err := cayley.Parse(spec)
			if err != nil {
				t.Fatal(err)
			}
			q, err := Fewest(f)
			if err != nil {
				t.Fatal(err)
			}
			factors = append(factors, f)
			exact = exact && q.Proof.Exact
			bound, residual, limit = bound+q.Leja.Bound, residual+q.Proof.Residual, limit+q.Proof.Limit
			growth = max(growth, q.Leja.Growth)
		}
		g, err := cayley.Product(factors...)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ByParts(g)
		if err != nil {
			t.Fatal(err)
		}
		about := func(what string, is, sum float64) {
			t.Helper()
			if !(is >= sum*(1-1e-12) && is <= sum*(1+1e-6)) {
				t.Errorf("%s: %s is %g, of the factors together %g", g.Name(), what, is, sum)
			}
		}
		about("the predicted error", p.Leja.Bound, bound)
		about("the residual", p.Proof.Residual, residual)
		about("its limit", p.Proof.Limit, limit)
		if p.Proof.Exact != exact || p.Leja.Growth != growth {
			t.Errorf("%s: exact %v, growth %g, want %v, %g", g.Name(), p.Proof.Exact, p.Leja.Growth, exact, growth)
		}
	}
}
