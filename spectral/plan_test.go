package spectral

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func parse(t testing.TB, name string) cayley.Graph {
	t.Helper()
	g, err := cayley.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func plan(t testing.TB, name string) *Plan {
	t.Helper()
	return planOf(t, parse(t, name))
}

func planOf(t testing.TB, g cayley.Graph) *Plan {
	t.Helper()
	p, err := New(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Corollary 5.2, for every distance-regular family of the grammar.
func TestStepsAreTheDiameter(t *testing.T) {
	for _, name := range []string{
		"hypercube:0", "hypercube:1", "hypercube:4", "hypercube:10", "hypercube:16", "complete:1", "complete:2", "complete:8", "complete:100",
		"bipartite:1", "bipartite:2", "bipartite:9", "petersen", "hamming:3,4", "hamming:2,7", "hamming:4,3", "johnson:6,3", "johnson:9,2",
		"johnson:16,4", "odd:2", "odd:3", "odd:4", "odd:5", "odd:6", "ring:3", "ring:64", "ring:65", "folded:8", "folded:7",
	} {
		p := plan(t, name)
		if closed := !strings.HasPrefix(name, "folded") && name != "hypercube:0"; closed != (p.Source == "closed form") {
			t.Errorf("%s: the eigenvalues are by %s", name, p.Source)
		}
		if p.Steps() != p.Diameter || len(p.Spectrum) != p.Diameter+1 {
			t.Errorf("%s: %d steps, %d eigenvalues, diameter %d", name, p.Steps(), len(p.Spectrum), p.Diameter)
		}
		if p.Spectrum.Integral() != p.Proof.Exact {
			t.Errorf("%s: integral %v, but proof: %s", name, p.Spectrum.Integral(), p.Proof.Text)
		}
	}
}

func TestStepsAreTheEigenvalues(t *testing.T) {
	for name, distinct := range map[string]int{
		"star:4": 7, "star:5": 9, "star:6": 11, // n-1 down to -(n-1); 0 is missing for n = 3 only
		"kneser:8,3": 4, "torus:4x4x4": 7, "torus:8x8x8": 25, "circulant:12:1": 12, "circulant:9:1,3,4,6": 9,
		"ccc:3": 8, "ccc:4": 16, "transposition:5": 7, "product(petersen;ring:4)": 7, "product(ring:5;complete:3)": 6,
	} {
		p := plan(t, name)
		if strings.HasPrefix(name, "kneser") && p.Source != "closed form" {
			t.Errorf("%s: the eigenvalues are by %s", name, p.Source)
		}
		if len(p.Spectrum) != distinct || p.Steps() != distinct-1 || p.Steps() < p.Diameter {
			t.Errorf("%s: %d eigenvalues, %d steps, diameter %d; want %d eigenvalues", name, len(p.Spectrum), p.Steps(), p.Diameter, distinct)
		}
	}
}

// A copy without name or group goes through the eigensolver, or the minimal
// polynomial if directed, and every column: the sources must agree.
func TestSourcesAgree(t *testing.T) {
	for _, name := range []string{
		"hypercube:5", "ring:12", "ring:25", "complete:9", "bipartite:5", "hamming:2,4", "johnson:6,2", "kneser:7,2", "odd:4",
		"torus:3x5", "folded:5", "ccc:3", "star:4", "butterfly:3", "circulant:12:1,3,4", "circulant:9:1,3,4,6", "circulant:16:1", "circulant:36:1", "dihedral:7:r,f",
		"product(circulant:4:1;ring:2)", // roots 1±i, of whole numbers
		"circulant:30:1,11,15,21",       // ±1 as sums of angles without their opposites
		// Directed graphs of more vertices than the degrees that are allowed:
		"dihedral:130:r,f", "product(product(circulant:4:1;circulant:4:1);product(circulant:4:1;product(circulant:4:1;circulant:4:1)))",
	} {
		p, c := plan(t, name), planOf(t, copied(parse(t, name)))
		if !strings.HasSuffix(p.Proof.Text, ", on column 0, of which all others are images (vertex-transitive)") ||
			!strings.HasSuffix(c.Proof.Text, ", on all columns (1 different ones)") {
			t.Errorf("%s: the proof is: %s; of the copy: %s", name, p.Proof.Text, c.Proof.Text)
		}
		if p.shape.transitive == c.shape.transitive {
			t.Errorf("%s: the copy should have no known symmetry", name)
		}
		if len(p.Spectrum) != len(c.Spectrum) || p.Diameter != c.Diameter {
			t.Errorf("%s: %v by %s, %v by %s", name, p.Spectrum, p.Source, c.Spectrum, c.Source)
			continue
		}
		for i, e := range p.Spectrum {
			f := c.Spectrum[i]
			if e.Multiplicity != f.Multiplicity || e.Index != f.Index || math.Abs(real(e.Value)-real(f.Value)) > 1e-15*4 || math.Abs(imag(e.Value)-imag(f.Value)) > 4e-15 {
				t.Errorf("%s: %v by %s, %v by %s", name, e, p.Source, f, c.Source)
			}
		}
	}
}

// Errata 16: three eigenvalues 2, 0, -2, but diameter 3; x² divides the minimal
// polynomial x²(x-2)(x+2).
func TestNotDiagonalizable(t *testing.T) {
	for _, g := range []cayley.Graph{dihedral(4, 4, 1), copied(dihedral(4, 4, 1)), parse(t, "dihedral:4:f,r")} {
		p := planOf(t, g)
		if got := fmt.Sprint(p.Spectrum); got != "[{(2+0i) 1 1 0} {(0+0i) 6 2 0} {(-2+0i) 1 1 0}]" {
			t.Errorf("%s: %s", g.Name(), got)
		}
		if p.Steps() != 3 || p.Diameter != 3 || !p.Proof.Exact {
			t.Errorf("%s: %d steps, diameter %d, proof %s", g.Name(), p.Steps(), p.Diameter, p.Proof.Text)
		}
		if got := fmt.Sprint(p.Lambda); got != "[-2 0 0]" {
			t.Errorf("%s: order %s", g.Name(), got)
		}
		checkSums(t, p)
	}
}

func TestComplexPairs(t *testing.T) {
	for _, name := range []string{"circulant:9:1,3,4,6", "circulant:12:1,3,4", "circulant:16:1", "dihedral:9:r,r2,f", "circulant:64:1,5"} {
		p := plan(t, name)
		if p.Mu == nil || p.Spectrum.Real() {
			t.Errorf("%s: the spectrum should have pairs", name)
		}
		rounds := 0
		for _, r := range p.Order() {
			if rounds++; imag(r) != 0 {
				rounds++
			}
		}
		growth, d := 1.0, complex(float64(p.Graph.Degree()), 0)
		for _, e := range p.Spectrum[1:] {
			for _, turned := range []bool{false, true} {
				order, product := p.Order(), complex(1, 0)
				if turned {
					slices.Reverse(order)
				}
				for _, r := range order {
					product *= (e.Value - r) / (d - r)
					if imag(r) != 0 {
						product *= (e.Value - cmplx.Conj(r)) / (d - cmplx.Conj(r))
					}
					growth = max(growth, cmplx.Abs(product))
				}
			}
		}
		if math.Abs(p.Leja.Growth-growth) > 1e-9*growth {
			t.Errorf("%s: growth %v, want %v", name, p.Leja.Growth, growth)
		}
		if rounds != p.Steps() {
			t.Errorf("%s: %v is %d rounds, not %d", name, p.Order(), rounds, p.Steps())
		}
		checkSums(t, p)
	}
}

func checkSums(t *testing.T, p *Plan) {
	t.Helper()
	for _, v := range vectors(p.Graph.Order(), 6) {
		y, err := p.Simulate(v.x)
		if err != nil {
			t.Fatal(err)
		}
		if e := RelativeError(y, v.x); !(e <= 2e-15*float64(max(p.Steps(), 1))) || e > p.Leja.Bound {
			t.Errorf("%s, %s: error %.1e in %d steps, predicted at most %.1e", p.Graph.Name(), v.name, e, p.Steps(), p.Leja.Bound)
		}
	}
}

// Two squares, a star with a tail, arcs that gather: no plan, and why.
func TestGraphsWithoutPlan(t *testing.T) {
	// As many eigenvalues as the bipartite graph, counted as roots: only other columns than those of
	// vertex 0 tell, and they are too many.
	liar := tokens(34, rand.New(rand.NewPCG(1, 2)))
	liar.name = "bipartite:68"
	squares := list{"two squares", [][]int{{1, 3}, {0, 2}, {1, 3}, {0, 2}, {5, 7}, {4, 6}, {5, 7}, {4, 6}}}
	for _, c := range []struct {
		g    cayley.Graph
		want string
	}{
		{squares, "not connected: 4 of 8 vertices can be reached from 0, vertex 4 cannot"},
		{dihedral(4, 4), "not connected: 2 of 8"},
		{list{"path", [][]int{{1}, {0, 2}, {1}}}, "irregular: vertex 0 has fewer than 2 arcs out"},
		{list{"gather", [][]int{{1, 2}, {0, 2}, {0, 0}}}, "irregular: vertex 0 has 3 arcs in and 2 out"},
		{list{"empty", nil}, "0 vertices"},
		{list{"astray", [][]int{{7}}}, "leads to 7"},
		{parse(t, "torus:31x37"), "rounding in"}, // as New says
		{parse(t, "torus:7x11x13"), "rounding in 167 rounds could cost up to"},
		{parse(t, "ring:100003"), "at least 50002 distinct eigenvalues"},
		{parse(t, "circulant:40009:1,-1,5,-5"), "distinct eigenvalues"},
		{parse(t, "circulant:40009:1,200"), "has at least 16385 distinct eigenvalues, and the sum takes a step for each but one; plans go to 16384: use another algorithm"},
		{well(18, 0), "eigenvalues -3.61880215351"}, // the last digits are the solver's
		{well(18, 0), "are too near to be told apart (error of the solver up to 8.0e-14); use another algorithm"},
		{well(22, 0), "21 eigenvalues told apart by the eigensolver, but the minimal polynomial has degree 22; use another algorithm"},
		{parse(t, "dihedral:512:r,f"), "spectral: dihedral:512:r,f is directed, its group isn't known to be abelian, and it is too large: it has no equitable partition of at most 2048 cells, or more than 256 eigenvalues; use another algorithm"},
		{parse(t, "dihedral:1100:r,f"), "it has no equitable partition of at most 2048 cells"},
		{copied(parse(t, "dihedral:1100:r,f")), "it has no equitable partition of at most 2048 cells"},
		{liar, "spectral: bipartite:68 is directed, its group isn't known to be abelian, and it is too large: a plan would be proved on each of its different columns, of more than 16384 cells together; use another algorithm"},
		{posing{list{"posing", [][]int{{1, 6, 5}, {2, 0, 6}, {3, 1, 7}, {4, 2, 8}, {7, 3, 9}, {9, 6, 0}, {5, 0, 1}, {4, 8, 2}, {7, 9, 3}, {8, 5, 4}}}, dihedral(5, 1, 4, 5)},
			"eigenvalue -2 has multiplicity 1.142857142"},
		{posing{list{"posing", [][]int{{5, 1}, {0, 6}, {3, 7}, {4, 8}, {2, 9}, {9, 0}, {5, 1}, {6, 2}, {7, 3}, {8, 4}}}, dihedral(5, 1, 5)},
			"eigenvalue (1.4142135623730951+0i) has multiplicity 3.5355339059327378, which is not a positive whole number; use another algorithm"},
	} {
		if _, err := New(c.g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.g.Name(), err, c.want)
		}
	}
}

// counted is a graph that counts the arcs looked at.
type counted struct {
	list
	arcs *int
}

func (c counted) Neighbor(v, k int) int {
	*c.arcs++
	return c.list.Neighbor(v, k)
}

// TestRefusedBeforeSearches: what is too large for every source is not searched from each
// vertex before it is refused.
func TestRefusedBeforeSearches(t *testing.T) {
	for name, want := range map[string]string{
		"circulant:4099:1,-1,5,-5": "at most 2048 cells for an eigensolver",
		"circulant:1031:1,5,7":     "is directed, its group isn't known to be abelian, and it is too large: it has no equitable partition of at most 2048 cells, or more than 256 eigenvalues; use another algorithm",
	} {
		g := counted{copied(parse(t, name)), new(int)}
		if _, err := New(g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", g.Name(), err, want)
		}
		if most := 20 * g.Order() * g.Degree(); *g.arcs > most {
			t.Errorf("%s: %d arcs looked at; %d are enough", g.Name(), *g.arcs, most)
		}
	}
	if _, err := New(parse(t, "complete:1000000")); !errors.Is(err, cayley.ErrSize) || !strings.Contains(err.Error(), "1000000 x 999999 arcs") {
		t.Errorf("a million neighbours: %v; want one that wraps ErrSize", err)
	}
	if _, err := New(struct{ cayley.Graph }{parse(t, "complete:1291")}); !errors.Is(err, cayley.ErrSize) || !strings.Contains(err.Error(), "the diameter") {
		t.Errorf("a graph without known symmetry, of 1291 x 1291 x 1290 arcs to search: %v; want one that wraps ErrSize", err)
	}
	for _, n := range []int{4099, 32768} {
		liar := counted{copied(parse(t, fmt.Sprintf("circulant:%d:1,-1", n))), new(int)}
		liar.name = fmt.Sprintf("ring:%d", n) // so it has a closed form, but no known symmetry
		if _, err := New(liar); !errors.Is(err, cayley.ErrSize) || !strings.Contains(err.Error(), "is too large: it has no closed form that can be proved, and no") {
			t.Errorf("%s: %v; want one that wraps ErrSize", liar.name, err)
		}
		if most := 20 * n * 2; *liar.arcs > most {
			t.Errorf("%s: %d arcs looked at; %d are enough", liar.name, *liar.arcs, most)
		}
	}
}

// A cubic graph on 8 vertices with the cube's eigenvalues, and every plan with one
// eigenvalue changed, must not pass the proof.
func TestProofRefuses(t *testing.T) {
	liar := copied(parse(t, "circulant:8:1,4,7"))
	liar.name = "hypercube:3"
	cube := plan(t, "hypercube:3")
	s, err := examine(liar)
	if err != nil {
		t.Fatal(err)
	}
	cube.Graph, cube.shape = liar, s
	if cube.prove(s.columns()) == nil {
		t.Error("a Möbius ladder passed for a cube")
	}
	// Regular, and the columns of vertex 0 alone would prove a plan for it.
	named := list{"ring:x", [][]int{{4, 1, 5}, {0, 6, 9}, {4, 9, 6}, {8, 7, 5}, {2, 0, 7}, {8, 3, 0}, {9, 1, 2}, {3, 4, 8}, {5, 3, 7}, {6, 2, 1}}}
	if p, err := New(named); err == nil {
		x := make([]float64, 10)
		x[3] = 1
		if sums, err := p.Simulate(x); err != nil || slices.Min(sums) < 1-1e-9 {
			t.Errorf("a graph by the name %s passed for transitive: %v, %v", named.name, sums, err)
		}
	}
	for _, name := range []string{"hypercube:5", "petersen", "hamming:2,5", "johnson:6,3"} {
		p := plan(t, name)
		columns := p.shape.columnsAgain()
		for i := range p.Lambda {
			for _, by := range []float64{-1, 1, 2} {
				p.Lambda[i] += by
				if p.prove(columns) == nil {
					t.Errorf("%s: %v passed", name, p.Lambda)
				}
				p.Lambda[i] -= by
			}
		}
	}
	p := plan(t, "ring:20")
	columns := p.shape.columnsAgain()
	for i := range p.Lambda {
		p.Lambda[i] += 1e-9
		if r := p.residual(columns); r <= p.Proof.Limit {
			t.Errorf("ring:20 with factor %d off by 1e-9 has residual %v", i, r)
		}
		if p.prove(columns) == nil {
			t.Errorf("ring:20 with factor %d off by 1e-9 is proved", i)
		}
		p.Lambda[i] -= 1e-9
	}
	// As columns that are too many for more than float64.
	p = plan(t, "ring:20")
	many := slices.Repeat(columns, 1+(4<<20)/(p.Steps()*weight(columns)))
	if err := p.prove(many); err != nil || p.Proof.Limit != 2*p.Leja.Bound || !strings.HasPrefix(p.Proof.Text, "|P·∏ - J| in float64, below twice the predicted error") {
		t.Errorf("ring:20 in float64: %+v, %v", p.Proof, err)
	}
	p.Lambda[3] += 1e-9
	if err := p.prove(many); err == nil || !strings.Contains(err.Error(), "the plan's residual") {
		t.Errorf("ring:20 with a factor off by 1e-9 is proved in float64: %v", err)
	}
}

// TestNearRoots: roots next to each other are told apart by the eigensolver, and their halves by
// another, and those of a directed graph by the minimal polynomial; and the plan sums.
func TestNearRoots(t *testing.T) {
	for _, n := range []int{12, 16} {
		var want []float64
		for _, mirror := range []float64{1, -1} { // as a vector goes over into its mirror image
			g := well(n, 0)
			b := mat.NewSymDense(n/2, nil)
			for v := range n / 2 {
				for _, w := range g.arcs[v] {
					if w == n/2 {
						b.SetSym(v, v, b.At(v, v)+mirror)
					} else if w <= v {
						b.SetSym(v, w, b.At(v, w)+1)
					}
				}
			}
			values, _, ok := eigenSym(b)
			if !ok {
				t.Fatal("no eigenvalues")
			}
			want = append(want, values...)
		}
		slices.Sort(want)
		p := planOf(t, well(n, 0))
		if len(p.Spectrum) != n || p.Steps() != n-1 || p.Source != "eigensolver" {
			t.Fatalf("%d eigenvalues, %d steps by the %s", len(p.Spectrum), p.Steps(), p.Source)
		}
		for i, e := range p.Spectrum {
			if math.Abs(real(e.Value)-want[n-1-i]) > 1e-13 {
				t.Errorf("n = %d: eigenvalue %v, want %v", n, e.Value, want[n-1-i])
			}
		}
		checkBound(t, p)
	}
	for _, c := range []struct {
		n, turning int
		want       [2]complex128
	}{
		{13, 3, [2]complex128{complex(-3.618802396206, 2.110185e-7), complex(-3.618802396206, -2.110185e-7)}},
		{15, 4, [2]complex128{-3.618802158723, -3.618802452364}},
	} {
		p := planOf(t, well(c.n, c.turning))
		last := p.Spectrum[c.n-2:]
		if p.Source != "minimal polynomial" || len(p.Spectrum) != c.n || cmplx.Abs(last[0].Value-c.want[0]) > 1e-12 || cmplx.Abs(last[1].Value-c.want[1]) > 1e-12 {
			t.Errorf("%s: %v by the %s, want %v", p.Graph.Name(), last, p.Source, c.want)
		}
		checkBound(t, p)
	}
}

// checkBound is checkSums where roots are so near that only the prediction tells the error.
func checkBound(t *testing.T, p *Plan) {
	t.Helper()
	for _, v := range vectors(p.Graph.Order(), 6) {
		y, err := p.Simulate(v.x)
		if err != nil {
			t.Fatal(err)
		}
		if e := RelativeError(y, v.x); !(e <= p.Leja.Bound && p.Leja.Bound < 1e-6) {
			t.Errorf("%s, %s: error %.1e in %d steps, predicted at most %.1e", p.Graph.Name(), v.name, e, p.Steps(), p.Leja.Bound)
		}
	}
}

// TestNamesAreNoWork: a name that no graph of that order can have costs nothing, and those
// that one has are known, the smallest too.
func TestNamesAreNoWork(t *testing.T) {
	for _, name := range []string{"hypercube:2000", "hamming:2000,1", "hamming:2000,3", "johnson:4000,2000", "kneser:4000,2000", "odd:1000", "complete:9223372036854775807"} {
		for _, n := range []int{1, 2, 4, 4096} {
			if words := testing.AllocsPerRun(1, func() { closedForm(name, n, 2) }); words > 100 {
				t.Errorf("%s of order %d: %.0f allocations", name, n, words)
			}
		}
	}
	for name, is := range map[string][2]int{"complete:1": {1, 0}, "complete:2": {2, 1}, "odd:2": {3, 2}, "hypercube:1": {2, 1}, "ring:3": {3, 2}, "kneser:2,1": {2, 1},
		"hypercube:24": {1 << 24, 24}, "hamming:2,4096": {1 << 24, 8190}, "hamming:1,5": {5, 4}, "johnson:63,1": {63, 62}, "johnson:63,62": {63, 62},
		"johnson:24,12": {2704156, 144}, "kneser:11,5": {462, 6}, "odd:13": {5200300, 13}} {
		if closedForm(name, is[0], is[1]) == nil {
			t.Errorf("%s: no closed form", name)
		}
	}
	if got := closedForm("kneser:6,3", 20, 1); fmt.Sprint(got) != "[{(1+0i) 10 1 0} {(-1+0i) 10 1 0}]" { // ten edges, by ±1 twice each
		t.Errorf("kneser:6,3: %v", got)
	}
	if a, b := toInt(binomial(33, 16)), toInt(binomial(100, 50)); a != 1166803110 || b != -1 || closedForm("johnson:4096,12", 4096, 2) != nil {
		t.Errorf("a binomial is %d, one too large %d", a, b)
	}
	for _, name := range []string{"hamming:5,1", "johnson:5,5"} { // of one vertex
		if p, err := New(parse(t, name)); err != nil || p.Steps() != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNamesOfFamilies: a graph that bears the name of another, of as many vertices and
// arcs, is planned by its own eigenvalues: where they are fewer or more than the family's,
// and where they are as many and only the proof tells.
func TestNamesOfFamilies(t *testing.T) {
	cyclic := func(name string, n int, gens ...int) cayley.Graph {
		z, err := cayley.CyclicGroup(n)
		if err != nil {
			t.Fatal(err)
		}
		g, err := cayley.NewCayley(name, z, gens)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	ladder := copied(parse(t, "circulant:8:1,4,7"))
	ladder.name = "hypercube:3"
	prism := cyclic("bipartite:3", 6, 2, 4, 3)
	five := cyclic("hypercube:4", 16, 1, 7, 9, 15) // ±4, ±√8 and 0 for ±4, ±2 and 0
	for _, g := range []cayley.Graph{prism, ladder, five} {
		p, err := New(g)
		if err != nil {
			t.Errorf("%s: %v", g.Name(), err)
			continue
		}
		if p.Source == "closed form" {
			t.Errorf("%s: the eigenvalues are by %s", g.Name(), p.Source)
		}
		for v := range g.Order() {
			x := make([]float64, g.Order())
			x[v] = 1
			sums, err := p.Simulate(x)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Min(sums) < 1-1e-12 || slices.Max(sums) > 1+1e-12 {
				t.Errorf("%s: the sum of 1 at %d is %v", g.Name(), v, sums)
			}
		}
	}
}

func (s *shape) columnsAgain() []*quotient {
	s.dist = cayley.DistancesFrom(s.g, 0)
	return s.columns()
}

func TestOrder(t *testing.T) {
	for _, name := range []string{"hypercube:10", "ring:64", "ring:512", "ccc:4", "torus:16x16"} {
		p := plan(t, name)
		first, d := p.Lambda[0], float64(p.Graph.Degree())
		for _, e := range p.Spectrum {
			if d-real(e.Value) > d-first {
				t.Errorf("%s starts at %v; %v is farther from %v", name, first, e.Value, d)
			}
		}
		for _, n := range p.Natural {
			if n.Bound < 2*p.Leja.Bound || n.Growth < 4*p.Leja.Growth {
				t.Errorf("%s: %+v is hardly worse than %+v", name, n, p.Leja)
			}
		}
	}
}

// Graphs built here, apart from package cayley, have the spectra of its own.
func TestOwnConstructions(t *testing.T) {
	for name, own := range map[string]cayley.Graph{
		"ccc:3": cubeConnected(3), "ccc:4": cubeConnected(4), "ccc:6": cubeConnected(6), "dihedral:4:f,r": dihedral(4, 4, 1),
		"star:4": symmetricGroup("S4", 4, stars(4)), "star:6": symmetricGroup("S6", 6, stars(6)),
		"johnson:8,3": subsetGraph("own", 8, 3, 2), "kneser:8,3": subsetGraph("own", 8, 3, 0), "odd:4": subsetGraph("own", 7, 3, 0),
		"petersen": subsetGraph("own", 5, 2, 0),
	} {
		p, q := plan(t, name), planOf(t, own)
		same := len(p.Spectrum) == len(q.Spectrum) && p.Diameter == q.Diameter
		for i := 0; same && i < len(p.Spectrum); i++ {
			same = math.Abs(real(p.Spectrum[i].Value)-real(q.Spectrum[i].Value)) < 1e-14 && p.Spectrum[i].Multiplicity == q.Spectrum[i].Multiplicity
		}
		if !same {
			t.Errorf("%s: %v, but built apart %v", name, p.Spectrum, q.Spectrum)
		}
	}
}

// TestProofByEigenvalues: a graph of so many different columns that they are not looked at
// one by one, a ring of 130 whose vertices are matched at random, is summed as exactly as
// its plan says.
func TestProofByEigenvalues(t *testing.T) {
	const n = 130
	rng := rand.New(rand.NewPCG(1, 2))
	g := list{"ring with chords", make([][]int, n)}
	var mate []int
	for clash := true; clash; {
		mate, clash = rng.Perm(n), false
		for i := 0; i < n; i += 2 {
			gap := (mate[i] - mate[i+1] + n) % n
			clash = clash || gap == 1 || gap == n-1
		}
	}
	for i, v := range mate {
		g.arcs[v] = []int{(v + 1) % n, (v + n - 1) % n, mate[i^1]}
	}
	p, err := New(g)
	if err != nil || p.Proof.Exact || !strings.Contains(p.Proof.Text, "Weyl") {
		t.Fatalf("%v: %v", p, err)
	}
	x := make([]float64, n)
	for v := range x {
		x[v] = rng.NormFloat64()
	}
	y, err := p.Simulate(x)
	if err != nil {
		t.Fatal(err)
	}
	if e := RelativeError(y, x); !(e <= p.Leja.Bound) {
		t.Errorf("the sum is off by %v, and %v is the bound", e, p.Leja.Bound)
	}
}
