package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// lexicographic is C_n[K2] = Cay(Z_n × Z_2; (±1,0), (±1,1), (0,1)), of the cycle's length n;
// vertex 2a+b is (a, b).
type lexicographic int

func (n lexicographic) Name() string { return "C[K2]" }
func (n lexicographic) Order() int   { return 2 * int(n) }
func (n lexicographic) Degree() int  { return 5 }
func (n lexicographic) Gen(k int) int {
	return []int{2, 2 * (int(n) - 1), 3, 2*(int(n)-1) + 1, 1}[k]
}
func (n lexicographic) Mul(a, b int) int {
	return (a/2+b/2)%int(n)*2 + (a^b)&1
}
func (n lexicographic) Inv(a int) int         { return (int(n)-a/2)%int(n)*2 + a&1 }
func (n lexicographic) Neighbor(v, k int) int { return n.Mul(v, n.Gen(k)) }

func TestRegularOrder(t *testing.T) {
	k2 := parse(t, "complete:2")
	for _, c := range []struct {
		g    cayley.Cayley
		want Answer
	}{
		{lexicographic(6), No}, {lexicographic(5), Yes}, {k2, Yes}, {product(t, k2, lexicographic(5)), No},
		{product(t, parse(t, "circulant:3:1"), parse(t, "circulant:6:1,3,4")), No},
		{parse(t, "circulant:3:1"), Yes}, {parse(t, "circulant:6:1,3,4"), Yes},
		{parse(t, "hypercube:1"), Yes}, {parse(t, "hypercube:4"), Yes}, {parse(t, "hypercube:10"), Yes},
		{parse(t, "ring:9"), Yes}, {parse(t, "ring:10"), Yes}, {parse(t, "complete:7"), Yes}, {parse(t, "circulant:9:1,3,4,6"), No},
		{parse(t, "circulant:24:23,15,8,12,19,11"), Yes}, {parse(t, "circulant:24:8,11,12,15,19,23"), Yes}, // by rising element
		{parse(t, "product(circulant:9:1;circulant:9:3,2,6,1)"), Unknown},
		{parse(t, "torus:16x16"), Yes}, {parse(t, "torus:4x4x4"), Yes}, {parse(t, "ring:1"), Yes},
	} {
		r, got, why, err := FindRegularOrder(c.g)
		t.Logf("%s: %s, %s", c.g.Name(), got, why)
		if got != c.want || err != nil || got == Unknown && why != "the limit of 200000 choices was met" {
			t.Errorf("%s: %s (%s), %v, want %s", c.g.Name(), got, why, err, c.want)
		}
		if got == Yes {
			tm := r.Template()
			if err := tm.Verify(); err != nil {
				t.Error(err)
			}
			if b, _ := LowerBound(c.g, Broadcast, TwoWay, Scope{}); tm.Steps != b.Value {
				t.Errorf("%s: %d steps, bound %v", c.g.Name(), tm.Steps, b)
			}
		}
	}
}

// TestRegularOrderUndecided: the search meets its limit with the generators in some orders; then
// there is neither an order nor a proof that there is none.
func TestRegularOrderUndecided(t *testing.T) {
	for _, spec := range []string{"circulant:26:24,2,15,19,13,6", "circulant:30:17,7,10,8,28,9,18,19", "circulant:30:19,1,7,12,25"} {
		g := parse(t, spec)
		if r, got, why, err := regularOrder(g); r != nil || got != Unknown || why != "the limit of 200000 choices was met" || err != nil {
			t.Errorf("%s: %v, %s (%s), %v", spec, r, got, why, err)
		}
		if r, got, _, err := FindRegularOrder(g); err != nil || got != Yes || r.Graph.Gen(0) != g.Gen(0) || r.Verify() != nil {
			t.Errorf("%s: %s, %v", spec, got, err)
		}
		for _, at := range sortings(g) { // by their own numbers
			if r, got, _, err := sortedOrder(g, at); err != nil || (got == Yes) != (r != nil) || r != nil && r.Verify() != nil {
				t.Errorf("%s, in order %v: %s, %v", spec, at, got, err)
			}
		}
	}
}

// TestSortings: generators are tried by rising and by falling element, but not as they are given again.
func TestSortings(t *testing.T) {
	for spec, want := range map[string]string{"circulant:9:4,1,7": "[[1 0 2] [2 0 1]]", "circulant:9:1,4,7": "[[2 1 0]]", "circulant:9:7,4,1": "[[2 1 0]]", "circulant:9:4": "[]"} {
		if got := fmt.Sprint(sortings(parse(t, spec))); got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
}

// TestRegularOrderRefuses: each clause of Definition 4.3, on the Möbius ladder of 8 vertices
// and, for a predecessor in the block itself, on one of 10.
func TestRegularOrderRefuses(t *testing.T) {
	eight, ten := parse(t, "circulant:8:1,4,7"), parse(t, "circulant:10:1,9,5")
	for _, c := range []struct {
		g              cayley.Cayley
		vertices, gens []int32
		want           string
	}{
		{eight, []int32{0, 1, 4, 7, 2, 3, 5, 6}, []int32{-1, 0, 1, 2, 0, 2, 1, 2}, ""},
		{eight, []int32{1, 0, 4, 7, 2, 3, 5, 6}, []int32{-1, 2, 1, 2, 0, 2, 1, 2}, "starts at 1, not at 0: 4.3(i)"},
		{eight, []int32{0, 1, 4, 2, 7, 3, 5, 6}, []int32{-1, 0, 1, 2, 0, 2, 1, 2}, "position 4 is closer than the one before: 4.3(ii)"},
		{eight, []int32{0, 1, 4, 7, 2, 3, 5, 5}, []int32{-1, 0, 1, 2, 0, 2, 1, 1}, "position 7 holds 5, which is not a vertex or comes twice"},
		{eight, []int32{0, 1, 4, 7, 2, 3, 5, 8}, []int32{-1, 0, 1, 2, 0, 2, 1, 2}, "position 7 holds 8, which"},
		{eight, []int32{0, 1, 4, 7, 2, 3, 5, 6}, []int32{-1, 0, 1, 2, 0, 2, 0, 2}, "position 6 has generator 0, again in its block"},
		{eight, []int32{0, 1, 4, 7, 2, 3, 5, 6}, []int32{-1, 0, 1, 2, 0, 2, 1, 3}, "position 7 has generator 3, again in its block or out of range"},
		{eight, []int32{0, 1, 4, 7, 2, 3, 5, 6}, []int32{-1, 0, 1, 2, 0, 2, 1, 0}, "position 7 is led to from no closer vertex"},
		{ten, []int32{0, 1, 9, 5, 6, 4, 8, 2, 3, 7}, []int32{-1, 0, 1, 2, 0, 2, 1, 0, 2, 1}, ""}, // 3 by the last of the block before
		{ten, []int32{0, 1, 9, 5, 6, 4, 8, 2, 3, 7}, []int32{-1, 0, 1, 2, 0, 2, 1, 0, 1, 2}, "position 9 is led to from its own block"},
		{eight, []int32{0, 1}, []int32{-1, 0}, "regular order of 2 vertices"},
	} {
		r := &RegularOrder{c.g, c.vertices, c.gens}
		if err := r.Verify(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v by %v: %v, want %q", c.vertices, c.gens, err, c.want)
		}
	}
}
