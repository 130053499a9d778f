package cayley

import (
	"errors"
	"testing"
)

// TestFactors: a graph has the arcs of the product of its factors, in the same order.
func TestFactors(t *testing.T) {
	for spec, n := range map[string]int{"product(petersen;ring:4)": 2, "product(ring:3;torus:2x3)": 2, "torus:3x4x5": 3, "torus:1x2x4": 3, "torus:7": 1, "hamming:3,4": 3, "hamming:2,1": 2,
		"petersen": 0, "hypercube:3": 0, "complete:5": 0, "ring:7": 0} {
		g, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		factors := Factors(g)
		if len(factors) != n {
			t.Errorf("%s: %d factors, want %d", spec, len(factors), n)
		}
		if n == 0 {
			continue
		}
		p, err := Product(factors...)
		if err != nil {
			t.Fatal(err)
		}
		if p.Order() != g.Order() || p.Degree() != g.Degree() {
			t.Fatalf("%s: P = %d, d = %d; of its factors %d and %d", spec, g.Order(), g.Degree(), p.Order(), p.Degree())
		}
		for v := range g.Order() {
			for k := range g.Degree() {
				if g.Neighbor(v, k) != p.Neighbor(v, k) {
					t.Fatalf("%s: arc %d of %d leads to %d, in the product to %d", spec, k, v, g.Neighbor(v, k), p.Neighbor(v, k))
				}
			}
		}
	}
}

// TestNoFactors: a product and a torus have a factor at least, and no more vertices than a
// graph may have.
func TestNoFactors(t *testing.T) {
	large := mustParse(t, "complete:65536")
	_, none := Product()
	_, beyond := Product(large, large)
	_, flat := Torus()
	for _, c := range []struct {
		err  error
		want string
	}{
		{none, "cayley: product(): at least one factor is needed"},
		{beyond, "cayley: product(complete:65536;complete:65536): too large: more than 268435456 vertices"},
		{flat, "cayley: torus: at least one side is needed"},
	} {
		if c.err == nil || c.err.Error() != c.want || errors.Is(c.err, ErrSize) != (c.err == beyond) {
			t.Errorf("%v, want %s", c.err, c.want)
		}
	}
}
