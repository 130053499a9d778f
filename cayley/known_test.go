package cayley

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestKnown compares with the literature: order, degree, diameter, spheres and
// intersection arrays (Brouwer, Cohen, Neumaier; Akers and Krishnamurthy for
// the graphs of S_n; OEIS A058986 for the pancake diameters).
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		spec                    string
		order, degree, diameter int
		array                   string // "" for not distance-regular
	}{
		{"hypercube:4", 16, 4, 4, "{4,3,2,1;1,2,3,4}"},
		{"folded:2", 4, 3, 1, "{3;1}"},
		{"folded:5", 32, 6, 3, ""}, // set below: folded:D is the folded (D+1)-cube
		{"ring:7", 7, 2, 3, "{2,1,1;1,1,1}"},
		{"ring:8", 8, 2, 4, "{2,1,1,1;1,1,1,2}"},
		{"torus:4x4", 16, 4, 4, "{4,3,2,1;1,2,3,4}"},
		{"torus:3x5", 15, 4, 3, ""},
		{"complete:6", 6, 5, 1, "{5;1}"},
		{"bipartite:4", 8, 4, 2, "{4,3;1,4}"},
		{"hamming:3,3", 27, 6, 3, "{6,4,2;1,2,3}"},
		{"star:4", 24, 3, 4, ""},
		{"star:7", 5040, 6, 9, ""},
		{"pancake:5", 120, 4, 5, ""},
		{"pancake:7", 5040, 6, 8, ""},
		{"bubble:5", 120, 4, 10, ""},
		{"transposition:4", 24, 6, 3, ""},
		{"transposition:6", 720, 15, 5, ""},
		{"ccc:3", 24, 3, 6, ""},
		{"ccc:4", 64, 3, 8, ""},
		{"butterfly:3", 24, 4, 4, ""},
		{"butterfly:4", 64, 4, 6, ""},
		{"dihedral:6:r,r3,r4,f,r2f,r5f", 12, 6, 2, ""},
		{"circulant:9:1,3,4,6", 9, 4, 2, ""},
		{"product(ring:8;complete:2)", 16, 3, 5, ""},
		{"petersen", 10, 3, 2, "{3,2;1,1}"},
		{"johnson:5,2", 10, 6, 2, "{6,2;1,4}"},
		{"johnson:7,3", 35, 12, 3, "{12,6,2;1,4,9}"},
		{"kneser:7,2", 21, 10, 2, "{10,6;1,6}"},
		{"odd:4", 35, 4, 3, "{4,3,3;1,1,2}"},
		{"odd:5", 126, 5, 4, "{5,4,4,3;1,1,2,2}"},
	} {
		if c.spec == "folded:5" {
			c.array = "{6,5,4;1,2,6}"
		}
		g := mustParse(t, c.spec)
		diameter, err := Diameter(g)
		array, ok, err2 := IntersectionArray(g)
		got := ""
		if ok {
			got = array.String()
		}
		if err != nil || err2 != nil || g.Order() != c.order || g.Degree() != c.degree || diameter != c.diameter || got != c.array {
			t.Errorf("%s: P %d, d %d, D %d, %q, %v %v; want %d, %d, %d, %q", c.spec, g.Order(), g.Degree(), diameter, got, err, err2, c.order, c.degree, c.diameter, c.array)
		}
	}
}

// TestErrata has the spheres of the graphs that the errata argue about.
func TestErrata(t *testing.T) {
	for spec, want := range map[string][]int{
		"product(petersen)":                           {1, 3, 6},
		"dihedral:10:r,r4,r5,r6,r9,f,r4f,r5f,r8f,r9f": {1, 10, 9}, // errata 13
		"circulant:9:1,3,4,6":                         {1, 4, 4},
	} {
		if got := Spheres(mustParse(t, spec)); !slices.Equal(got, want) {
			t.Errorf("%s: spheres %v, want %v", spec, got, want)
		}
	}
	group, err := ProductGroup(cyclic{n: 6}, cyclic{n: 2}) // C6[K2], errata 12: (±1,0), (±1,1), (0,1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCayley("C6[K2]", group, []int{2, 10, 3, 11, 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := Spheres(c); !slices.Equal(got, []int{1, 5, 4, 2}) || !IsSymmetric(c) {
		t.Errorf("C6[K2]: spheres %v, symmetric %v", got, IsSymmetric(c))
	}
	d6 := mustParse(t, "dihedral:6:r,r3,r4,f,r2f,r5f")
	if IsSymmetric(d6) {
		t.Error("the dihedral graph of errata 3 is directed")
	}
}

