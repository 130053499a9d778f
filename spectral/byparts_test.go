package spectral

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func byParts(t testing.TB, name string) *Plan {
	t.Helper()
	p, err := ByParts(parse(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// partsOf are plans of every kind, with their rounds, what a processor sends a word, and
// whether the proof is in integers.
var partsOf = []struct {
	name          string
	rounds, words int
	exact         bool
}{
	{"torus:3x5", 3, 6, false}, {"torus:8x8", 8, 16, false}, {"torus:4x4x4", 6, 12, true}, {"torus:31x37", 33, 66, false},
	{"ring:2", 1, 1, true}, {"hypercube:5", 5, 5, true}, {"hamming:3,3", 3, 6, true}, {"hamming:2,5", 2, 8, true},
	{"torus:1x5", 2, 4, false}, {"torus:1x1", 0, 0, true}, {"torus:2x2x3", 3, 4, true}, {"star:1", 0, 0, true}, {"ccc:1", 1, 1, true}, {"butterfly:1", 1, 1, true},
	{"circulant:64:1,-1,8,-8", 8, 16, false}, {"circulant:64:1,8", 14, 14, false}, {"circulant:12:1,3,4", 5, 5, false},
	{"dihedral:7:r,r-1,f", 4, 7, false}, {"dihedral:6:r,f", 6, 6, false},
	{"transposition:2", 1, 1, true}, {"transposition:4", 3, 6, true}, {"transposition:6", 5, 15, true},
	{"bubble:2", 1, 1, true}, {"bubble:4", 6, 6, false}, {"bubble:6", 15, 15, false},
	{"star:2", 1, 1, true}, {"star:3", 3, 4, true}, {"star:4", 5, 8, true}, {"star:6", 9, 19, true},
	{"pancake:4", 5, 8, true}, {"pancake:6", 9, 19, true},
	{"ccc:2", 4, 4, true}, {"ccc:3", 6, 7, true}, {"ccc:4", 9, 11, true}, {"ccc:5", 11, 13, false},
	{"butterfly:2", 3, 5, true}, {"butterfly:3", 4, 8, true}, {"butterfly:5", 7, 14, false},
	{"product(petersen;ring:5)", 4, 10, false}, {"product(complete:3;complete:5)", 2, 6, true}, {"product(star:4;johnson:5,2)", 7, 20, true},
}

func TestByParts(t *testing.T) {
	for _, c := range partsOf {
		p := byParts(t, c.name)
		words := 0
		for i := range p.Steps() {
			words += p.degree(i)
		}
		if p.Steps() != c.rounds || words != c.words || p.Proof.Exact != c.exact {
			t.Errorf("%s: %d rounds, %d words, exact %v; want %d, %d, %v", c.name, p.Steps(), words, p.Proof.Exact, c.rounds, c.words, c.exact)
		}
		if far, err := cayley.Diameter(p.Graph); err != nil || p.Diameter != far || p.Steps() < far {
			t.Errorf("%s: %d rounds, diameter %d, not %d (%v)", c.name, p.Steps(), p.Diameter, far, err)
		}
		for i, part := range p.Parts {
			if arcs := p.Arcs(i); !slices.Equal(arcs, part) || &arcs[0] == &part[0] {
				t.Errorf("%s: round %d adds up the arcs %v, and says %v", c.name, i, part, arcs)
			}
			sorted := slices.Sorted(slices.Values(part))
			if len(part) == 0 || len(slices.Compact(sorted)) < len(part) || sorted[0] < 0 || sorted[len(part)-1] >= p.Graph.Degree() {
				t.Errorf("%s: round %d adds up the arcs %v of %d", c.name, i, part, p.Graph.Degree())
			}
		}
		checkSums(t, p)
	}
}

// TestByPartsTakeTheDiameter: what the doc comment of ByParts promises of whole families.
func TestByPartsTakeTheDiameter(t *testing.T) {
	for name := range strings.FieldsSeq(`torus:3x4 torus:5x6x7 torus:2x9 torus:16x16x16x16 torus:64x64x64 hamming:2,5 hamming:3,4 transposition:3 transposition:5 transposition:7 bubble:3 bubble:5 bubble:7
		butterfly:3 butterfly:4 butterfly:6 butterfly:7 dihedral:5:r,r-1,f dihedral:8:f,r,r-1 product(petersen;hypercube:3;ring:6)`) {
		if p := byParts(t, name); p.Steps() != p.Diameter {
			t.Errorf("%s: %d rounds, diameter %d", name, p.Steps(), p.Diameter)
		}
	}
}

// TestByPartsProves: plans with one coefficient or one arc changed are proved if they sum,
// and not if they don't.
func TestByPartsProves(t *testing.T) {
	proved, refused := 0, 0
	try := func(p Plan, what string, round int) {
		p.Leja = Stability{}
		err := p.proveParts(p.Graph.(cayley.Cayley))
		x := vectors(p.Graph.Order(), 1)[0].x
		y, wrong := p.Simulate(x)
		if wrong != nil {
			t.Fatal(wrong)
		}
		sums := RelativeError(y, x) < 1e-13
		if sums != (err == nil) || err != nil && !errors.Is(err, ErrNoParts) {
			t.Errorf("%s: round %d with another %s: sums %v, proved: %v", p.Graph.Name(), round, what, sums, err)
		}
		if sums {
			proved++
		} else {
			refused++
		}
	}
	for _, c := range partsOf {
		if _, ok := parse(t, c.name).(cayley.Cayley); !ok || c.name == "torus:31x37" {
			continue
		}
		base := byParts(t, c.name)
		for i := range base.Steps() {
			p := *base
			p.Lambda, p.Scale = slices.Clone(p.Lambda), slices.Clone(p.Scale)
			p.Lambda[i] -= 1.0 / 3
			p.Scale[i] = 1 / (float64(p.degree(i)) - p.Lambda[i])
			try(p, "λ", i)
			if other := (base.arc(i, 0) + 1) % p.Graph.Degree(); !slices.Contains(base.Parts[i], other) {
				p = *base
				p.Parts = slices.Clone(p.Parts)
				p.Parts[i] = append([]int{other}, p.Parts[i][1:]...)
				try(p, "arc", i)
			}
		}
	}
	if proved < 5 || refused < 100 {
		t.Errorf("%d changed plans sum, %d do not: too few to tell", proved, refused)
	}
}

// TestBoundCoversUnitVectorsByParts: as TestBoundCoversUnitVectors, also where the
// transposes of rounds are others (butterflies) and where pairs of roots look back.
func TestBoundCoversUnitVectorsByParts(t *testing.T) {
	for _, c := range partsOf {
		p := byParts(t, c.name)
		for v := range p.Graph.Order() {
			x := make([]float64, p.Graph.Order())
			x[v] = 1.0 / 3
			y, err := p.Simulate(x)
			if err != nil {
				t.Fatal(err)
			}
			if e := RelativeError(y, x); !(e <= p.Leja.Bound) {
				t.Fatalf("%s: 1/3 at %d errs by %.1e, predicted at most %.1e", c.name, v, e, p.Leja.Bound)
			}
		}
	}
}

// TestFewest: New's plan where it takes as few rounds, and the only one where there is one.
func TestFewest(t *testing.T) {
	for name, parts := range map[string]bool{
		"hypercube:5": false, "petersen": false, "hamming:3,3": false, "star:3": false, "johnson:6,2": false, "circulant:13:1,-1,5,-5": false,
		"star:4": true, "torus:3x5": true, "torus:31x37": true, "pancake:7": true, "ccc:3": true, "product(petersen;petersen)": true, "product(petersen;ring:5)": true,
	} {
		p, err := Fewest(parse(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if parts != (p.Parts != nil) {
			t.Errorf("%s: by parts %v: %d rounds, diameter %d", name, !parts, p.Steps(), p.Diameter)
		}
	}
	if _, err := Fewest(nil); err == nil || err.Error() != "spectral: plan without a graph" {
		t.Errorf("nil: %v", err)
	}
	// Too many arcs for New.
	p, err := Fewest(parse(t, "hamming:3,200"))
	if err != nil || p.Steps() != 3 || p.Diameter != 3 || p.degree(0) != 199 || !p.Proof.Exact {
		t.Errorf("hamming:3,200: %v, %v", p, err)
	}
	g := parse(t, "ring:100003")
	_, want := New(g)
	if _, err := Fewest(g); err == nil || err.Error() != want.Error() {
		t.Errorf("%s: %v, want %v", g.Name(), err, want)
	}
}

// multiplied is a Cayley graph that counts the products asked for.
type multiplied struct {
	cayley.Cayley
	products *int
}

func (m multiplied) Mul(a, b int) int {
	*m.products++
	return m.Cayley.Mul(a, b)
}

// TestFewestAsksHowMany: where the number of eigenvalues tells that parts take fewer rounds, no
// eigenvalue is looked for, as characters do with a product for every vertex.
func TestFewestAsksHowMany(t *testing.T) {
	count := func(plan func(cayley.Graph) (*Plan, error)) (*Plan, int) {
		g := multiplied{parse(t, "torus:20x20").(cayley.Cayley), new(int)}
		p, err := plan(g)
		if err != nil {
			t.Fatal(err)
		}
		return p, *g.products
	}
	p, fewest := count(Fewest)
	_, parts := count(ByParts)
	_, all := count(New)
	if p.Parts == nil || fewest-parts > all-p.Graph.Order() {
		t.Errorf("%d products, %d by parts, %d by eigenvalues", fewest, parts, all)
	}
}

// TestAtLeast: that number is the one of New's rounds, where it is known.
func TestAtLeast(t *testing.T) {
	for _, name := range []string{"hypercube:0", "hypercube:6", "ring:13", "torus:9x10", "circulant:64:1,5", "ccc:4", "star:5", "petersen", "kneser:8,3", "dihedral:4:f,r", "product(petersen;ring:5)"} {
		p := plan(t, name)
		s, err := examine(p.Graph)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.atLeast(s.columns()); got != p.Steps() {
			t.Errorf("%s: at least %d rounds, New's takes %d", name, got, p.Steps())
		}
	}
	for name, want := range map[string]int{
		"torus:31x37":   303,          // New refuses it
		"torus:182x182": 92*93/2 - 46, // by characters; a + -a = 0 for 46 pairs
	} {
		s, err := examine(parse(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.atLeast(s.columns()); got != want {
			t.Errorf("%s: at least %d rounds, want %d", name, got, want)
		}
	}
}

// TestPiecesAreNotCompared: a plan without its natural orders is New's otherwise.
func TestPiecesAreNotCompared(t *testing.T) {
	g := parse(t, "ring:48")
	p, err := byEigenvalues(g, false)
	if err != nil || p.Natural != [2]Stability{} {
		t.Fatalf("%+v: %v", p.Natural, err)
	}
	if q := planOf(t, g); p.Leja != q.Leja || !slices.Equal(p.Lambda, q.Lambda) || q.Natural[0].Bound == 0 {
		t.Errorf("%v, New's %v", p, q)
	}
}

func TestGraphsWithoutParts(t *testing.T) {
	for _, name := range []string{"petersen", "johnson:5,2", "dihedral:5:f,rf", "dihedral:15:r3,f,rf", "hypercube:17"} {
		if _, err := ByParts(parse(t, name)); !errors.Is(err, ErrNoParts) || !strings.HasPrefix(err.Error(), "spectral: "+name+": ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A name is believed only as far as the proof goes.
	g := parse(t, "bubble:4").(cayley.Cayley)
	if _, err := ByParts(named{g, "star:4"}); !errors.Is(err, ErrNoParts) {
		t.Errorf("bubble:4 by the name of star:4: %v", err)
	}
	if _, err := ByParts(parse(t, "bubble:10")); err == nil || !strings.Contains(err.Error(), "in 45 rounds is too much to prove: 489888000 additions, at most 134217728") || errors.Is(err, ErrNoParts) {
		t.Errorf("bubble:10: %v", err)
	}
	// The name of a graph of other generators: these are summed over one after the other.
	p, err := ByParts(named{parse(t, "circulant:24:8,16,3").(cayley.Cayley), "ccc:3"})
	if err != nil || p.Source != "one generator after the other" || p.Steps() != 8 {
		t.Fatalf("%v, %v", p, err)
	}
	checkSums(t, p)
	for _, c := range []struct {
		g    cayley.Graph
		want string
	}{
		{parse(t, "torus:100003x3"), "spectral: ring:100003 has at least 50002 distinct eigenvalues, and the sum takes a step for each but one; plans go to 16384: use another algorithm (factor of torus:100003x3)"},
		{dihedral(4, 4), "spectral: a dihedral graph is not connected: 2 of 8 vertices can be reached from 0, vertex 1 cannot; the eigenvalue 1 is multiple, so only sums of components exist; join the components"},
	} {
		if _, err := ByParts(c.g); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.g.Name(), err, c.want)
		}
	}
	if _, err := ByParts(nil); err == nil || err.Error() != "spectral: plan without a graph" {
		t.Errorf("nil: %v", err)
	}
}

type named struct {
	cayley.Cayley
	name string
}

func (n named) Name() string { return n.name }
