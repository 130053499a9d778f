package sched

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func graph(t testing.TB, spec string) cayley.Graph {
	t.Helper()
	g, err := cayley.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestCosetGraphsHaveEverything: exchange, one-way, tree and ring on graphs that
// are no Cayley graphs, judged by the literal judge where that is quick.
func TestCosetGraphsHaveEverything(t *testing.T) {
	for _, spec := range []string{"petersen", "odd:4", "johnson:5,2", "johnson:6,3", "kneser:7,2", "product(petersen;ring:3)"} {
		g := graph(t, spec)
		for _, r := range []Request{{Task: Exchange}, {Method: "tree"}, {Method: "ring"}, {Method: "tree", Task: Accumulate},
			{Method: "ring", Task: Accumulate}, {Task: Exchange, Scope: Scope{Within: 1}}} {
			for _, r.Model = range []Model{TwoWay, OneWay} {
				s, b, err := Plan(g, r)
				if spec == "petersen" && r.Method == "ring" {
					if err == nil || !strings.Contains(err.Error(), "petersen: no ring: the graph has no Hamiltonian cycle") {
						t.Errorf("%s: %v", spec, err)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%s %+v: %v", spec, r, err)
				}
				if err := s.Verify(); err != nil || s.Tau() < b.Value {
					t.Errorf("%s %+v: %d steps, bound %v: %v", spec, r, s.Tau(), b, err)
				}
				if e, ok := s.(*Explicit); ok && r.Model == TwoWay && r.Scope.All() && !judgeSends(e) {
					t.Errorf("%s %+v: the judge refuses it", spec, r)
				}
				if ring := r.Method == "ring" && r.Model == TwoWay; ring && s.Tau() != g.Order()-1 {
					t.Errorf("%s: ring of %d steps", spec, s.Tau())
				}
			}
		}
		if _, _, err := Plan(g, Request{Method: "regular"}); err == nil || !strings.Contains(err.Error(), "errata 10") {
			t.Errorf("%s: regular order of a coset graph: %v", spec, err)
		}
	}
	for spec, steps := range map[string]int{"petersen": 5, "odd:4": 21, "johnson:6,3": 4, "product(petersen;petersen)": 50} {
		e, b, err := BuildOrbitExchange(graph(t, spec), cayley.FreeActionOf(graph(t, spec)), Scope{})
		if err != nil || e.Steps != steps || b.Value != steps {
			t.Errorf("%s: exchange: %v, bound %v", spec, err, b)
		}
	}
}

// TestMutantsOfOrbitExchanges: 10,000 changes of the exchange on the Petersen
// graph.
func TestMutantsOfOrbitExchanges(t *testing.T) {
	g := graph(t, "petersen")
	base, _, err := BuildOrbitExchange(g, cayley.FreeActionOf(g), Scope{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 1))
	for n := 0; n < 10_000; n++ {
		m := *base
		m.Sends = slices.Clone(m.Sends)
		what, changed := mutateSends(rng, &m)
		if changed && m.Verify() == nil && !judgeSends(&m) {
			t.Fatalf("a mutant (%s) passes", what)
		}
	}
}

// TestExchangeOnAnyGraph: an irregular graph, by the identity alone.
func TestExchangeOnAnyGraph(t *testing.T) {
	g, err := cayley.NewGraph("y", 4, [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 1}, {1, 3}, {3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	e, b, err := BuildOrbitExchange(g, cayley.FreeActionOf(g), Scope{})
	if err != nil || !judgeSends(e) || e.Steps < b.Value {
		t.Errorf("%v, bound %v", err, b)
	}
	t.Log(e.Steps, b)
}

// TestRings: every family has one, by a snake or by search, or says why not.
func TestRings(t *testing.T) {
	for _, spec := range []string{"star:4", "star:5", "star:6", "star:7", "pancake:6", "bubble:5", "transposition:5", "ccc:5", "butterfly:4", "dihedral:6:r,r3,r4,f,r2f,r5f", "ring:1"} {
		g := parse(t, spec)
		for _, task := range []Task{Broadcast, Accumulate} {
			r, err := Ring(g, task)
			if err != nil || r.Steps != g.Order()-1 {
				t.Errorf("%s %s: %v", spec, task, err)
			}
		}
	}
	// Z12 with the steps 3 and 4 has no directed Hamiltonian cycle (Rankin).
	if _, err := RingCycle(graph(t, "circulant:12:3,4"), Broadcast); !errors.Is(err, ErrNoRing) || !strings.Contains(err.Error(), "has no Hamiltonian cycle") {
		t.Errorf("circulant:12:3,4: %v", err)
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

// TestTooManySegments: counts that would not fit an int are refused, not wrapped.
func TestTooManySegments(t *testing.T) {
	g, err := cayley.Parse("petersen")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []int{math.MaxInt, math.MaxInt/g.Order() + 1, 1 << 30} {
		if b, err := SegmentBound(g, Broadcast, Scope{}, m); err == nil {
			t.Errorf("%d segments: bound %v", m, b)
		}
		if _, _, err := JointChunks(g, Broadcast, m); err == nil {
			t.Errorf("%d segments are made jointly", m)
		}
		if _, _, err := JointChunks(parse(t, "ring:5"), Broadcast, m); err == nil {
			t.Errorf("%d segments of a ring are made jointly", m)
		}
	}
	bad, err := Make(parse(t, "hypercube:3"), Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	bad.Gen[3] = -1
	if _, err := Chunks(bad); err == nil || strings.Contains(err.Error(), "internal") {
		t.Errorf("chunks of an invalid template: %v", err)
	}
}
