package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func TestExchange(t *testing.T) {
	for spec, optimal := range map[string]bool{
		"hypercube:0": true, "hypercube:1": true, "hypercube:5": true, "hypercube:10": true, "torus:8x8x8": true, "torus:5x5": true, "torus:4x8": true, "torus:3x4x5": true,
		"ring:7": true, "ring:8": false, "complete:9": true, "circulant:13:1,5": true, "circulant:15:1,-1,4,-4": true, "folded:5": true,
		"hamming:2,52": true, // of so many arcs that first paths look ahead
		"star:4":       true, "star:5": true, "star:6": true, "pancake:5": true, "bubble:5": true, "transposition:5": true,
		"ccc:4": true, "butterfly:4": true, "dihedral:12:r,r-1,f": true, "dihedral:6:r,r3,r4,f,r2f,r5f": true,
		"pancake:6": false, // 660, bound 659: three generators are odd and 3·659 is no even sum
	} {
		g := parse(t, spec)
		x, bound, err := BuildExchange(g, Scope{})
		if err != nil {
			t.Fatalf("%s: %v", spec, err)
		}
		if (x.Steps == bound.Value) != optimal {
			t.Errorf("%s: %d steps, bound %v", spec, x.Steps, bound)
		}
		if g.Order() > 256 { // millions of sends, of families of which smaller ones are here
			continue
		}
		e, err := x.Expand()
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Verify(); err != nil {
			t.Errorf("%s: expanded: %v", spec, err)
		}
	}
}

func TestExpandedTemplatesVerify(t *testing.T) {
	for _, spec := range []string{"hypercube:0", "hypercube:4", "torus:3x5", "circulant:9:1,3,4,6", "ring:17"} {
		for _, o := range []Options{{}, {Task: Accumulate}, {Scope: Scope{Within: 2}}, {Scope: Scope{At: []int{2}}}, {Task: Accumulate, Scope: Scope{Within: 1}}} {
			tm, _, err := Build(parse(t, spec), o)
			if err != nil {
				t.Fatalf("%s %+v: %v", spec, o, err)
			}
			e, err := tm.Expand()
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Verify(); err != nil {
				t.Errorf("%s %+v: %v", spec, o, err)
			}
		}
	}
}

// TestExchangeBipartite: K_{n,n} takes three steps from n = 3 on, two between the
// vertices of a side, at any size.
func TestExchangeBipartite(t *testing.T) {
	for _, n := range []int{1, 3, 4, 5, 6, 31, 65, 100, 9999, 10000} {
		for _, scope := range []Scope{{}, {At: []int{2}}} {
			if n == 1 && !scope.All() {
				continue
			}
			x, bound, err := BuildExchange(parse(t, fmt.Sprintf("bipartite:%d", n)), scope)
			if err != nil || x.Steps != bound.Value || x.Steps > 3 {
				t.Errorf("bipartite:%d %v: %d steps, bound %v: %v", n, scope, x.Steps, bound, err)
			}
		}
	}
}

// TestExchangeLarge: dense graphs need no table of their 10¹⁰ arcs.
func TestExchangeLarge(t *testing.T) {
	x, _, err := BuildExchange(parse(t, "complete:100000"), Scope{})
	if err != nil || x.Steps != 1 {
		t.Fatalf("%d steps: %v", x.Steps, err)
	}
}

// TestWithout: rests are the same from the table and without it.
func TestWithout(t *testing.T) {
	g := parse(t, "dihedral:6:r,r3,r4,f,r2f,r5f")
	table := newPaths(g, cayley.DistancesFrom(g, 0))
	bare := *table
	bare.rest = nil
	for v := range int32(g.Order()) {
		for x := range g.Degree() {
			if a, b := table.without(v, x), bare.without(v, x); a != b {
				t.Errorf("%d without %d is %d, of the table %d", v, x, b, a)
			}
		}
	}
}

// TestEvenStops: the work of even is what it was given, up to a path.
func TestEvenStops(t *testing.T) {
	g := parse(t, "bipartite:65") // 130 vertices, which take four steps by even
	w := newPaths(g, cayley.DistancesFrom(g, 0))
	h, err := newHops(g, w.dist, Scope{}, w.d, 1)
	if err != nil {
		t.Fatal(err)
	}
	w.choose(&h, evenWork)
	load := h.load()
	for _, work := range []int64{0, 1, 10_000} {
		if left := w.even(&h, load, work); left > 0 || left < -int64(w.p*w.d) {
			t.Errorf("of %d letters %d are left", work, left)
		}
	}
}

// TestStarts: hops that Start does not divide among the vertices are written out for none.
func TestStarts(t *testing.T) {
	g := parse(t, "ring:3")
	for _, start := range [][]int{nil, {0}, {0, 0, 9, 2}, {0, 1, 2, 9}, {0, 0, 1, 1}, {1, 1, 1, 2}, {-1, 0, 1, 2}, {0, 2, 1, 2}} {
		x := &ExchangeTemplate{Graph: g, Steps: 1, Start: start, Gen: []int32{0, 1}, Time: []int32{1, 1}}
		if e, err := x.Expand(); err == nil || e != nil || x.Verify() == nil {
			t.Errorf("starts %v: %v", start, e)
		}
	}
	x := &ExchangeTemplate{Graph: g, Steps: 1, Start: []int{0, 0, 1, 2}, Gen: []int32{0, 1}, Time: []int32{1}}
	if e, err := x.Expand(); err == nil || e != nil {
		t.Errorf("a hop without a time: %v", e)
	}
}

// TestExchangePathBackToItsSource: 0 is a vertex that the word has met.
func TestExchangePathBackToItsSource(t *testing.T) {
	x := &ExchangeTemplate{Graph: parse(t, "complete:2"), Steps: 3, Gen: []int32{0, 0, 0}, Time: []int32{1, 2, 3}, Start: []int{0, 0, 3}}
	if err := x.Verify(); err == nil || !strings.Contains(err.Error(), "comes to 0 twice") {
		t.Error(err)
	}
}
