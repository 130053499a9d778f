package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// chunkLimit is the most vertices times segments that are scheduled together.
const chunkLimit = 1 << 24

// mostSegments is how many of p vertices may be scheduled together, from as many roots as a
// group of that order has orbits; 1 where those are too many already.
func mostSegments(p, group int) int {
	return max(1, int(chunkLimit*int64(group)/max(1, int64(p)*int64(p))))
}

// fewestSegments is the least number of segments that could leave none of a vertex's links
// idle while it takes in the words of all others, or `most` where those are too many.
func fewestSegments(links, words, most int) int {
	return min(most, max(1, links/max(1, gcd(links, words))))
}

// fewestLinks is the least number of arcs by which a vertex takes in the words of a
// broadcast, or gives away those of an accumulation.
func fewestLinks(g cayley.Graph, task Task) int {
	least := g.Degree()
	if cayley.VertexTransitive(g) {
		return least
	}
	if task == Broadcast {
		g = cayley.Turned(g)
	}
	for v := range g.Order() {
		least = min(least, linksAt(g, v))
	}
	return least
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
