package cayley

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestLargeByName: a few bytes of text take no memory by the numbers in them, and the
// arithmetic in place of lists is that of the graph.
func TestLargeByName(t *testing.T) {
	for _, spec := range []string{
		"complete:268435456", "bipartite:134217728", "hamming:2,16384", "reverse(complete:268435456)", "reverse(hamming:2,16384)",
		"product(complete:134217728;ring:2)", "product(bipartite:33554432;ring:2)", "product(circulant:3:1;complete:80000000)",
		"reverse(product(circulant:3:1;complete:80000000))", "product(reverse(complete:80000000);reverse(circulant:3:1))",
	} {
		made, n, err := parsed(spec)
		if err != nil {
			t.Fatal(err)
		}
		if n > 1<<20 {
			t.Errorf("%s: took %d bytes", spec, n)
		}
		g := made.(Cayley)
		p, d := g.Order(), g.Degree()
		in, inverse := In(g), g.(InverseGenerator)
		for _, k := range []int{0, 1, d / 2, d - 2, d - 1} {
			for _, v := range []int{0, p / 3, p - 1} {
				u := g.Neighbor(v, k)
				if u != g.Mul(v, g.Gen(k)) || in(u, k) != v {
					t.Errorf("%s: arc %d of %d leads to %d, and back to %d", spec, k, v, u, in(u, k))
				}
				if j := inverse.InverseGen(k); j >= 0 && g.Neighbor(u, j) != v {
					t.Errorf("%s: generator %d is not the inverse of %d", spec, j, k)
				} else if j < 0 && !strings.Contains(spec, "circulant:3:1") {
					t.Errorf("%s: no generator is the inverse of %d", spec, k)
				}
			}
		}
	}
}

// TestReverseLists: what Reverse lists for speed is what it computes for more generators.
func TestReverseLists(t *testing.T) {
	for _, spec := range []string{"hamming:3,3", "product(circulant:7:1,3;complete:5)", "product(ccc:3;circulant:5:1,-1,2)"} {
		c := mustParse(t, spec).(Cayley)
		listed, bare := Reverse(c).(reversed), reversed{Cayley: c}
		if listed.gens == nil || !Equal(listed, bare) {
			t.Errorf("%s: the arcs are others", spec)
		}
		for k := range c.Degree() {
			if listed.Gen(k) != bare.Gen(k) || listed.InverseGen(k) != bare.InverseGen(k) {
				t.Errorf("%s: generator %d: %d and %d, inverses %d and %d", spec, k, listed.Gen(k), bare.Gen(k), listed.InverseGen(k), bare.InverseGen(k))
			}
		}
	}
}

// TestReverseItself: where every generator is its own inverse there is nothing to reverse.
func TestReverseItself(t *testing.T) {
	for spec, itself := range map[string]bool{"hypercube:3": true, "star:4": true, "ring:2": true, "ring:1": true, "ring:3": false, "ccc:3": false} {
		if r := Reverse(mustParse(t, spec).(Cayley)); (r.Name() == spec) != itself {
			t.Errorf("%s: its reverse is %s", spec, r.Name())
		}
	}
}

// TestTurned: a graph with opposite arcs is itself turned round; another has every arc reversed.
func TestTurned(t *testing.T) {
	for spec, itself := range map[string]bool{"petersen": true, "torus:3x4": true, "ring:1": true, "ring:2": true,
		"circulant:5:1,2": false, "file:testdata/arcs.json": false, "product(petersen;circulant:3:1)": false} {
		g := mustParse(t, spec)
		back := Turned(g)
		if (back.Name() == g.Name()) != itself {
			t.Errorf("%s: turned round it is itself: %v, want %v", spec, !itself, itself)
		}
		_, group := g.(Cayley)
		if _, still := back.(Cayley); still != group {
			t.Errorf("%s: turned round it has a group: %v, want %v", spec, still, group)
		}
		for v := range g.Order() {
			for k := range g.Degree() {
				if u := g.Neighbor(v, k); u >= 0 && Arc(back, u, v) < 0 {
					t.Errorf("%s: no arc %d → %d", spec, u, v)
				}
			}
		}
	}
}

// TestFactorsStop: a product that is too large is refused before all its factors are made.
func TestFactorsStop(t *testing.T) {
	spec := "product(" + strings.Repeat("reverse(complete:60000);", 2000) + "ring:3)"
	_, n, err := parsed(spec)
	if !errors.Is(err, ErrSize) || n > 1<<23 {
		t.Errorf("%v after %d bytes", err, n)
	}
}

// TestManyFactors: the name of a product is not made anew for each of its factors.
func TestManyFactors(t *testing.T) {
	spec := "product(" + strings.Repeat("hypercube:0;", 5000) + "ring:3)"
	g, n, err := parsed(spec)
	if err != nil || g.Order() != 3 {
		t.Fatalf("%v", err)
	}
	if n > 1<<24 {
		t.Errorf("took %d bytes", n)
	}
}

// parsed is what Parse returns, and how many bytes it allocated.
func parsed(spec string) (g Graph, bytes uint64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	g, err = Parse(spec)
	runtime.ReadMemStats(&after)
	return g, after.TotalAlloc - before.TotalAlloc, err
}

