package sched

import (
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestOneWayOnOtherGraphs: coset graphs, Cayley graphs whose best schedule is no template's
// (even cycles of two reflections, cubes without hypercube's group), and what is still above
// its bound.
func TestOneWayOnOtherGraphs(t *testing.T) {
	for spec, over := range map[string]int{"petersen": 0, "odd:4": 0, "odd:5": 0, "johnson:6,3": 0, "kneser:7,2": 0, "kneser:8,3": 0,
		"product(petersen;ring:3)": 0, "product(petersen;petersen)": 0, "johnson:5,2": 1, "star:5": 0, "ccc:4": 0, "butterfly:4": 0, "transposition:4": 0,
		"torus:2x2": 0, "hamming:3,2": 0, "bubble:3": 0, "dihedral:7:f,rf": 0, "dihedral:500:f,rf": 0, "ccc:2": 0} {
		for _, task := range []Task{Broadcast, Accumulate} {
			s, b, err := Plan(graph(t, spec), Request{Task: task, Model: OneWay})
			if err != nil {
				t.Fatalf("%s: %v", spec, err)
			}
			if s.Verify() != nil || s.Tau()-b.Value > over {
				t.Errorf("%s %s: %d steps, bound %v: %v", spec, task, s.Tau(), b, s.Verify())
			}
			if got, err := BoundOf(s); err != nil || got != b {
				t.Errorf("%s %s: bound %v, then %v: %v", spec, task, b, got, err)
			}
		}
	}
}

// TestOneWayBounds: no schedule of any circulant digraph of order ≤ 8 or
// dihedral graph undercuts LB3 or weights; most meet it.
func TestOneWayBounds(t *testing.T) {
	met, all := [3]int{}, 0
	try := func(g cayley.Cayley) {
		all++
		for task := range Task(3) {
			s, b, err := Plan(g, Request{Task: task, Model: OneWay})
			if err != nil || s.Tau() < b.Value {
				t.Fatalf("%s %v %s: bound %v: %v", g.Name(), g, task, b, err)
			}
			if s.Tau() == b.Value {
				met[task]++
			}
		}
	}
	for n := 2; n <= 8; n++ {
		digraphs(n, try)
	}
	dihedrals(t, 4, try)
	t.Log(all, "graphs; bound met by broadcast, accumulate, exchange:", met)
	if met[Broadcast] < all*9/10 || met[Accumulate] < all*9/10 {
		t.Errorf("%v of %d", met, all)
	}
}

// TestTighten: it takes steps away, down to the bound and not further, and what
// it leaves is a schedule.
func TestTighten(t *testing.T) {
	s, _, err := BuildOrbits(graph(t, "odd:4"), cayley.FreeActionOf(graph(t, "odd:4")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.OneWay()
	if err != nil {
		t.Fatal(err)
	}
	if same, err := e.OneWay(); err != nil || same != e {
		t.Errorf("made one-way again: %p of %p, %v", same, e, err)
	}
	before := e.Steps
	e.tighten(before)
	if e.Steps != before {
		t.Errorf("tightened below the bound: %d of %d", e.Steps, before)
	}
	e.tighten(0)
	if err := e.Verify(); err != nil || e.Steps >= before {
		t.Errorf("%d steps, before %d: %v", e.Steps, before, err)
	}
	// A search that gives up half way puts everything back.
	tm, err := Make(parse(t, "torus:16x16"), Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	if e, err = tm.OneWay(); err != nil {
		t.Fatal(err)
	}
	old := slices.Clone(e.Sends)
	if e.tighten(0); e.Steps != 128 || !slices.Equal(e.Sends, old) { // 255 words over 2 links a vertex
		t.Errorf("torus:16x16: %d steps, want 128: %v", e.Steps, e.Verify())
	}
	many := &Explicit{Graph: tm.Graph, Steps: 9, Sends: make([]Send, tightenLimit+1)} // are not looked at
	if many.tighten(0); many.Steps != 9 {
		t.Errorf("%d sends: %d steps", len(many.Sends), many.Steps)
	}
}

func TestOneWay(t *testing.T) {
	for spec, optimal := range map[string]bool{"torus:5x5": true, "torus:3x7": true, "ring:8": true, "ring:9": true, "circulant:7:1": true, "torus:4x5x3": true, "hypercube:4": true, "star:4": true, "circulant:9:1,3,4,6": true, "circulant:12:1,3,9": true, "dihedral:6:r,f": true, "dihedral:9:r,r3f": true, "folded:5": true, "complete:8": true, "ring:1": true, "bipartite:5": true} {
		g := parse(t, spec)
		for task := range Task(3) {
			s, b, err := Plan(g, Request{Task: task, Model: OneWay})
			if err != nil {
				t.Fatalf("%s %s: %v", spec, task, err)
			}
			e := s.(*Explicit)
			if e.Model != OneWay || e.Verify() != nil {
				t.Errorf("%s: %v", spec, e.Verify())
			}
			t.Logf("%s %s: %d steps, bound %v", spec, task, e.Steps, b)
			if task != Exchange && optimal != (e.Steps == b.Value) {
				t.Errorf("%s %s: %d steps, bound %v", spec, task, e.Steps, b)
			}
			if err := e.CommunicationGraph().Verify(); err != nil {
				t.Errorf("%s %s: %v", spec, task, err)
			}
		}
	}
}

// TestOneWayNeverTakesMoreThanTwice: the packing keeps its promise.
func TestOneWayNeverTakesMoreThanTwice(t *testing.T) {
	for _, spec := range []string{"petersen", "johnson:6,3", "star:4", "circulant:9:1,3,4,6", "dihedral:6:r,f"} {
		for task := range Task(3) {
			s, _, err := Plan(graph(t, spec), Request{Task: task})
			if err != nil {
				t.Fatal(err)
			}
			e, ok := s.(*Explicit)
			if !ok {
				if e, err = s.(Expander).Expand(); err != nil {
					t.Fatal(err)
				}
			}
			one, err := e.OneWay()
			if err != nil || one.Model != OneWay || one.Steps > 2*s.Tau() || len(one.Sends) != len(e.Sends) {
				t.Errorf("%s %s: %v", spec, task, err)
			}
		}
	}
}
