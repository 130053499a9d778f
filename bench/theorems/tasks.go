package theorems

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// tasks is section 2: what a schedule is.
func tasks(t *table) {
	t.cubes("Def 2.1", "the hypercube is a Cayley coset graph: connected, regular of degree d, 2^d vertices", 1, 12,
		func(d int) int { return d << d },
		func(d int) (int, error) {
			g, err := cayley.Hypercube(d)
			if err != nil {
				return 0, err
			}
			if !cayley.Connected(g) || !cayley.Regular(g) || !cayley.IsSymmetric(g) {
				err = errors.New("not a connected regular symmetric graph")
			}
			return g.Order() * g.Degree(), err
		}, "arcs: P·d. errata 1: the trivial subgroup, not the coset, makes it a Cayley graph")
	arcs, err := petersenCosets()
	t.add("Def 2.1", "the Petersen graph is a coset graph: S_5 by the subgroup that keeps a pair", "Γ = S_5, |H| = 12, d = 3", 30, arcs, err,
		"arcs that are the Petersen graph's, where gH is the pair g{0,1}")
	taskGraphs(t)
	communicationGraphs(t)
}

// petersenCosets counts the arcs of pairCosets that package cayley's Petersen graph, of pairs by
// arithmetic, has too.
func petersenCosets() (int, error) {
	s5, c, err := pairCosets()
	if err != nil {
		return 0, err
	}
	g, seen, arcs := cayley.Petersen(), map[int]bool{}, 0
	for v := range c.Order() {
		seen[pair(c.Rep(v))] = true
		for k := range c.Degree() {
			if cayley.Arc(g, pair(c.Rep(v)), pair(c.Rep(c.Neighbor(v, k)))) >= 0 {
				arcs++
			}
		}
	}
	if s5.Order() != 12*c.Order() || len(seen) != g.Order() || c.Order() != g.Order() || !cayley.Connected(c) || !cayley.Regular(c) {
		err = fmt.Errorf("%d elements in Γ, %d cosets of %d pairs", s5.Order(), c.Order(), len(seen))
	}
	return arcs, err
}

// pairCosets makes the Petersen graph by Definition 2.1: of Γ = S_5 by what carries {0,1} to
// itself, so that gH is the pair g{0,1}, with a δ for each pair disjoint from it.
func pairCosets() (cayley.Group, *cayley.Coset, error) {
	s5, err := cayley.SymmetricGroup(5)
	if err != nil {
		return nil, nil, err
	}
	swaps, err := elements([]int{1, 0, 2, 3, 4}, []int{0, 1, 3, 2, 4}, []int{0, 1, 2, 4, 3})
	if err != nil {
		return nil, nil, err
	}
	h, err := cayley.Subgroup(s5, swaps...)
	if err != nil {
		return nil, nil, err
	}
	delta, err := elements([]int{2, 3, 0, 1, 4}, []int{2, 4, 0, 1, 3}, []int{3, 4, 0, 1, 2})
	if err != nil {
		return nil, nil, err
	}
	c, err := cayley.NewCoset("S_5/H", s5, h, delta)
	return s5, c, err
}

// pair is the Petersen graph's number of g{0,1}, the pairs in colexicographic order.
func pair(g int) int {
	p := cayley.Unrank(5, g)
	a, b := min(p[0], p[1]), max(p[0], p[1])
	return b*(b-1)/2 + a
}

func elements(arrangements ...[]int) (list []int, err error) {
	for _, a := range arrangements {
		v, err := cayley.Rank(a)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}
