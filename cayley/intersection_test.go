package cayley

import (
	"errors"
	"fmt"
	"testing"
)

// TestNoIntersectionArray: what is directed, irregular or in parts has none; of what is too
// large it is not decided.
func TestNoIntersectionArray(t *testing.T) {
	path, err := NewGraph("path", 3, [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	apart, err := NewGraph("apart", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []Graph{path, apart, mustParse(t, "circulant:5:1"), mustParse(t, "circulant:8:1,4,7")} { // the last: c_2 is 1 or 2
		if a, ok, err := IntersectionArray(g); ok || err != nil {
			t.Errorf("%s: %v, %v", g.Name(), a, err)
		}
	}
	const want = "cayley: bipartite:65536: too large: distance-regularity would look at 1 x 131072 x 65536 arcs; at most 2147483647 are possible"
	if _, ok, err := IntersectionArray(mustParse(t, "bipartite:65536")); ok || !errors.Is(err, ErrSize) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestCompleteIntersection: that of a complete graph is known, however many arcs it has.
func TestCompleteIntersection(t *testing.T) {
	for spec, want := range map[string]string{"complete:1": "{;}", "complete:2": "{1;1}", "circulant:5:1,2,3,4": "{4;1}", "complete:1000000": "{999999;1}"} {
		if a, ok, err := IntersectionArray(mustParse(t, spec)); !ok || err != nil || a.String() != want {
			t.Errorf("%s: %v, %v, %v, want %s", spec, a, ok, err, want)
		}
	}
}

// TestKnownIntersection: what is known of a graph is what is counted on one that does not say what it is,
// and takes no look at its arcs.
func TestKnownIntersection(t *testing.T) {
	specs := []string{"hamming:0,3", "hamming:3,1", "hamming:1,2", "hamming:4,2", "hamming:1,5", "hamming:2,3", "hamming:3,4", "petersen", "kneser:7,3", "kneser:7,2", "kneser:2,1"}
	for n := 1; n < 9; n++ {
		for k := 1; k <= n; k++ {
			specs = append(specs, fmt.Sprintf("johnson:%d,%d", n, k))
		}
	}
	for k := 2; k <= 6; k++ {
		specs = append(specs, fmt.Sprintf("odd:%d", k))
	}
	for _, spec := range specs {
		g := mustParse(t, spec)
		known, ok, err := IntersectionArray(g)
		if err != nil || !ok {
			t.Fatal(spec, ok, err)
		}
		if a, ok, err := IntersectionArray(struct{ Graph }{g}); !ok || err != nil || a.String() != known.String() {
			t.Errorf("%s: %v, counted %v, %v, %v", spec, known, a, ok, err)
		}
	}
	for spec, want := range map[string]string{"hamming:2,5000": "{9998,4999;1,2}", "johnson:60,5": "{275,216,159,104,51;1,4,9,16,25}"} {
		if a, ok, err := IntersectionArray(mustParse(t, spec)); !ok || err != nil || a.String() != want {
			t.Errorf("%s: %v, %v, %v, want %s", spec, a, ok, err, want)
		}
	}
}
