package theorems

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// conjectures is what Remarks 4.7 leave open, with the smallest
// counterexamples; each is proved here, at run time, by an argument that its
// package checks. minimal shows which are smallest; only the undirected ones of
// the second and third question rest on exhaustive searches not repeated here.
func conjectures(t *table) {
	noOrder(t, "errata 12: no; smallest undirected. C6[K2]: spheres 1 5 4 2", func() (cayley.Cayley, error) { return lexicographic(6) })
	noOrder(t, "errata 12: no; smallest directed has P = 8, spheres 1 3 2 2", directedEight)
	slower(t, "errata 13: no, 3 against 2; a smallest one", "circulant:9:1,3,4,6")
	slower(t, "errata 13: no, 3 against 2; the only undirected (group, Δ) class with P ≤ 24", "dihedral:10:r,r4,r5,r6,r9,f,r4f,r5f,r8f,r9f")
	product(t, "errata 14: no; smallest has order 18", func() (a, b cayley.Cayley, err error) {
		a, err = parse("circulant:3:1")
		if err == nil {
			b, err = parse("circulant:6:1,3,4")
		}
		return a, b, err
	})
	product(t, "errata 14: no; smallest undirected, K2 × C5[K2], spheres 1 6 9 4", func() (a, b cayley.Cayley, err error) {
		a, err = parse("complete:2")
		if err == nil {
			b, err = lexicographic(5)
		}
		return a, b, err
	})
	g, err := lexicographic(8)
	found := ""
	if err == nil {
		var diam int
		if diam, err = cayley.Diameter(g); err == nil {
			tm, b, e := sched.Build(g, sched.Options{})
			err = e
			if e == nil {
				found, err = fmt.Sprintf("D=%d, ⌈(P-1)/d⌉=%d, broadcast %d, bound %d", diam, ceilDiv(g.Order()-1, g.Degree()), tm.Steps, b.Value), tm.Verify()
			}
		}
	}
	t.add("Ex 4.7", "an abelian group of order 16 with 5 generators and D > (P-1)/d", "Z8 × Z2", "D=4, ⌈(P-1)/d⌉=3, broadcast 4, bound 4", found, err,
		"errata 11: the group is Z8 × Z2, first coordinate mod 8; two items bear the number 4.7. It answers the first question of Remarks 4.7: no")
}

// lexicographic is C_n[K2] = Cay(Z_n × Z2, {(±1,0), (±1,1), (0,1)}); n = 8 is Example 4.7.
func lexicographic(n int) (cayley.Cayley, error) {
	cycle, err := cayley.CyclicGroup(n)
	if err != nil {
		return nil, err
	}
	two, err := cayley.CyclicGroup(2)
	if err != nil {
		return nil, err
	}
	g, err := cayley.ProductGroup(cycle, two) // (a, b) is 2a + b
	if err != nil {
		return nil, err
	}
	return cayley.NewCayley(fmt.Sprintf("C%d[K2]", n), g, []int{2, 2 * (n - 1), 3, 2*(n-1) + 1, 1})
}

// directedEight finds the Cayley digraph of Z8 with spheres 1 3 2 2.
func directedEight() (cayley.Cayley, error) {
	for a := 1; a < 8; a++ {
		for b := a + 1; b < 8; b++ {
			for c := b + 1; c < 8; c++ {
				g, err := cayley.Circulant(8, a, b, c)
				if err == nil && fmt.Sprint(cayley.CountSpheres(cayley.DistancesFrom(g, 0))) == "[1 3 2 2]" {
					return g, nil
				}
			}
		}
	}
	return nil, errors.New("theorems: no circulant of order 8 has spheres 1 3 2 2")
}

// noOrder: D ≤ ⌈(P-1)/d⌉, no regular order, and a broadcast in that time still.
func noOrder(t *table, note string, makeGraph func() (cayley.Cayley, error)) {
	const item, claim = "Rem 4.7 Q1", "can all vertex transitive graphs with D ≤ ⌈(P-1)/d⌉ be regularly ordered?"
	g, err := makeGraph()
	if err != nil {
		t.add(item, claim, "", "", "", err, note)
		return
	}
	diam, err := cayley.Diameter(g)
	T := ceilDiv(g.Order()-1, g.Degree())
	_, answer, why, e := sched.FindRegularOrder(g)
	err = errors.Join(err, e)
	tm, _, e := sched.Build(g, sched.Options{})
	steps := 0
	if e == nil {
		steps, e = tm.Steps, tm.Verify()
	}
	t.add(item, claim, g.Name(), fmt.Sprintf("D ≤ %d: true, regular order: no, broadcast %d", T, T),
		fmt.Sprintf("D ≤ %d: %v, regular order: %s, broadcast %d", T, diam <= T, answer, steps), errors.Join(err, e), note+". Proof: "+why)
}

// slower: one step more than both simple bounds, by a checked certificate.
func slower(t *table, note, name string) {
	const item, claim = "Rem 4.7 Q2", "is the time of universal broadcast max(⌈(P-1)/d⌉, D)?"
	g, err := parse(name)
	if err != nil {
		t.add(item, claim, name, "", "", err, note)
		return
	}
	diam, err := cayley.Diameter(g)
	simple := max(diam, ceilDiv(g.Order()-1, g.Degree()))
	tm, b, e := sched.Build(g, sched.Options{})
	err = errors.Join(err, e)
	found := ""
	if err == nil {
		found = fmt.Sprintf("max %d, broadcast %d, bound %d", simple, tm.Steps, b.Value)
		err = tm.Verify()
	}
	c, e := sched.LB3(g, sched.Broadcast, sched.Scope{})
	if e == nil {
		e = c.Check(g, sched.Scope{})
		note += fmt.Sprintf(". Proof: %d vertices have fewer pairs (generator, time ≤ %d) open to them", len(c.Hall), simple)
	}
	t.add(item, claim, name, "max 2, broadcast 3, bound 3", found, errors.Join(err, e), note)
}

// product: factors with regular orders, whose product has none.
func product(t *table, note string, factors func() (a, b cayley.Cayley, err error)) {
	const item, claim = "Rem 4.7 Q3", "is the product of regularly ordered Cayley graphs regularly ordered?"
	a, b, err := factors()
	var g cayley.Graph
	if err == nil {
		g, err = cayley.Product(a, b)
	}
	if err != nil {
		t.add(item, claim, "", "", "", err, note)
		return
	}
	_, left, _, err := sched.FindRegularOrder(a)
	_, right, _, e := sched.FindRegularOrder(b)
	_, both, why, f := sched.FindRegularOrder(g.(cayley.Cayley))
	tm, bound, h := sched.Build(g.(cayley.Cayley), sched.Options{})
	best := ""
	if err = errors.Join(err, e, f, h); err == nil {
		best, err = fmt.Sprint(tm.Steps == bound.Value), tm.Verify()
	}
	t.add(item, claim, g.Name(), "factors yes yes, product no; optimal template true",
		fmt.Sprintf("factors %s %s, product %s; optimal template %s", left, right, both, best), err, note+". Proof: "+why)
}
