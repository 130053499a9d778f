package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestSpectral: the facts of the petersen graph, and all lines of a graph whose
// eigenvalues are pairs.
func TestSpectral(t *testing.T) {
	code, out, errs := collbench("spectral", "--graph", "petersen", "--json")
	var r spectralResult
	if err := json.Unmarshal([]byte(out), &r); code != 0 || errs != "" || err != nil {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, errs)
	}
	if r.MaxRelErr <= 0 || r.MaxRelErr > r.ErrLimit || r.MaxRelErr > r.ErrBound || r.ErrLimit != 4e-15 || !r.Exact {
		t.Errorf("errors of %+v", r)
	}
	if !strings.HasPrefix(out, `{"graph":"petersen","processors":10,"degree":3,"eigenvalues":[3,1,-2],"multiplicities":[1,5,4],"indices":[1,1,1],"source":"closed form","steps":2,"diameter":2,"order":[-2,1],`) {
		t.Errorf("petersen: %s", out)
	}
	code, out, errs = collbench("spectral", "--graph", "circulant:9:1,3,4,6")
	for _, want := range []string{"graph       circulant:9:1,3,4,6: P = 9, d = 4, D = 2\nsteps       8\nspectrum    characters; value × multiplicity:\n            4 × 1\n",
		"\n            [1 1.7320508075688772] × 1\n            [1 -1.7320508075688772] × 1\n", "\norder       [[-1.76604", " (Leja)\n", "\ngrowth      ", " measured, 1.6e-14 allowed, at most ",
		"vertex-transitive)\n            residual ", "\nspectral    8 steps, 8·d·n words sent a processor = 32 a word\n", "\ncayley      4 steps at least, ", " words read or written a processor = "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if code != 0 || errs != "" {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
	if _, out, _ = collbench("spectral", "--graph", "ring:100"); !strings.Contains(out, "\n            … 27 more (--json has all)\n") || !strings.Contains(out, " …] (Leja)\n") && !strings.Contains(out, "] … (Leja)\n") {
		t.Errorf("a long list is not cut:\n%s", out)
	}
	if _, out, _ = collbench("spectral", "--graph", "dihedral:4:f,r"); !strings.Contains(out, "            0 × 6, index 2: A is not diagonalizable\n") {
		t.Errorf("the index is missing:\n%s", out)
	}
}

// TestSpectralVector: of both signs and no two alike, in (-1,1), and over 16 decades.
func TestSpectralVector(t *testing.T) {
	for seed, most := range map[uint64]float64{0: 1, 1: 1e16} {
		x := spectralVector(1000, seed)
		slices.Sort(x)
		if x[0] >= -most/10 || x[0] <= -most || x[999] <= most/10 || x[999] >= most || len(slices.Compact(slices.Clone(x))) < 1000 {
			t.Errorf("seed %d: from %v to %v", seed, x[0], x[999])
		}
		small := 0
		for _, v := range x {
			if math.Abs(v) < most/1e8 {
				small++
			}
		}
		if (small > 300) != (seed == 1) {
			t.Errorf("seed %d: %d of 1000 are below %v", seed, small, most/1e8)
		}
	}
}
