package cayley

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// zoo has every family, its degenerate members and mixtures of them.
var zoo = []string{
	"hypercube:0", "hypercube:1", "hypercube:2", "hypercube:5", "folded:0", "folded:1", "folded:2", "folded:3", "folded:6",
	"ring:1", "ring:2", "ring:3", "ring:9", "torus:1", "torus:2x2", "torus:3x1x4", "torus:4x4", "torus:5x3x5", "torus:2x3x2x3", "torus:2x2x2", "torus:3x3x2x2x2", "torus:7",
	"circulant:1:", "circulant:8:1,-1,4", "circulant:9:1,3,4,6", "circulant:6:2,3", "circulant:15:3,5,-3,-5", "circulant:13:1,5,8,12",
	"complete:1", "complete:2", "complete:7", "complete:9", "bipartite:1", "bipartite:4", "bipartite:5",
	"hamming:0,3", "hamming:2,1", "hamming:1,5", "hamming:3,2", "hamming:3,3", "hamming:2,6",
	"star:1", "star:2", "star:4", "star:5", "pancake:2", "pancake:5", "bubble:3", "bubble:5", "transposition:3", "transposition:4", "transposition:5",
	"dihedral:1:f", "dihedral:4:f,r", "dihedral:6:r,r3,r4,f,r2f,r5f", "dihedral:5:r,r-1,f,rf", "dihedral:2:f,rf",
	"ccc:1", "ccc:2", "ccc:3", "ccc:4", "butterfly:1", "butterfly:2", "butterfly:3", "butterfly:4",
	"petersen", "johnson:4,2", "johnson:5,5", "johnson:6,3", "johnson:7,2", "johnson:5,1", "kneser:7,2", "kneser:8,3", "kneser:2,1", "kneser:1,1", "kneser:3,3", "odd:2", "odd:3", "odd:4",
	"product(ring:3;circulant:4:1)", "product(petersen;ring:3)", "product(hypercube:2;product(star:3;ring:2))", "product(ring:5)", "product(complete:2;circulant:5:1,-1)",
	"reverse(dihedral:6:r,r3,r4,f,r2f,r5f)", "reverse(circulant:7:1,3)", "reverse(product(ring:4;circulant:3:1))",
	"file:testdata/klein.json", "file:testdata/arcs.json",
}