// asked is a graph with a formula for distances that counts who looks at its arcs.
type asked struct {
	Cayley
	times *int
}

func (a asked) Dist(v int) int { return a.Cayley.(Metric).Dist(v) }

func (a asked) Neighbor(v, k int) int {
	*a.times++
	return a.Cayley.Neighbor(v, k)
}

// TestProductSymmetric: a product has the reverse of every arc if its factors have; so it is found with their
// arcs alone, and as on a graph that does not say what it is.
func TestProductSymmetric(t *testing.T) {
	for spec, want := range map[string]bool{"product(petersen;ring:3)": true, "product(petersen;circulant:5:1)": false, "product(circulant:4:1;petersen)": false, "product(petersen;product(petersen;odd:2))": true} {
		g := mustParse(t, spec)
		if _, is := g.(Cayley); is {
			t.Fatalf("%s is a Cayley graph", spec)
		}
		if got, searched := IsSymmetric(g), IsSymmetric(struct{ Graph }{g}); got != want || searched != want {
			t.Errorf("%s: %v, by its arcs %v, want %v", spec, got, searched, want)
		}
	}
	times := 0
	g, err := Product(Petersen(), asked{mustParse(t, "ring:100000").(Cayley), &times})
	if err != nil {
		t.Fatal(err)
	}
	if times = 0; !IsSymmetric(g) || times > 0 {
		t.Errorf("%d arcs looked at", times)
	}
}

// TestDistancesWithin: they are those of the whole graph as far as they go, and no arc beyond is looked at.
func TestDistancesWithin(t *testing.T) {
	for _, name := range []string{"pancake:5", "torus:3x4", "petersen", "circulant:7:1,3"} {
		g := mustParse(t, name)
		whole := DistancesFrom(g, 3)
		for deep := range 9 {
			want, near := slices.Clone(whole), 0
			for v, r := range want {
				if int(r) > deep {
					want[v] = -1
				}
				if int(r) < deep {
					near++
				}
			}
			if got := DistancesWithin(g, 3, deep); !slices.Equal(got, want) {
				t.Errorf("%s within %d: %v, want %v", name, deep, got, want)
			}
			if c, ok := g.(Cayley); ok {
				times := 0
				if DistancesWithin(asked{c, &times}, 3, deep); times > near*g.Degree() {
					t.Errorf("%s within %d: %d arcs looked at, want those of %d vertices", name, deep, times, near)
				}
			}
		}
	}
}

// TestDistancesAdd: of a product the distances are sums, without a search of its arcs, and
// of a reversed graph those of the inverses; both are what a search finds.
func TestDistancesAdd(t *testing.T) {
	apart, err := NewGraph("apart", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	one := mustParse(t, "ring:1")
	for _, factors := range [][]Graph{
		{mustParse(t, "pancake:4"), one, mustParse(t, "petersen")}, {one}, {one, one},
		{mustParse(t, "circulant:7:1,3"), mustParse(t, "hypercube:2")}, {mustParse(t, "ring:3"), apart}, {apart, mustParse(t, "ring:3")},
		{mustParse(t, "reverse(product(circulant:5:1;dihedral:4:r,f))"), mustParse(t, "ring:4")},
	} {
		g, err := Product(factors...)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := Distances(g), DistancesFrom(g, 0); !slices.Equal(a, b) {
			t.Errorf("%s: %v by sums, %v by search", g.Name(), a, b)
		}
	}
	times := 0
	g, err := Product(asked{mustParse(t, "complete:300").(Cayley), &times}, mustParse(t, "ring:2"))
	if err != nil {
		t.Fatal(err)
	}
	if got := Spheres(g); !slices.Equal(got, []int{1, 300, 299}) || times > 0 {
		t.Errorf("spheres %v, %d arcs looked at", got, times)
	}
	if got := Spheres(Reverse(g.(Cayley))); !slices.Equal(got, []int{1, 300, 299}) || times > 0 {
		t.Errorf("reversed: spheres %v, %d arcs looked at", got, times)
	}
	if _, regular, err := IntersectionArray(g); regular || err != nil || times > 2000 {
		t.Errorf("distance-regular %v, %v, after %d arcs: the third vertex tells", regular, err, times)
	}
}

// wide counts the arcs that are asked for.
type wide struct {
	Graph
	n *int
}

func (w wide) Neighbor(v, k int) int {
	*w.n++
	return w.Graph.Neighbor(v, k)
}

// TestOneWideVertex: a vertex of many arcs does not make all others as dear.
func TestOneWideVertex(t *testing.T) {
	const p = 2000
	var arcs [][2]int
	for v := 1; v < p; v++ {
		arcs = append(arcs, [2]int{0, v}, [2]int{v, 0})
	}
	star, err := NewGraph("star", p, arcs)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	g := wide{star, &n}
	for what, f := range map[string]func(){
		"distances": func() { DistancesFrom(g, 1) },
		"connected": func() { Connected(g) },
		"symmetric": func() { IsSymmetric(g) },
		"turned":    func() { Turned(g) },
	} {
		n = 0
		f()
		if n > 10*len(arcs) {
			t.Errorf("%s: %d looks at %d arcs", what, n, len(arcs))
		}
	}
}
