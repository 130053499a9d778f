package cayley

import "testing"

// TestNoIntersectionArray: what is directed or irregular has none.
func TestNoIntersectionArray(t *testing.T) {
	path, err := NewGraph("path", 3, [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []Graph{path, mustParse(t, "circulant:5:1"), mustParse(t, "circulant:8:1,4,7")} { // the last: c_2 is 1 or 2
		if a, ok, err := IntersectionArray(g); ok || err != nil {
			t.Errorf("%s: %v, %v", g.Name(), a, err)
		}
	}
}
