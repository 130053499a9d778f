package sched

import (
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// circulants calls f with every circulant of order ≤ top and one or two
// generator pairs ±a, ±b that generate.
func circulants(top int, f func(g cayley.Cayley)) {
	pair := func(n, a int) []int {
		if 2*a == n {
			return []int{a}
		}
		return []int{a, -a}
	}
	for n := 2; n <= top; n++ {
		for a := 1; 2*a <= n; a++ {
			if g, err := cayley.Circulant(n, pair(n, a)...); err == nil {
				f(g)
			}
			for b := a + 1; 2*b <= n; b++ {
				if g, err := cayley.Circulant(n, append(pair(n, a), pair(n, b)...)...); err == nil {
					f(g)
				}
			}
		}
	}
}

// optimal makes a broadcast and counts the bound that its time must meet.
func optimal(t *testing.T, g cayley.Cayley, kinds map[string]int) {
	t.Helper()
	tm, bound, err := Build(g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	kinds[bound.Kind]++
	if tm.Steps != bound.Value {
		t.Errorf("%s: %d steps, bound %v", g.Name(), tm.Steps, bound)
	}
}

// TestCirculantsAreOptimal: all circulants with N ≤ 21 and one or two pairs.
func TestCirculantsAreOptimal(t *testing.T) {
	kinds := map[string]int{}
	circulants(21, func(g cayley.Cayley) {
		optimal(t, g, kinds)
	})
	t.Log(fmt.Sprint(kinds))
}

// product is the direct product with the generators of both factors.
func product(t *testing.T, a, b cayley.Cayley) cayley.Cayley {
	t.Helper()
	g, err := cayley.Product(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return g.(cayley.Cayley)
}

// TestProductsAreOptimal: products of two of these.
func TestProductsAreOptimal(t *testing.T) {
	top := 21
	if testing.Short() {
		top = 10
	}
	var all []cayley.Cayley
	circulants(top, func(g cayley.Cayley) { all = append(all, g) })
	kinds := map[string]int{}
	for i, a := range all {
		for _, b := range all[:i+1] {
			optimal(t, product(t, a, b), kinds)
		}
	}
	t.Log(len(all), kinds)
}
