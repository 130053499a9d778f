package cayley

import (
	"errors"
	"testing"
)

// TestNear: every graph has its order and twice k links, each with its inverse, and the
// diameter that a ring of such steps has; powers of two are hypercubes.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		p    int
		name string
	}{
		{1, "hypercube:0"}, {2, "hypercube:1"}, {3, "circulant:3:1,2"}, {5, "circulant:5:1,4,2,3"},
		{6, "circulant:6:1,5,2,4"}, {7, "circulant:7:1,6,2,5"}, {8, "hypercube:3"},
		{9, "circulant:9:1,8,2,7,3,6"}, {31, "circulant:31:1,30,2,29,3,28"}, {33, "circulant:33:1,32,2,31,3,30,4,29"},
	} {
		if g, err := Near(c.p); err != nil || g.Name() != c.name {
			t.Errorf("P=%d: %v, %v, want %s", c.p, g, err, c.name)
		}
	}
	for p := 3; p <= 600; p++ {
		if p&(p-1) == 0 {
			continue
		}
		g, err := Near(p)
		if err != nil {
			t.Fatal(err)
		}
		d := g.Degree()
		if diameter, _ := cost(g); g.Order() != p || d < BestLinks(p) || d > BestLinks(p)+2 || diameter != (p-2+d)/d {
			t.Errorf("P=%d: %s has %d links and diameter %d", p, g.Name(), d, diameter)
		}
	}
	for _, p := range []int{-1, 0, MaxOrder + 1} {
		if g, err := Near(p); g != nil || err == nil || p > 0 && !errors.Is(err, ErrSize) {
			t.Errorf("P=%d: %v, %v, want an error", p, g, err)
		}
	}
}
