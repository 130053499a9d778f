package sched

import (
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestLargeBound: never more than a schedule takes that meets the bound by all searches,
// and where all distances are served that bound itself.
func TestLargeBound(t *testing.T) {
	const n = universalLimit + 1
	var arcs [][2]int
	for v := range n {
		arcs = append(arcs, [2]int{v, (v + 1) % n}, [2]int{(v + 1) % n, v})
	}
	same, err := cayley.NewGraph("same", n, arcs)
	if err != nil {
		t.Fatal(err)
	}
	const refusal = "sched: same has 8193 vertices: for graphs that are not vertex-transitive, there are bounds and schedules only up to 8192"
	ring := parse(t, "ring:8193")
	for task := range Task(3) {
		for model := range Model(2) {
			_, bound := LowerBound(same, task, model, Scope{})
			_, _, plan := Plan(same, Request{Task: task, Model: model})
			for _, err := range []error{bound, plan} {
				if err == nil || err.Error() != refusal {
					t.Errorf("%s %s: %v, want %s", task, model, err, refusal)
				}
			}
			for _, scope := range []Scope{{}, {Within: 1}, {Within: 9}, {At: []int{2, 5}}} {
				most, err := LowerBound(ring, task, model, scope)
				if err != nil {
					t.Fatal(err)
				}
				b, err := largeBound(same, task, model, scope)
				if err != nil || b.Value < 1 || b.Value > most.Value || scope.All() && task != Exchange && b.Value != most.Value {
					t.Errorf("%s %s %+v: %v, %v, want at most %v", task, model, scope, b, err, most)
				}
			}
		}
	}
}

// TestNarrowest: all words come to a vertex of one link over it, whichever vertex it is.
func TestNarrowest(t *testing.T) {
	const n = universalLimit + 1
	const one = n / 2
	arcs := [][2]int{{one, 0}, {0, one}} // and a ring of all others
	last := n - 1
	for v := range n {
		if v != one {
			arcs = append(arcs, [2]int{last, v}, [2]int{v, last})
			last = v
		}
	}
	g, err := cayley.NewGraph("pendant", n, arcs)
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []Task{Broadcast, Accumulate} {
		if b, err := largeBound(g, task, TwoWay, Scope{}); err != nil || b != (Bound{n - 1, "T"}) {
			t.Errorf("%s: %v, %v", task, b, err)
		}
	}
}

// TestLinksAreCheap: how many links a vertex has is found by its own arcs, not by those of its neighbours.
func TestLinksAreCheap(t *testing.T) {
	const p = 2048
	for spec, want := range map[string]int{"complete:2048": p - 1, "circulant:2048:1,3": 4, "dihedral:1024:r,f": 3} {
		n := 0
		g := counted{parse(t, spec), &n}
		if got := linksTwice(g, OneWay); got != want || n > 10*g.Degree() {
			t.Errorf("%s: %d half links, want %d; %d looks at %d arcs", spec, got, want, n, g.Degree())
		}
	}
}

// TestBoundsOfNothing: a task or a model that is none has no bound.
func TestBoundsOfNothing(t *testing.T) {
	for _, spec := range []string{"ring:5", "petersen", "dihedral:5:r,f"} {
		g := graph(t, spec)
		for _, e := range []*Explicit{{Graph: g, Task: 7}, {Graph: g, Model: 2}} {
			if _, err := LowerBound(g, e.Task, e.Model, Scope{}); err == nil || !strings.Contains(err.Error(), "want one of the tasks and models of this package") {
				t.Errorf("%s, task %d, model %d: %v", spec, e.Task, e.Model, err)
			}
			if _, err := BoundOf(e); err == nil {
				t.Errorf("%s, task %d, model %d: a bound of a schedule", spec, e.Task, e.Model)
			}
		}
	}
}

// TestBoundOfOne: one vertex has nothing to send.
func TestBoundOfOne(t *testing.T) {
	s, b, err := MakeGlobalSum(parse(t, "ring:1"), 0)
	if again, err2 := BoundOf(s); err != nil || err2 != nil || b != (Bound{0, "none"}) || again != b {
		t.Errorf("%v, %v: %v, %v", b, again, err, err2)
	}
}

// TestNoneBeyond: where every vertex is next to every other, none is at distance 2, though
// largeBound counts how many are.
func TestNoneBeyond(t *testing.T) {
	const p, arcs = 9000, 9000 * 8999
	for task := range Task(3) {
		if b := boundOf([]int{p, arcs, 0}, 2*arcs, task, Scope{}); b.Value != 1 {
			t.Errorf("%s: %v, want 1 step", task, b)
		}
	}
}

// TestBoundsOfManyWords: twice the words or hops of a vertex may be more than an int of 32 bits holds.
func TestBoundsOfManyWords(t *testing.T) {
	cube := parse(t, "hypercube:20")
	if b, err := SegmentBound(cube, Broadcast, Scope{}, 2000); err != nil || b != (Bound{2000 * (1<<20 - 1) / 20, "T"}) {
		t.Errorf("%v, %v", b, err)
	}
	if b := boundOf([]int{1, 1 << 20, 1 << 30}, 4, Exchange, Scope{}); b != (Bound{1<<30 + 1<<19, "load"}) {
		t.Errorf("%v", b)
	}
}
