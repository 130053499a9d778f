package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// lb3OneWay is the LB3 argument for links of one direction a step: a vertex may
// use lane c at time t if one of its generators x has dist(v·x⁻¹) ≤ t-1. A
// lane has a word a vertex and step, or half a word; everything is counted
// twice to stay whole. Summed over the sources any schedule is such a matching
// in fractions, and then there is one in whole numbers. g is the reverse of the
// graph for an accumulation.
func lb3OneWay(g cayley.Cayley, adj *adjacency, dist []int32, scope Scope, from int) int {
	l := lanesOf(adj.d, cayley.InverseGens(g))
	p := len(dist)
	first := make([]int, len(l.takes)+1) // by lane: its first column
	for c, steps := range l.takes {
		first[c+1] = first[c] + 2/steps
	}
	d := first[len(l.takes)]
	m := &matcher{d: d, dist: dist, soon: make([]int32, 2*p*d), slot: make([]int32, 2*p)}
	never := int32(2 * p)
	for i := range m.soon {
		m.soon[i] = never
	}
	for u := range int32(p) {
		for x := range int32(adj.d) {
			v := int(adj.next(u, x))
			for i := first[l.of[x]]; i < first[l.of[x]+1]; i++ {
				for _, w := range [2]int{v, v + p} {
					m.soon[w*d+i] = min(m.soon[w*d+i], dist[u]+1)
				}
			}
		}
	}
	size := cayley.CountSpheres(dist)
	for s := len(size) - 1; s > 0; s-- {
		for v, r := range dist {
			if int(r) == s && scope.Has(s) {
				m.order = append(m.order, int32(v), int32(v+p))
			}
		}
	}
	for m.run(from) != nil {
		from++
	}
	return from
}
