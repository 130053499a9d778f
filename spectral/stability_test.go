package spectral

import (
	"math"
	"slices"
	"testing"
)

// TestNaturalIsBothOrders: what is found of one natural order and taken for the other is what
// that has, to the bit: with roots alone, with pairs, by norms of columns and of eigenvalues, and
// where it is beyond float64.
func TestNaturalIsBothOrders(t *testing.T) {
	lost := 0
	for _, name := range []string{"hypercube:6", "ring:48", "torus:8x9", "ccc:4", "star:5", "circulant:64:1", "circulant:64:1,5", "dihedral:4:f,r", "ring:1600"} {
		g := parse(t, name)
		s, err := examine(g)
		if err != nil {
			t.Fatal(err)
		}
		columns := s.columns()
		spec, _, err := s.spectrum(columns, s.closed)
		if err != nil {
			t.Fatal(err)
		}
		fs := spec.factors()
		for _, c := range [][]*quotient{columns, nil} {
			if c == nil && len(fs) > 100 {
				continue
			}
			want := [2]Stability{s.stability(natural(fs, false), spec, c), s.stability(natural(fs, true), spec, c)}
			if got := s.natural(fs, spec, c); got != want {
				t.Errorf("%s: %v, want %v", name, got, want)
			} else if got[0].Bound == math.MaxFloat64 {
				lost++
			}
		}
	}
	if lost == 0 {
		t.Error("no order is beyond float64")
	}
}

// TestGrowthOfRealRoots: without complex numbers the growth is the same, to the bit.
func TestGrowthOfRealRoots(t *testing.T) {
	for _, name := range []string{"hypercube:9", "ring:128", "torus:9x10", "ccc:4", "pancake:5", "dihedral:4:f,r"} {
		p := plan(t, name)
		for _, e := range p.Spectrum[1:] {
			if a, b := p.growReal(e, 0), p.grow(e, 0); a != b {
				t.Errorf("%s: at %v %v, with complex numbers %v", name, e.Value, a, b)
			}
		}
	}
}

// TestLostVectorsAreNotFollowed: of so many rounds only those are done that float64 can hold.
func TestLostVectorsAreNotFollowed(t *testing.T) {
	p := &Plan{Lambda: make([]float64, 100), Scale: slices.Repeat([]float64{1e100}, 100)}
	done := 0
	c := column{1, 0, nil, func(_ int, to, from, _ []float64, _, _, scale, _ float64) {
		to[0] = from[0] * scale
		done++
	}}
	before, after := make([]norms, 101), make([]norms, 101)
	p.forward(c, before)
	p.backward(c, after)
	if !before[4].lost() || !after[96].lost() || before[3].lost() || done != 8 {
		t.Errorf("%d rounds: %v, %v", done, before, after)
	}
}
