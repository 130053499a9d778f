package theorems

import (
	"fmt"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// minimal shows that no smaller Cayley graph answers the questions of 4.7: all
// groups of each order, all generator sets, decided one by one.
func minimal(t *table) {
	t.cases("Rem 4.7 Q1", "every smaller Cayley digraph with D ≤ ⌈(P-1)/d⌉ has a regular order", "all, P ≤ 7", "errata 12: so the directed counterexample is a smallest one",
		func(try func(string, bool, error)) { ordered(7, false, try) })
	t.cases("Rem 4.7 Q1", "every smaller undirected Cayley graph with D ≤ ⌈(P-1)/d⌉ has a regular order", "all, P ≤ 11", "errata 12: so C6[K2] is a smallest one among Cayley graphs",
		func(try func(string, bool, error)) { ordered(11, true, try) })
	t.cases("Rem 4.7 Q2", "every smaller Cayley digraph broadcasts in max(⌈(P-1)/d⌉, D)", "all, P ≤ 8", "errata 13: so Z9 is a smallest one",
		func(try func(string, bool, error)) {
			each(8, false, try, func(g cayley.Cayley) {
				diam, err := cayley.Diameter(g)
				if err != nil {
					try(g.Name(), false, err)
					return
				}
				n, _, err := sched.Build(g, sched.Options{})
				if err != nil {
					try(g.Name(), false, err)
					return
				}
				try(g.Name(), n.Steps == max(diam, ceilDiv(g.Order()-1, g.Degree())), n.Verify())
			})
		})
	t.cases("Rem 4.7 Q3", "every smaller product of regularly ordered Cayley digraphs is regularly ordered", "all pairs, P < 18", "errata 14: so order 18 is the smallest", products)
}

// ordered tries every graph that meets the condition of the first question.
func ordered(hi int, undirected bool, try func(string, bool, error)) {
	each(hi, undirected, try, func(g cayley.Cayley) {
		diam, err := cayley.Diameter(g)
		if err != nil {
			try(g.Name(), false, err)
			return
		}
		if diam <= ceilDiv(g.Order()-1, g.Degree()) {
			_, answer, why, err := sched.FindRegularOrder(g)
			try(g.Name()+": "+why, answer == sched.Yes, err)
		}
	})
}

func products(try func(string, bool, error)) {
	var factors []cayley.Cayley
	each(8, false, try, func(g cayley.Cayley) {
		_, answer, _, err := sched.FindRegularOrder(g)
		if err != nil {
			try(g.Name(), false, err)
		}
		if answer == sched.Yes {
			factors = append(factors, g)
		}
	})
	for i, a := range factors {
		for _, b := range factors[:i+1] {
			if a.Order()*b.Order() >= 18 {
				continue
			}
			g, err := cayley.Product(a, b)
			if err != nil {
				try(a.Name()+" × "+b.Name(), false, err)
				continue
			}
			_, answer, why, err := sched.FindRegularOrder(g.(cayley.Cayley))
			try(g.Name()+": "+why, answer == sched.Yes, err)
		}
	}
}

// each calls f with Cay(Γ, Δ) for every group Γ of order 2 to hi ≤ 11 and every
// Δ that generates it; undirected: Δ = Δ⁻¹. A group that cannot be made is a
// failed case.
func each(hi int, undirected bool, try func(string, bool, error), f func(g cayley.Cayley)) {
	for p := 2; p <= hi; p++ {
		for _, named := range groups(p) {
			if named.err != nil {
				try(named.name, false, named.err)
				continue
			}
			for set := uint(2); set < 1<<p; set += 2 { // never the identity, bit 0
				gens := make([]int, 0, bits.OnesCount(set))
				closed := true
				for x := 1; x < p; x++ {
					if set>>x&1 == 1 {
						gens = append(gens, x)
						closed = closed && set>>named.group.Inv(x)&1 == 1
					}
				}
				if undirected && !closed {
					continue
				}
				g, err := cayley.NewCayley(fmt.Sprintf("Cay(%s,%v)", named.name, gens), named.group, gens)
				if err == nil { // else Δ does not generate
					f(g)
				}
			}
		}
	}
}

type namedGroup struct {
	name  string
	group cayley.Group
	err   error
}

// groups are all groups of order p ≤ 11 up to isomorphism.
func groups(p int) []namedGroup {
	var list []namedGroup
	add := func(name string, g cayley.Group, err error) { list = append(list, namedGroup{name, g, err}) }
	abelian := func(name string, orders ...int) {
		var factors []cayley.Group
		for _, n := range orders {
			g, err := cayley.CyclicGroup(n)
			if err != nil {
				add(name, nil, err)
				return
			}
			factors = append(factors, g)
		}
		g, err := cayley.ProductGroup(factors...)
		add(name, g, err)
	}
	abelian(fmt.Sprintf("Z%d", p), p)
	switch p {
	case 4:
		abelian("Z2²", 2, 2)
	case 8:
		abelian("Z4×Z2", 4, 2)
		abelian("Z2³", 2, 2, 2)
		g, err := quaternions()
		add("Q8", g, err)
	case 9:
		abelian("Z3²", 3, 3)
	}
	if p == 6 || p == 8 || p == 10 {
		g, err := cayley.DihedralGroup(p / 2)
		add(fmt.Sprintf("D%d", p/2), g, err)
	}
	return list
}

// quaternions is Q8: element a + 4b is i^a·j^b, with j·i = i⁻¹·j and j² = i².
func quaternions() (cayley.Group, error) {
	mul := make([][]int, 8)
	for x := range mul {
		mul[x] = make([]int, 8)
		for y := range mul[x] {
			a, b, c, e := x%4, x/4, y%4, y/4
			if b == 1 {
				c = 4 - c
			}
			mul[x][y] = (a+c+2*(b&e))%4 + 4*(b^e)
		}
	}
	return cayley.NewTable(mul)
}
