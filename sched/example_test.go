package sched_test

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// The Petersen graph is no Cayley graph; templates for its two orbits under Z5
// meet the bound.
func ExampleBuildOrbits() {
	g, err := cayley.Parse("petersen")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, bound, err := sched.BuildOrbits(g, cayley.FreeActionOf(g), sched.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(s.Roots), "templates,", s.Tau(), "steps, bound", bound)
	// Output: 2 templates, 3 steps, bound 3 (T)
}

// One template stands for the broadcast of every vertex.
func ExampleMake() {
	g, err := cayley.Hypercube(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := sched.Make(g, sched.Broadcast)
	if err != nil {
		fmt.Println(err)
		return
	}
	bound, err := t.Certify()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Steps, "steps, bound", bound, "- verified:", t.Verify() == nil)
	// Output: 4 steps, bound 4 (T) - verified: true
}

// The counterexample of errata 13: max(⌈(P-1)/d⌉, D) is 2, but no schedule takes
// fewer than 3 steps, and the certificate says why.
func ExampleLB3() {
	g, err := cayley.Circulant(9, 1, 3, 4, 6)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := sched.LB3(g, sched.Broadcast, sched.Scope{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("bound", c.Bound, "- checked:", c.Check(g, sched.Scope{}) == nil)
	fmt.Println(len(c.Hall), "vertices have fewer slots in", c.Bound.Value-1, "steps")
	// Output:
	// bound 3 (LB3) - checked: true
	// 3 vertices have fewer slots in 2 steps
}

// C6[K2] has no regular order although D = ⌈(P-1)/d⌉ (errata 12).
func ExampleFindRegularOrder() {
	z6, err := cayley.CyclicGroup(6)
	if err != nil {
		fmt.Println(err)
		return
	}
	z2, err := cayley.CyclicGroup(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	group, err := cayley.ProductGroup(z6, z2) // (a, b) is 2a+b
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := cayley.NewCayley("C6[K2]", group, []int{2, 10, 3, 11, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, answer, why, err := sched.FindRegularOrder(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer, "-", why)
	// Output: no - all 4 vertices at distance 2 fall into one block together with some at distance 3
}
