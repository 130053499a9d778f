package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// subgroup is the action of some elements of a group, which number themselves anew.
type subgroup struct {
	of    cayley.FreeAction
	elems []int // rising, 0 first
}

func (s subgroup) Order() int       { return len(s.elems) }
func (s subgroup) Mul(a, b int) int { return s.number(s.of.Mul(s.elems[a], s.elems[b])) }
func (s subgroup) Inv(a int) int    { return s.number(s.of.Inv(s.elems[a])) }
func (s subgroup) Act(a, v int) int { return s.of.Act(s.elems[a], v) }

func (s subgroup) number(x int) int {
	i, _ := slices.BinarySearch(s.elems, x)
	return i
}

const (
	rootsTried   = 1 << 12 // the most ways to give the generators values in Z_m
	kernelsTried = 4       // the most subgroups, the identity aside
)

// subgroups are some of cayley.FreeActionOf(g), the largest first: of a Cayley graph's
// translations the kernels of homomorphisms onto Z_2, Z_3, … Z_m, m of index, as long as m^d
// is at most rootsTried; and the identity alone. O(P·d) for each way to give the generators
// values, but most are no homomorphism after a few vertices.
func subgroups(g cayley.Graph) (list []subgroup) {
	act := cayley.FreeActionOf(g)
	if c, ok := g.(cayley.Cayley); ok {
		order := breadthFirst(c)
		for m := 2; m < c.Order() && len(list) < kernelsTried; m++ {
			ways := 1
			for range c.Degree() {
				if ways *= m; ways > rootsTried {
					break
				}
			}
			if ways > rootsTried {
				break
			}
			if c.Order()%m > 0 {
				continue
			}
			for way := 1; way < ways && len(list) < kernelsTried; way++ {
				elems := kernel(c, order, m, way)
				if len(elems)*m == c.Order() && !slices.ContainsFunc(list, func(s subgroup) bool { return slices.Equal(s.elems, elems) }) {
					list = append(list, subgroup{act, elems})
				}
			}
		}
	}
	if act.Order() > 1 {
		list = append(list, subgroup{act, []int{0}})
	}
	return list
}

// breadthFirst is the vertices in the order in which a search from 0 meets them.
func breadthFirst(g cayley.Cayley) []int {
	seen := make([]bool, g.Order())
	seen[0] = true
	order := []int{0}
	for i := 0; i < len(order); i++ {
		for k := range g.Degree() {
			if v := g.Neighbor(order[i], k); !seen[v] {
				seen[v] = true
				order = append(order, v)
			}
		}
	}
	return order
}

// kernel is the kernel of the homomorphism to Z_m that gives the generators the digits of
// `way` to the base m, nil if there is none: every arc must add the value of its generator.
func kernel(g cayley.Cayley, order []int, m, way int) (elems []int) {
	value := make([]int, g.Order()) // 0: none yet, else one more
	value[0] = 1
	for _, u := range order {
		if value[u] == 1 {
			elems = append(elems, u)
		}
		for k, left := 0, way; k < g.Degree(); k, left = k+1, left/m {
			v, is := g.Neighbor(u, k), (value[u]-1+left)%m+1
			if value[v] > 0 && value[v] != is {
				return nil
			}
			value[v] = is
		}
	}
	slices.Sort(elems)
	return elems
}