func mustParse(t testing.TB, spec string) Graph {
	t.Helper()
	g, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestZoo checks of every graph all that its interfaces promise.
func TestZoo(t *testing.T) {
	for _, name := range names(families()) {
		if !slices.ContainsFunc(zoo, func(spec string) bool {
			return strings.FieldsFunc(spec, func(r rune) bool { return r == ':' || r == '(' })[0] == name
		}) {
			t.Errorf("no graph of the family %s is in the zoo", name)
		}
	}
	for _, spec := range zoo {
		t.Run(spec, func(t *testing.T) {
			g := mustParse(t, spec)
			if again := mustParse(t, g.Name()); again.Name() != g.Name() || g.Name() != spec || again.Order() != g.Order() {
				t.Errorf("name %q reads back as %q", g.Name(), again.Name())
			}
			checkArcs(t, g)
			if m, ok := g.(Metric); ok {
				for v, want := range DistancesFrom(g, 0) {
					if got := m.Dist(v); got != int(want) {
						t.Fatalf("distance of %d by formula %d, by search %d", v, got, want)
					}
				}
			}
			checkAction(t, g)
			if c, ok := g.(Cayley); ok {
				checkGroup(t, c)
				checkCayley(t, c)
				checkAutomorphisms(t, c)
			}
		})
	}
}

// checkArcs compares arcs out, arcs in and the properties with an adjacency set.
func checkArcs(t *testing.T, g Graph) {
	p, d := g.Order(), g.Degree()
	set := map[[2]int]bool{}
	in := make([]int, p)
	regular, symmetric := true, true
	for v := range p {
		for k := range d {
			u := g.Neighbor(v, k)
			if u < 0 {
				regular = false
				continue
			}
			if u >= p || u == v || set[[2]int{v, u}] {
				t.Fatalf("arc %d out of %d: %d is out of range, a loop or repeated", k, v, u)
			}
			set[[2]int{v, u}] = true
			in[u]++
		}
	}
	for a := range set {
		symmetric = symmetric && set[[2]int{a[1], a[0]}]
	}
	back, din := inArcs(g)
	count := 0
	for v := range p {
		regular = regular && in[v] == d
		for k := range din {
			if u := back(v, k); u >= 0 {
				count++
				if !set[[2]int{u, v}] {
					t.Fatalf("arc %d into %d from %d does not exist", k, v, u)
				}
			}
		}
	}
	if count != len(set) {
		t.Errorf("%d arcs in, %d arcs out", count, len(set))
	}
	if IsSymmetric(g) != symmetric || Regular(g) != regular || VertexTransitive(g) && !regular {
		t.Errorf("symmetric %v, want %v; regular %v, want %v", IsSymmetric(g), symmetric, Regular(g), regular)
	}
	all := true
	for s := range p {
		all = all && !slices.Contains(DistancesFrom(g, s), -1)
	}
	if Connected(g) != all {
		t.Errorf("connected %v, want %v", Connected(g), all)
	}
}

func checkGroup(t *testing.T, g Group) {
	r := rand.New(rand.NewPCG(1, 2))
	p := g.Order()
	for range 200 {
		a, b, c := r.IntN(p), r.IntN(p), r.IntN(p)
		ab := g.Mul(a, b)
		if ab < 0 || ab >= p || g.Mul(ab, c) != g.Mul(a, g.Mul(b, c)) {
			t.Fatalf("(%d·%d)·%d is not %d·(%d·%d)", a, b, c, a, b, c)
		}
		if g.Mul(a, 0) != a || g.Mul(0, a) != a || g.Inv(a) < 0 || g.Inv(a) >= p || g.Mul(a, g.Inv(a)) != 0 || g.Mul(g.Inv(a), a) != 0 {
			t.Fatalf("identity or inverse of %d (inverse %d)", a, g.Inv(a))
		}
	}
}

func checkCayley(t *testing.T, c Cayley) {
	in, inverse := In(c), InverseGens(c)
	rev := Reverse(c)
	for k := range c.Degree() {
		if j := inverse[k]; j >= 0 && c.Mul(c.Gen(k), c.Gen(j)) != 0 {
			t.Fatalf("generator %d is not the inverse of %d", j, k)
		}
		if rev.Gen(k) != c.Inv(c.Gen(k)) {
			t.Fatalf("reversed generator %d is %d", k, rev.Gen(k))
		}
		for v := range c.Order() {
			if u := c.Neighbor(v, k); u != c.Mul(v, c.Gen(k)) || in(u, k) != v || rev.Neighbor(u, k) != v {
				t.Fatalf("arc %d out of %d leads to %d; %d·%d = %d; in %d, reversed %d", k, v, u, v, c.Gen(k), c.Mul(v, c.Gen(k)), in(u, k), rev.Neighbor(u, k))
			}
		}
	}
	if rev.Degree() > 0 && Reverse(rev).Gen(0) != c.Gen(0) {
		t.Errorf("reversed twice: not the graph again")
	}
}

func checkAutomorphisms(t *testing.T, c Cayley) {
	a := AutomorphismsOf(c)
	seen := map[string]bool{}
	r := rand.New(rand.NewPCG(3, 4))
	for j := range a.Count() {
		image := make([]bool, c.Order())
		for v := range image {
			w := a.Image(j, v)
			if image[w] {
				t.Fatalf("automorphism %d is not one to one", j)
			}
			image[w] = true
			if j == 0 && w != v {
				t.Fatalf("automorphism 0 carries %d to %d", v, w)
			}
		}
		var to strings.Builder
		for k := range c.Degree() {
			if a.Image(j, c.Gen(k)) != c.Gen(a.GenImage(j, k)) {
				t.Fatalf("automorphism %d: generator %d goes to element %d, said to be generator %d", j, k, a.Image(j, c.Gen(k)), a.GenImage(j, k))
			}
			fmt.Fprint(&to, a.GenImage(j, k), " ")
		}
		if seen[to.String()] && c.Degree() > 0 {
			t.Fatalf("automorphism %d is listed twice", j)
		}
		seen[to.String()] = true
		for range 50 {
			x, y := r.IntN(c.Order()), r.IntN(c.Order())
			if a.Image(j, c.Mul(x, y)) != c.Mul(a.Image(j, x), a.Image(j, y)) {
				t.Fatalf("automorphism %d is no homomorphism on %d, %d", j, x, y)
			}
		}
	}
}

func checkAction(t *testing.T, g Graph) {
	a := FreeActionOf(g)
	checkGroup(t, a)
	p := g.Order()
	if n := orbits(a, p); n*a.Order() != p {
		t.Fatalf("%d orbits of a group of order %d on %d vertices: not free", n, a.Order(), p)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		x, y, v := r.IntN(a.Order()), r.IntN(a.Order()), r.IntN(p)
		if a.Act(0, v) != v || x != 0 && a.Act(x, v) == v || a.Act(x, a.Act(y, v)) != a.Act(a.Mul(x, y), v) {
			t.Fatalf("no free action: elements %d, %d, vertex %d", x, y, v)
		}
		if sorted(g, a.Act(x, v)) != fmt.Sprint(imageOf(g, a, x, v)) {
			t.Fatalf("element %d does not keep the arcs of vertex %d", x, v)
		}
	}
}

// orbits is how many an action has on p vertices.
func orbits(a FreeAction, p int) (n int) {
	seen := make([]bool, p)
	for v := range p {
		if !seen[v] {
			n++
		}
		for x := range a.Order() {
			seen[a.Act(x, v)] = true
		}
	}
	return n
}

func sorted(g Graph, v int) string { return fmt.Sprint(arcs(nil, g.Degree(), g.Neighbor, v)) }

func imageOf(g Graph, a FreeAction, x, v int) []int {
	list := arcs(nil, g.Degree(), g.Neighbor, v)
	for i, u := range list {
		list[i] = a.Act(x, u)
	}
	slices.Sort(list)
	return list
}

// TestReverseIsomorphic: neither Δ = Δ⁻¹ nor a commutative group, and yet a graph like its
// reverse, by the automorphism r → r⁻¹, f → f.
func TestReverseIsomorphic(t *testing.T) {
	g, err := DihedralGraph(3, "r", "f")
	if err != nil {
		t.Fatal(err)
	}
	if IsSymmetric(g) || Abelian(g) {
		t.Fatal("nothing is shown by this graph")
	}
	rev := Reverse(g)
	image := func(v int) int { return (3-v%3)%3 + v/3*3 }
	for v := range g.Order() {
		for k := range g.Degree() {
			if u := rev.Neighbor(image(v), k); u != image(g.Neighbor(v, k)) {
				t.Errorf("arc %d of %d: leads to %d, its image to %d", k, v, g.Neighbor(v, k), u)
			}
		}
	}
}

// TestArc: the arcs of the zoo have their numbers, and what is none has none.
func TestArc(t *testing.T) {
	g, err := Parse("circulant:9:1,3,4,6")
	if err != nil {
		t.Fatal(err)
	}
	for v := range 9 {
		for k := range 4 {
			if got := Arc(g, v, g.Neighbor(v, k)); got != k {
				t.Errorf("the arc of %d to %d is %d, want %d", v, g.Neighbor(v, k), got, k)
			}
		}
		if got := Arc(g, v, (v+2)%9); got != -1 {
			t.Errorf("an arc %d → %d: %d", v, (v+2)%9, got)
		}
	}
	path, err := NewGraph("path", 3, [][2]int{{0, 1}, {0, 2}, {1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for u, want := range []int{1, -1, -1} {
		if got := Arc(path, u, 2); got != want {
			t.Errorf("an arc %d → 2 of a path: %d, want %d", u, got, want)
		}
		if got := Arc(path, u, -1); got != -1 {
			t.Errorf("an arc %d → -1: %d", u, got)
		}
	}
}

// TestIsHypercube: by name and by arcs, of any degree.
func TestIsHypercube(t *testing.T) {
	eight, err := BinaryGroup(3)
	if err != nil {
		t.Fatal(err)
	}
	named := func(gens ...int) Graph {
		g, err := NewCayley("hypercube:3", eight, gens)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for i, c := range []struct {
		g    Graph
		want bool
	}{
		{mustParse(t, "hypercube:0"), true}, {mustParse(t, "hypercube:5"), true}, {named(1, 2, 4), true}, {named(2, 1, 4), false},
		{mustParse(t, "torus:2x2x2"), false}, {mustParse(t, "complete:40"), false}, // of more links than any cube has
	} {
		if got := IsHypercube(c.g); got != c.want {
			t.Errorf("case %d, %s: %v, want %v", i, c.g.Name(), got, c.want)
		}
	}
}

// TestEqual: the same arcs with the same numbers, out of as many vertices.
func TestEqual(t *testing.T) {
	graph := func(n int, arcs ...[2]int) Graph {
		g, err := NewGraph("g", n, arcs)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	ring := mustParse(t, "ring:3")
	for i, c := range []struct {
		a, b Graph
		want bool
	}{
		{ring, mustParse(t, "circulant:3:1,-1"), true}, {ring, mustParse(t, "circulant:3:-1,1"), false},
		{ring, graph(3, [2]int{0, 1}, [2]int{0, 2}, [2]int{1, 2}, [2]int{1, 0}, [2]int{2, 0}, [2]int{2, 1}), true},
		{mustParse(t, "circulant:3:1"), ring, false}, // the first arcs are the same
		{graph(2, [2]int{0, 1}, [2]int{1, 0}), graph(4, [2]int{0, 1}, [2]int{1, 0}, [2]int{2, 3}, [2]int{3, 2}), false},
		{graph(3, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}), graph(3, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 1}), false},
		{mustParse(t, "hypercube:3"), mustParse(t, "hypercube:3"), true}, {mustParse(t, "ring:1"), mustParse(t, "complete:1"), true},
		{struct{ Graph }{ring}, struct{ Graph }{mustParse(t, "hypercube:0")}, false}, {struct{ Graph }{ring}, struct{ Graph }{ring}, true},
	} {
		if Equal(c.a, c.b) != c.want || Equal(c.b, c.a) != c.want {
			t.Errorf("case %d: %s and %s are equal: want %v", i, c.a.Name(), c.b.Name(), c.want)
		}
	}
}

func TestAbelian(t *testing.T) {
	for spec, want := range map[string]bool{"hypercube:3": true, "ring:5": true, "complete:1000000": true, "product(ring:3;ring:4)": true,
		"dihedral:2:r,f": true, "dihedral:3:r,f": false, "star:4": false, "ccc:3": false, "product(ring:3;star:3)": false} {
		g, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := Abelian(g.(Cayley)); got != want {
			t.Errorf("%s: %v, want %v", spec, got, want)
		}
	}
}
