package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func parse(t testing.TB, s string) cayley.Cayley {
	t.Helper()
	g, err := cayley.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	c, ok := g.(cayley.Cayley)
	if !ok {
		t.Fatalf("%s is not a Cayley graph", s)
	}
	return c
}

// TestArcs: the arc of a vertex is one of its generator, and ends or begins there.
func TestArcs(t *testing.T) {
	for _, task := range []Task{Broadcast, Accumulate} {
		tm, err := Make(parse(t, "dihedral:6:r,r3,r4,f,r2f,r5f"), task)
		if err != nil {
			t.Fatal(err)
		}
		arc := tm.Arcs()
		for _, v := range tm.Order() {
			from, to := arc(int(v))
			own := to
			if task == Accumulate {
				own = from
			}
			if tm.Graph.Neighbor(from, int(tm.Gen[v])) != to || own != int(v) {
				t.Errorf("%s: the arc of %d is %d → %d", task, v, from, to)
			}
		}
	}
}

// evens is a ring with the steps twice as long: of an even number it is two rings.
type evens struct{ cayley.Cayley }

func (g evens) Gen(k int) int         { return g.Mul(g.Cayley.Gen(k), g.Cayley.Gen(k)) }
func (g evens) Neighbor(v, k int) int { return g.Mul(v, g.Gen(k)) }

// TestGeneratorsThatDoNot: every maker says which vertex they do not reach.
func TestGeneratorsThatDoNot(t *testing.T) {
	sparse, dense := evens{parse(t, "ring:8")}, evens{parse(t, "circulant:20:1,2,3,4,5,6,7,8,9")} // which are numbered anew, or not
	for _, g := range []cayley.Cayley{sparse, dense} {
		for name, make := range map[string]func() error{
			"build":    func() error { _, err := Make(g, Broadcast); return err },
			"tree":     func() error { _, err := Tree(g, Broadcast); return err },
			"exchange": func() error { _, err := MakeExchange(g); return err },
			"order":    func() error { _, _, _, err := FindRegularOrder(g); return err },
			"rooted":   func() error { _, _, err := Rooted(g, 0, Broadcast); return err },
		} {
			if err := make(); err == nil || err.Error() != "sched: "+g.Name()+": no path from vertex 0 to vertex 1; want generators of the group" {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if b, err := LowerBound(sparse, Broadcast, TwoWay, Scope{At: []int{2}}); err != nil || b != (Bound{2, "D"}) { // of what they reach
		t.Errorf("bound %v: %v", b, err)
	}
}
