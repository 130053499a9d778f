package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// linkClasses numbers the links of a Cayley graph up to translation: a
// generator and its inverse share links. half says that the generator is its
// own inverse: P/2 links, so half a word a vertex and step.
func linkClasses(inv []int) (class []int, half []bool) {
	class = make([]int, len(inv))
	for k, j := range inv {
		if j >= 0 && j < k {
			class[k] = class[j]
			continue
		}
		class[k] = len(half)
		half = append(half, j == k)
	}
	return class, half
}

// lb3OneWay is the LB3 argument for links of one direction a step: a vertex may
// use class c at time t if one of its generators x has dist(v·x⁻¹) ≤ t-1. A
// class has a word a vertex and step, or half a word; everything is counted
// twice to stay whole. Summed over the sources any schedule is such a matching
// in fractions, and then there is one in whole numbers. g is the reverse of the
// graph for an accumulation.
func lb3OneWay(g cayley.Cayley, adj *adjacency, dist []int32, scope Scope, from int) int {
	class, half := linkClasses(cayley.InverseGens(g))
	p := len(dist)
	first := make([]int, len(half)+1) // by class: its first column
	for c, h := range half {
		if first[c+1] = first[c] + 2; h {
			first[c+1]--
		}
	}
	d := first[len(half)]
	m := &matcher{d: d, dist: dist, soon: make([]int32, 2*p*d), slot: make([]int32, 2*p)}
	never := int32(2 * p)
	for i := range m.soon {
		m.soon[i] = never
	}
	for u := range int32(p) {
		for x := range int32(adj.d) {
			v := int(adj.next(u, x))
			for i := first[class[x]]; i < first[class[x]+1]; i++ {
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
