package cayley

import (
	"errors"
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
	const want = "cayley: complete:65536: too large: distance-regularity would look at 1 x 65536 x 65535 arcs; at most 2147483647 are possible"
	if _, ok, err := IntersectionArray(mustParse(t, "complete:65536")); ok || !errors.Is(err, ErrSize) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
