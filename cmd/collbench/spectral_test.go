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
	if _, out, _ = collbench("spectral", "--graph", "ring:55"); strings.Contains(out, "…") || strings.Count(out, " × ") != 1+28 {
		t.Errorf("a list of 28 is cut:\n%s", out)
	}
	if _, out, _ = collbench("spectral", "--graph", "dihedral:4:f,r"); !strings.Contains(out, "            0 × 6, index 2: A is not diagonalizable\n") {
		t.Errorf("the index is missing:\n%s", out)
	}
}

// TestSpectralParts: all lines and all of the JSON of plans by parts, one with complex factors,
// and a long one cut.
func TestSpectralParts(t *testing.T) {
	for graph, lines := range map[string][]string{
		"torus:3x4": {"graph       torus:3x4: P = 12, d = 4, D = 3\nsteps       3\nparts       product of its factors; step: generators, λ, scale:\n" +
			"            1: [0 1], -1, 0.333333\n            2: [2 3], -2, 0.25\n            3: [2 3], 0, 0.5\nerror       ",
			" measured, 6.0e-15 allowed, at most ", "\nproof       Σ of a product = ", "\nspectral    3 steps, 6·n words sent a processor = 6 a word\n"},
		"reverse(circulant:9:1,3,4,6)": {"\nparts       one generator after the other; step: generators, λ, scale:\n            1: [1 3], -1, 0.333333\n" +
			"            2: [2], -0.5, 0.666667\n            3: [2], -0.5, 0.5, 0.5 times the step before\nerror ", "\n            residual "},
		"torus:31x37": {"\nsteps       33\n", "\n            24: [2 3], 1.97123, 34.7606\n            … 9 more (--json has all)\nerror "},
		"ring:1":      {"\nsteps       0\n", "λ, scale:\nerror       0.0e+00 measured, 2.0e-15 allowed, "},
	} {
		code, out, errs := collbench("spectral", "--parts", "--graph", graph)
		for _, want := range lines {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s", want, out)
			}
		}
		if code != 0 || errs != "" || strings.Contains(out, "spectrum") || strings.Contains(out, "natural") {
			t.Errorf("%s: exit %d, stderr %q\n%s", graph, code, errs, out)
		}
	}
	for graph, want := range map[string]string{
		"torus:3x4":                    `"order":[-1,-2,0],`,
		"reverse(circulant:9:1,3,4,6)": `"rounds":[{"arcs":[1,3],"lambda":-1,"scale":0.33333333`,
	} {
		code, out, errs := collbench("spectral", "--json", "--parts", "--graph", graph)
		var r spectralResult
		if err := json.Unmarshal([]byte(out), &r); code != 0 || errs != "" || err != nil || !strings.Contains(out, want) {
			t.Errorf("exit %d, %v: %s%s, want %s", code, err, out, errs, want)
		}
		if last := r.Rounds[len(r.Rounds)-1]; (math.Abs(last.Mu-0.5) < 1e-15) != (graph != "torus:3x4") || math.Abs(last.Scale-0.5) > 1e-15 {
			t.Errorf("%s: the last round is %+v", graph, last)
		}
		if len(r.Rounds) != r.Steps || len(r.Eigenvalues) > 0 || r.MaxRelErr <= 0 || r.MaxRelErr > min(r.ErrLimit, r.ErrBound) || strings.Contains(out, "natural") {
			t.Errorf("%s: %s", graph, out)
		}
	}
	if _, out, _ := collbench("spectral", "--graph", "torus:3x4"); !strings.HasSuffix(out, "\nby parts    3 steps (--parts shows them)\n") {
		t.Errorf("no word of the plan by parts:\n%s", out)
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
