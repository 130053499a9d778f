package program

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestIsModulo: addition modulo the order is known by what it does, whatever the graph is
// called and whichever elements generate it.
func TestIsModulo(t *testing.T) {
	eight, err := cayley.CyclicGroup(8)
	if err != nil {
		t.Fatal(err)
	}
	g, err := cayley.NewCayley("hypercube:3", eight, []int{1, 2, 4})
	if err != nil {
		t.Fatal(err)
	}
	if cayley.IsHypercube(g) || !isModulo(g) {
		t.Errorf("Z_8: a cube is %v, addition is %v", cayley.IsHypercube(g), isModulo(g))
	}
	for _, name := range []string{"hypercube:0", "hypercube:4", "ring:9", "circulant:9:1,3,4,6", "dihedral:5:r,r-1,f", "folded:4"} {
		g, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		group := g.(cayley.Cayley)
		cube := name[:4] == "hype"
		cycle := name[:4] == "ring" || name[:4] == "circ" || g.Order() < 3
		if cayley.IsHypercube(group) != cube || isModulo(group) != cycle {
			t.Errorf("%s: a cube is %v, addition is %v", name, cayley.IsHypercube(group), isModulo(group))
		}
	}
}
