package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// linksAt is the number of arcs out of v.
func linksAt(g cayley.Graph, v int) (links int) {
	for links < g.Degree() && g.Neighbor(v, links) >= 0 {
		links++
	}
	return links
}

// linksOf is how many words the graph carries in one step: one on every arc or, one-way,
// on every arc without an opposite and every pair. O(P + arcs).
func linksOf(g cayley.Graph, model Model) (links int) {
	back := cayley.Turned(g)
	toward := make([]int, g.Order()) // by vertex: v+1 if it has an arc to v
	for v := range g.Order() {
		for k := range back.Degree() {
			w := back.Neighbor(v, k)
			if w < 0 {
				break
			}
			toward[w] = v + 1
		}
		for k := range g.Degree() {
			w := g.Neighbor(v, k)
			if w < 0 {
				break
			}
			if model == TwoWay || v < w || toward[w] != v+1 {
				links++
			}
		}
	}
	return links
}

// linksTwice is twice the number of links a vertex can count on in one step.
func linksTwice(g cayley.Graph, model Model) int {
	d := g.Degree()
	if model == TwoWay {
		return 2 * d
	}
	back, toward := cayley.Turned(g), map[int]bool{}
	for k := range linksAt(back, 0) {
		toward[back.Neighbor(0, k)] = true
	}
	twice := 2 * d
	for k := range linksAt(g, 0) {
		if toward[g.Neighbor(0, k)] {
			twice--
		}
	}
	return twice
}
