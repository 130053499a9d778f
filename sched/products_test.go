package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// smallGroups are all groups of order 2 to 8 up to isomorphism.
func smallGroups(t *testing.T) (list []cayley.Group) {
	add := func(g cayley.Group, err error) cayley.Group {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
		return g
	}
	z := map[int]cayley.Group{}
	for n := 2; n <= 8; n++ {
		z[n] = add(cayley.CyclicGroup(n))
	}
	add(cayley.ProductGroup(z[2], z[2]))
	add(cayley.ProductGroup(z[4], z[2]))
	add(cayley.ProductGroup(z[2], z[2], z[2]))
	add(cayley.DihedralGroup(3))
	add(cayley.DihedralGroup(4))
	quaternions := make([][]int, 8) // a + 4b is i^a·j^b
	for x := range quaternions {
		for y := range 8 {
			a, b, c, e := x%4, x/4, y%4, y/4
			if b == 1 {
				c = 4 - c
			}
			quaternions[x] = append(quaternions[x], (a+c+2*(b&e))%4+4*(b^e))
		}
	}
	add(cayley.NewTable(quaternions))
	return list
}

// TestRegularOrderOfProducts: all products, of order < 18, of two Cayley
// digraphs that have a regular order have one too (errata 14 has the smallest
// that has none, of order 18), however the generators are numbered. Small
// spheres inside a block are where an order can go wrong.
func TestRegularOrderOfProducts(t *testing.T) {
	var factors []cayley.Cayley
	for _, group := range smallGroups(t) {
		for set := 2; set < 1<<group.Order(); set += 2 {
			var gens []int
			for x := 1; x < group.Order(); x++ {
				if set>>x&1 == 1 {
					gens = append(gens, x)
				}
			}
			g, err := cayley.NewCayley("factor", group, gens)
			if err != nil {
				continue // does not generate
			}
			if _, answer, _, err := FindRegularOrder(g); err != nil {
				t.Fatal(err)
			} else if answer == Yes {
				factors = append(factors, g)
			}
		}
	}
	tried := 0
	for i, a := range factors {
		for _, b := range factors[:i+1] {
			if a.Order()*b.Order() >= 18 {
				continue
			}
			g := product(t, a, b)
			tried++
			for turn := range g.Degree() {
				gens := make([]int, g.Degree())
				for k := range gens {
					gens[k] = g.Gen((k + turn) % g.Degree())
				}
				same, err := cayley.NewCayley("product", g, gens)
				if err != nil {
					t.Fatal(err)
				}
				r, answer, why, err := FindRegularOrder(same)
				if answer != Yes {
					t.Errorf("orders %d and %d, generators %v: %s: %s, %v", a.Order(), b.Order(), gens, answer, why, err)
					continue
				}
				if tm := r.Template(); tm.Verify() != nil || tm.Steps != (g.Order()+g.Degree()-2)/g.Degree() {
					t.Errorf("orders %d and %d, generators %v: %v", a.Order(), b.Order(), gens, tm.Verify())
				}
			}
		}
	}
	t.Log(len(factors), "factors,", tried, "products")
	if tried < 800 {
		t.Errorf("%d products only", tried)
	}
}