// alike is a graph that is said to be vertex-transitive.
type alike struct{ Graph }

func (alike) VertexTransitive() bool { return true }

// TestUnknownGraph: a Graph without any optional interface gets the same
// answers, slower.
func TestUnknownGraph(t *testing.T) {
	for _, spec := range []string{"petersen", "ring:6", "torus:3x5", "file:testdata/arcs.json", "circulant:5:1"} {
		g := mustParse(t, spec)
		bare := struct{ Graph }{g}
		d1, err1 := Diameter(g)
		d2, err2 := Diameter(bare)
		a1, ok1, _ := IntersectionArray(g)
		a2, ok2, _ := IntersectionArray(bare)
		if d1 != d2 || err1 != nil || err2 != nil || ok1 != ok2 || a1.String() != a2.String() || IsSymmetric(g) != IsSymmetric(bare) || Regular(g) != Regular(bare) || !Connected(bare) {
			t.Errorf("%s: %d %v %v; bare %d %v %v", spec, d1, a1, ok1, d2, a2, ok2)
		}
	}
	apart, err := NewGraph("apart", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Diameter(apart); err == nil || Connected(apart) {
		t.Error("two parts have no diameter")
	}
	if _, err := Diameter(alike{apart}); err == nil || err.Error() != "cayley: apart: not connected: 2 of 4 vertices are in reach of 0" {
		t.Errorf("two parts that are alike: %v", err)
	}
	if one, err := NewGraph("one", 1, nil); err != nil || one.Degree() != 0 || !Connected(one) {
		t.Errorf("one vertex without arcs: %v", err)
	}
	oneWay, err := NewGraph("one way", 2, [][2]int{{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if Connected(oneWay) || IsSymmetric(oneWay) {
		t.Error("one arc is no strong connection")
	}
	if _, err := Diameter(struct{ Graph }{mustParse(t, "complete:70000")}); !errors.Is(err, ErrSize) {
		t.Errorf("diameter from each of 70000 vertices: %v", err)
	}
}

// TestBalanced: the families whose automorphisms carry generators to one another.
func TestBalanced(t *testing.T) {
	for spec, want := range map[string]bool{
		"hypercube:6": true, "folded:5": true, "ring:9": true, "torus:5x5x5": true, "torus:2x2": true, "torus:3x5": false,
		"complete:1": true, "complete:7": true, "complete:6": false, "bipartite:8": true, "hamming:3,5": true, "star:6": true,
		"transposition:5": true, "transposition:7": true, "pancake:5": false, "circulant:13:1,5,8,12": true,
		"product(hypercube:2;ring:3)": false, // four automorphisms of four generators, which stay in their factor
	} {
		c := mustParse(t, spec).(Cayley)
		if got := Balanced(AutomorphismsOf(c), c.Degree()); got != want {
			t.Errorf("%s: balanced %v, want %v", spec, got, want)
		}
	}
}

// TestAutomorphismCounts: as many as the families say they list.
func TestAutomorphismCounts(t *testing.T) {
	for spec, want := range map[string]int{
		"hypercube:4": 4, "folded:2": 3, "folded:4": 5, "ccc:1": 1, "ccc:2": 1, "ccc:3": 2, "ccc:5": 2, "butterfly:3": 2, "butterfly:4": 2,
		"circulant:7:3,5,6": 3, // 1, 2, 4
		"hamming:4,2":       4, "hamming:0,3": 1, "hamming:2,1": 1,
		"circulant:6:2,3,4": 2, // 1, 5: no step is a unit, and 2 is not carried to 3
		// Where more than 2^16 would be tried or kept, the identity alone.
		"circulant:999900:9900,-9900,10100,-10100,9999,-9999": 8, "circulant:2097024:16256,-16256,16512,-16512,16383,-16383": 1,
		"complete:65536": 32768, "complete:65537": 1, "dihedral:65536:r,r-1,f": 2, "dihedral:65537:r,r-1,f": 1,
		"product(" + strings.Repeat("ring:3;", 15) + "ring:3)": 1 << 16, "product(" + strings.Repeat("ring:3;", 16) + "ring:3)": 1,
		"torus:2x2x2x2x2x2x2x3x3x3x3x3x4x4x4x5": 210, // of 7, 10, 6 and 2
		// r → r^u, f → r^b·f, by hand.
		"dihedral:4:f,r": 1, "dihedral:5:r,r-1,f": 2, "dihedral:5:r,r-1,r2f": 2, "dihedral:7:f,rf": 2, "dihedral:6:r,r-1,f,r3f": 4, "dihedral:8:f,rf,r4f,r5f": 8,
	} {
		if got := AutomorphismsOf(mustParse(t, spec).(Cayley)).Count(); got != want {
			t.Errorf("%s: %d automorphisms, want %d", spec, got, want)
		}
	}
}

// TestOrbits: the number of templates a graph on subsets needs.
func TestOrbits(t *testing.T) {
	for spec, want := range map[string]int{"petersen": 2, "johnson:5,2": 2, "johnson:7,3": 5, "johnson:6,3": 4, "odd:4": 5, "kneser:9,4": 14, "johnson:6,2": 3, "kneser:2,1": 1} {
		g := mustParse(t, spec)
		if n := orbits(FreeActionOf(g), g.Order()); n != want {
			t.Errorf("%s: %d orbits, want %d", spec, n, want)
		}
	}
}

// TestRank runs through S_7 in lexicographic order.
func TestRank(t *testing.T) {
	last := []int{}
	for v := range 5040 {
		p := Unrank(7, v)
		if got, err := Rank(p); got != v || err != nil {
			t.Fatalf("%v: rank %d, %v; want %d", p, got, err, v)
		}
		if slices.Compare(last, p) >= 0 {
			t.Fatalf("%v does not follow %v", p, last)
		}
		last = p
	}
	for i := uint64(1); i < 16; i++ { // v·reciprocal is exact at the ends of every quotient
		for v := uint64(0); v < MaxOrder; v += 1 + v/1000*i%977 {
			if v*reciprocal[i]>>36 != v/i {
				t.Fatalf("%d/%d", v, i)
			}
		}
	}
	for want, p := range map[int][]int{0: {0}, 39916799: {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}} { // the fewest and the most symbols
		if got, err := Rank(p); got != want || err != nil || !slices.Equal(Unrank(len(p), want), p) {
			t.Errorf("%v: rank %d, %v; want %d, which is %v", p, got, err, want, Unrank(len(p), want))
		}
	}
	for _, bad := range [][]int{nil, {0, 0}, {1, 2}, make([]int, 12)} {
		if _, err := Rank(bad); err == nil {
			t.Errorf("%v has a rank", bad)
		}
	}
}

func ExampleParse() {
	g, err := Parse("torus:4x4x2")
	if err != nil {
		fmt.Println(err)
		return
	}
	diameter, _ := Diameter(g)
	fmt.Println(g.Name(), g.Order(), g.Degree(), diameter, Spheres(g), IsSymmetric(g))
	_, err = Parse("circulant:8:2,-2")
	fmt.Println(err)
	// Output:
	// torus:4x4x2 32 5 5 [1 5 10 10 5 1] true
	// cayley: circulant:8:2,-2: the steps do not generate Z_8: 1 is not reached, only multiples of 2
}
