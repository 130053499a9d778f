package sched

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// planned is the exchange of a graph, verified, and the bound beside it, which is that of
// the schedule read back.
func planned(t *testing.T, spec, method string) (Schedule, Bound) {
	t.Helper()
	s, b, err := Plan(graph(t, spec), Request{Task: Exchange, Method: method})
	if err != nil {
		t.Fatalf("%s: %v", spec, err)
	}
	if err := s.Verify(); err != nil {
		t.Errorf("%s: %v", spec, err)
	}
	if again, err := BoundOf(s); err != nil || again != b {
		t.Errorf("%s: bound %v, then %v: %v", spec, b, again, err)
	}
	return s, b
}

// TestEvenRings: ⌈P²/8⌉ steps, which no template takes, since it sends the word for the
// opposite vertex one way.
func TestEvenRings(t *testing.T) {
	for p := 4; p <= 32; p += 2 {
		spec := fmt.Sprintf("ring:%d", p)
		s, b := planned(t, spec, "exact")
		whole, _ := planned(t, spec, "greedy")
		if n := p / 2; s.Tau() != (p*p+7)/8 || b.Value != s.Tau() || whole.Tau() != n*(n+1)/2 {
			t.Errorf("%s: %d steps, bound %v, as a template %d", spec, s.Tau(), b, whole.Tau())
		}
		if e, ok := s.(*Explicit); !ok || p <= 10 && !judgeSends(e) {
			t.Errorf("%s: a %T, which the judge refuses", spec, s)
		}
	}
}

// TestSplit: exchanges that meet their bound by other paths than each template's own, or by
// fewer symmetries.
func TestSplit(t *testing.T) {
	for spec, want := range map[string]int{
		"torus:3x4": 6, "torus:3x8": 24, "torus:5x6": 23, "torus:3x3x4": 18, "product(ring:4;complete:3)": 6,
		"circulant:8:1,5": 8, "circulant:8:1,-1,2,-2": 3, "circulant:12:1,-1,5,-5": 5, "circulant:15:1,7": 23, "circulant:16:1,-1,3,-3": 8,
		"circulant:13:1,5": 19, "circulant:17:1,-1,3,-3": 9, "circulant:15:1,-1,2,-2": 10, "circulant:19:1,-1,9,-9": 15,
		"johnson:5,2": 2, "johnson:7,2": 3, "kneser:7,2": 3,
		"pancake:6": 659, // by the even permutations; see TestExchange
	} {
		method := ""
		if spec == "pancake:6" {
			method = "exact" // auto does not write out so many sends
		}
		if s, b := planned(t, spec, method); s.Tau() != want || b.Value != want {
			t.Errorf("%s: %d steps, bound %v, want %d", spec, s.Tau(), b, want)
		}
	}
}

// TestWholeStays: what meets its bound by all symmetries is the template, and so is what
// would be too much to write out, and what has no subgroups but one of too many orbits.
func TestWholeStays(t *testing.T) {
	for _, spec := range []string{"hypercube:5", "ring:9", "torus:4x8", "torus:3x5", "star:5", "complete:7", "bipartite:5", "ring:104", "circulant:71:1,-3"} {
		s, b := planned(t, spec, "")
		whole, bound, err := BuildExchange(parse(t, spec), Scope{})
		if err != nil || b != bound || (s.Tau() == b.Value) != (spec != "ring:104" && spec != "circulant:71:1,-3") {
			t.Errorf("%s: %d steps, bound %v, %v: %v", spec, s.Tau(), b, bound, err)
		}
		if x, ok := s.(*ExchangeTemplate); !ok || !slices.Equal(x.Start, whole.Start) || !slices.Equal(x.Gen, whole.Gen) || !slices.Equal(x.Time, whole.Time) {
			t.Errorf("%s: a %T, not the template", spec, s)
		}
	}
}

// TestSweepOfSplits: circulants of two pairs of steps, by all symmetries and by fewer.
func TestSweepOfSplits(t *testing.T) {
	all, above, left := 0, 0, 0
	circulants(14, func(g cayley.Cayley) {
		whole, bound := planned(t, g.Name(), "greedy")
		s, b := planned(t, g.Name(), "")
		if b != bound || s.Tau() > whole.Tau() {
			t.Errorf("%s: %d steps, bound %v, as a template %d, %v", g.Name(), s.Tau(), b, whole.Tau(), bound)
		}
		all++
		if whole.Tau() > bound.Value {
			above++
		}
		if s.Tau() > b.Value {
			left++
			t.Logf("%s: %d steps, bound %v", g.Name(), s.Tau(), b)
		}
	})
	t.Logf("of %d graphs %d are above the bound as templates, %d at all", all, above, left)
	if above < 10 || left > 0 {
		t.Errorf("of %d graphs %d are above the bound as templates, %d at all; want some and none", all, above, left)
	}
}

// TestSubgroups: they are closed, rise in index and end with the identity.
func TestSubgroups(t *testing.T) {
	for spec, want := range map[string][]int{
		"ring:12": {6, 4, 3, 2, 1}, "torus:2x4": {4, 4, 4, 2, 1}, "ring:7": {1}, "dihedral:5:r,f": {5, 1}, "star:4": {12, 1},
		"johnson:5,2": {1}, "ring:1": nil,
	} {
		var orders []int
		for _, sub := range subgroups(graph(t, spec)) {
			orders = append(orders, sub.Order())
			for _, a := range sub.elems {
				for _, b := range sub.elems {
					if !slices.Contains(sub.elems, sub.of.Mul(a, b)) {
						t.Fatalf("%s: %d·%d is not in %v", spec, a, b, sub.elems)
					}
				}
			}
			for a := range sub.Order() {
				if sub.Mul(a, sub.Inv(a)) != 0 || sub.elems[sub.Inv(a)] != sub.of.Inv(sub.elems[a]) {
					t.Errorf("%s: %d times its inverse %d is %d", spec, a, sub.Inv(a), sub.Mul(a, sub.Inv(a)))
				}
			}
		}
		if !slices.Equal(orders, want) {
			t.Errorf("%s: subgroups of orders %v, want %v", spec, orders, want)
		}
	}
}

// TestBalance: two words that share a letter part, and what has no choice stays.
func TestBalance(t *testing.T) {
	options := [][][]int32{{{0}, {1, 2}}, {{0}}, {{}}, {{3}, {0}}}
	if got := balance(options, 4, 1); !reflect.DeepEqual(got, [][]int32{{1, 2}, {0}, {}, {3}}) {
		t.Errorf("%v", got)
	}
	if got := balance(options[1:], 4, 1); got != nil {
		t.Errorf("nothing to gain: %v", got)
	}
}

// TestRerouteSmall: where there are too many words for other paths, those stay that were
// found first: on a path there are none.
func TestRerouteSmall(t *testing.T) {
	var arcs [][2]int
	for v := range 69 {
		arcs = append(arcs, [2]int{v, v + 1}, [2]int{v + 1, v})
	}
	g, err := cayley.NewGraph("path", 70, arcs)
	if err != nil {
		t.Fatal(err)
	}
	e, b, err := BuildOrbitExchange(g, cayley.FreeActionOf(g), Scope{Within: 10})
	if err != nil || e.Steps != 10*11/2 || b != (Bound{55, "cut"}) || e.Verify() != nil {
		t.Errorf("%d steps, bound %v: %v", e.Steps, b, err)
	}
}
