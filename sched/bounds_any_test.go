package sched

import (
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func TestLowerBound(t *testing.T) {
	// A path of three vertices: 6 words on 4 arcs, distance 2.
	path, err := cayley.NewGraph("path", 3, [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		task  Task
		model Model
		want  Bound
	}{{Broadcast, TwoWay, Bound{2, "T"}}, {Broadcast, OneWay, Bound{3, "T"}}, {Exchange, TwoWay, Bound{2, "load"}}, {Exchange, OneWay, Bound{4, "load"}}} {
		if b, err := LowerBound(path, c.task, c.model, Scope{}); err != nil || b != c.want {
			t.Errorf("%s %s: %v, %v", c.task, c.model, b, err)
		}
	}
	// All may send more than vertex 0 can receive: three words on one arc.
	into, err := cayley.NewGraph("into", 4, [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 2}, {1, 3}, {2, 1}, {2, 3}, {3, 1}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []Task{Broadcast, Exchange} {
		if b, err := LowerBound(into, task, TwoWay, Scope{}); err != nil || b != (Bound{3, "T"}) {
			t.Errorf("%s into a vertex of one arc: %v, %v", task, b, err)
		}
	}
	for _, c := range []struct {
		spec  string
		task  Task
		model Model
		at    []int
		want  Bound
	}{
		{"hypercube:4", Broadcast, TwoWay, []int{2, 3}, Bound{4, "LB2"}},  // ten words over four links, from step 2 on
		{"hypercube:4", Accumulate, OneWay, []int{2, 3}, Bound{6, "LB2"}}, // over two
		{"ring:6", Broadcast, OneWay, []int{2, 3}, Bound{4, "LB2"}},       // in 4 steps a word may come by the longer way, past one relay
		{"ring:6", Broadcast, OneWay, []int{2}, Bound{4, "relays"}},
		{"ring:6", Exchange, OneWay, []int{2}, Bound{4, "load"}},
		{"ring:6", Broadcast, TwoWay, []int{2, 4}, Bound{2, "D"}}, // no vertex is that far
	} {
		if b, err := LowerBound(parse(t, c.spec), c.task, c.model, Scope{At: c.at}); err != nil || b != c.want {
			t.Errorf("%s %s %s at %v: %v, %v, want %v", c.spec, c.task, c.model, c.at, b, err, c.want)
		}
	}
	// On vertex-transitive graphs both are the same, but for an exchange on what is known to be a product.
	for _, spec := range []string{"petersen", "ring:9", "torus:3x5", "hypercube:4"} {
		g := graph(t, spec)
		var list [][2]int
		for v := range g.Order() {
			for k := range g.Degree() {
				list = append(list, [2]int{v, g.Neighbor(v, k)})
			}
		}
		same, err := cayley.NewGraph("same", g.Order(), list)
		if err != nil {
			t.Fatal(err)
		}
		for task := range Task(3) {
			for model := range Model(2) {
				a, err := LowerBound(g, task, model, Scope{})
				if err != nil {
					t.Fatal(err)
				}
				if b, err := LowerBound(same, task, model, Scope{}); err != nil || a.Value != b.Value && !(a.Kind == "weights" && a.Value > b.Value && task == Exchange) {
					t.Errorf("%s %s %s: %v, %v, %v", spec, task, model, a, b, err)
				}
			}
		}
	}
}

func TestBoundOf(t *testing.T) {
	// What takes longer than it must, written out, is bounded by its own task's arguments.
	long, err := Tree(parse(t, "ring:6"), Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	sends, err := long.Expand()
	if err != nil {
		t.Fatal(err)
	}
	if b, err := BoundOf(sends); err != nil || b != (Bound{3, "T"}) {
		t.Errorf("a broadcast of %d steps: bound %v, %v", sends.Steps, b, err)
	}
	g := parse(t, "torus:4x8")
	x, b, err := BuildExchange(g, Scope{})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := BoundOf(x); err != nil || again != b || x.Steps != b.Value || b.Kind != "weights" {
		t.Errorf("exchange: %d steps, %v, %v, %v", x.Steps, b, again, err)
	}
	e, b, err := Rooted(g, 3, Accumulate)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := BoundOf(e); err != nil || again != b || b.Value != 6 {
		t.Errorf("rooted: %v, %v, %v", b, again, err)
	}
	tm, err := Make(g, Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := BoundOf(tm); err != nil || b != (Bound{8, "T"}) {
		t.Errorf("%v %v", b, err)
	}
	o, _, err := BuildOrbits(graph(t, "petersen"), cayley.FreeActionOf(graph(t, "petersen")), Options{Scope: Scope{Within: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := BoundOf(o); err != nil || b != (Bound{1, "T"}) {
		t.Errorf("orbits: %v %v", b, err)
	}
	if b, err := BoundOf(foreign{}); err == nil || err.Error() != "sched: no bound is known for a sched.foreign: want a schedule of this package" {
		t.Errorf("%v %v", b, err)
	}
	point, _, err := BuildChunks(parse(t, "hypercube:0"), Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := BoundOf(point); err != nil || b.Value != 0 {
		t.Errorf("one vertex in two segments: %v %v", b, err)
	}
}

// foreign is a schedule of somebody else.
type foreign struct{}

func (foreign) Verify() error { return nil }
func (foreign) Tau() int      { return 1 }

// TestRegularOrdersOfFamilies: every order found is one, on all families; star graphs and
// pancakes of 40,320 vertices are decided too.
func TestRegularOrdersOfFamilies(t *testing.T) {
	for spec, want := range map[string]Answer{
		"star:4": Yes, "star:6": Yes, "star:8": Yes, "pancake:5": Yes, "bubble:5": Yes, "transposition:5": Yes, "ccc:4": Yes, "butterfly:5": Yes,
		"hypercube:14": Yes, "folded:6": Yes, "torus:5x5x5": Yes, "hamming:3,4": Yes, "bipartite:6": Yes, "hypercube:2": Yes, "hypercube:3": Yes,
		"hypercube:5": Yes, "hypercube:6": Yes, "hypercube:7": Yes, "hypercube:8": Yes, "hypercube:9": Yes,
	} {
		r, got, why, err := FindRegularOrder(parse(t, spec))
		if got != want || err != nil {
			t.Errorf("%s: %s (%s), %v, want %s", spec, got, why, err, want)
		}
		if got != Yes {
			continue
		}
		if err := r.Template().Verify(); err != nil {
			t.Error(err)
		}
		n := len(r.Vertices)
		if n > 4 {
			r.Vertices[n-1], r.Vertices[1] = r.Vertices[1], r.Vertices[n-1]
			if r.Verify() == nil {
				t.Errorf("%s: a broken order passes", spec)
			}
		}
	}
}

// TestPartsOfAProduct: a product of a graph in two parts is refused in one line. Products
// hold slices, so that two of them cannot be compared.
func TestPartsOfAProduct(t *testing.T) {
	two, err := cayley.NewGraph("two", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	g, err := cayley.Product(two, parse(t, "ring:3"))
	if err != nil {
		t.Fatal(err)
	}
	act := cayley.FreeActionOf(g)
	refused := func(what string, err error) {
		if err == nil || !strings.Contains(err.Error(), "product(two;ring:3): no path from vertex ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for task := range Task(3) {
		_, err := LowerBound(g, task, TwoWay, Scope{})
		refused("bound of "+task.String(), err)
		_, _, err = Plan(g, Request{Task: task})
		refused("plan of "+task.String(), err)
		if task == Exchange {
			continue
		}
		_, _, err = Rooted(g, 0, task)
		refused("one root's "+task.String(), err)
		_, err = OrbitTree(g, act, task)
		refused("tree of "+task.String(), err)
		_, err = buildOrbits(g, act, Options{Task: task}, 1, Bound{})
		refused("orbits of "+task.String(), err)
	}
	_, _, err = BuildOrbitExchange(g, act, Scope{})
	refused("exchange", err)
	arcs, err := newArcOrbits(g, act)
	if err != nil {
		t.Fatal(err)
	}
	_, err = newOrbitPaths(arcs)
	refused("words", err)
}

// spied counts the arcs that are asked for.
type spied struct {
	cayley.Graph
	n *int
}

func (s spied) Neighbor(v, k int) int {
	*s.n++
	return s.Graph.Neighbor(v, k)
}

// TestLinksOfAStar: links are counted without a look for each that another vertex has.
func TestLinksOfAStar(t *testing.T) {
	const p = 10_000
	var arcs [][2]int
	for v := 1; v < p; v++ {
		arcs = append(arcs, [2]int{0, v}, [2]int{v, 0})
	}
	star, err := cayley.NewGraph("star", p, arcs)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	if b, err := largeBound(spied{star, &n}, Broadcast, OneWay, Scope{}); err != nil || b != (Bound{p, "T"}) || n > 50*p {
		t.Errorf("bound %v after %d looks at %d arcs: %v", b, n, len(arcs), err)
	}
}

// TestLowerBoundAnyGraph: a scope with gaps has a bound on an irregular graph, and an error
// on one that is not connected.
func TestLowerBoundAnyGraph(t *testing.T) {
	for _, arcs := range [][][2]int{{{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}}, {{0, 1}, {1, 0}, {2, 3}, {3, 2}}} {
		g, err := cayley.NewGraph("any", 4, arcs)
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range []Task{Broadcast, Accumulate, Exchange} {
			for _, model := range []Model{TwoWay, OneWay} {
				b, err := LowerBound(g, task, model, Scope{At: []int{1}})
				if connected := len(arcs) == 6; (err == nil) != connected || connected && b.Value < 1 {
					t.Errorf("%s %s: %v: %v", task, model, b, err)
				}
			}
		}
	}
}

// TestBoundOfOneRootsAccumulate: what counts is the way to the root.
func TestBoundOfOneRootsAccumulate(t *testing.T) {
	g, err := cayley.NewGraph("there at once", 3, [][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for task, want := range map[Task]int{Broadcast: 1, Accumulate: 2} {
		s, _, err := Rooted(g, 0, task)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := BoundOf(s); err != nil || b != (Bound{want, "D"}) {
			t.Errorf("%s: %v, %v, want %d", task, b, err, want)
		}
	}
}
