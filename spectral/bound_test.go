package spectral

import (
	"math"
	"testing"
)

// TestErrorAddsUp: the bound has what every round adds, by each of the three norms, the
// part of the vector before the last one too.
func TestErrorAddsUp(t *testing.T) {
	p := plan(t, "circulant:7:1,2")
	all := make([]norms, len(p.Lambda)+1)
	for i := range all {
		all[i] = norms{one: 1, two: 1, inf: 1}
	}
	want, older := unit, 0.0
	for i := range p.Lambda {
		lambda, _, scale, mu := p.coefficients(i)
		d := float64(p.degree(i))
		older += mu
		want += float64(p.shape.n) * unit * math.Abs(scale) * ((d+5)*d + 7*math.Abs(lambda) + 7*mu)
	}
	for _, by := range [][2]bool{{false, false}, {true, false}, {true, true}} {
		if got := p.error(all, all, by[0], by[1]); math.Abs(got-want) > 1e-12*want || older <= 0 {
			t.Errorf("%v: %v, want %v, of which %v is the older vectors'", by, got, want, older)
		}
	}
}
