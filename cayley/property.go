package cayley

import (
	"fmt"
	"slices"
)

// IsSymmetric reports whether every arc has its reverse (an undirected graph). O(d) for Cayley
// graphs; for others O(P·d·log d) time and 8 bytes for every vertex and arc.
func IsSymmetric(g Graph) bool {
	if c, ok := g.(Cayley); ok {
		inverse := inverseGen(c)
		for k := range c.Degree() {
			if inverse(k) < 0 {
				return false
			}
		}
		return true
	}
	if s, ok := g.(interface{ symmetric() bool }); ok {
		return s.symmetric()
	}
	in, din := inArcs(g)
	out, back := make([]int, 0, g.Degree()), make([]int, 0, din)
	for v := range g.Order() {
		out, back = arcs(out[:0], g.Degree(), g.Neighbor, v), arcs(back[:0], din, in, v)
		if !slices.Equal(out, back) {
			return false
		}
	}
	return true
}

// arcs appends the sorted ends of the arcs at v.
func arcs(list []int, d int, neighbor func(v, k int) int, v int) []int {
	for k := range d {
		u := neighbor(v, k)
		if u < 0 {
			break
		}
		list = append(list, u)
	}
	slices.Sort(list)
	return list
}

// Abelian reports whether the generators, and with them the whole group, commute. O(d²), or O(1) for
// the integers mod n.
func Abelian(c Cayley) bool {
	switch c.(type) {
	case cyclic, stepped:
		return true
	}
	for i := range c.Degree() {
		for j := range i {
			if a, b := c.Gen(i), c.Gen(j); c.Mul(a, b) != c.Mul(b, a) {
				return false
			}
		}
	}
	return true
}

// Regular reports whether every vertex has Degree() arcs out and as many in,
// which the spectral sum and the bounds of the paper's section 3 need. O(P·d)
// unless g is known to be vertex-transitive.
func Regular(g Graph) bool {
	if VertexTransitive(g) {
		return true
	}
	d := g.Degree()
	in := make([]int32, g.Order())
	for v := range g.Order() {
		for k := range d {
			u := g.Neighbor(v, k)
			if u < 0 {
				return false
			}
			in[u]++
		}
	}
	return !slices.ContainsFunc(in, func(n int32) bool { return int(n) != d })
}

// Connected reports whether every vertex can be reached from every other (strong connectivity).
// O(P·d), 8 bytes a vertex.
func Connected(g Graph) bool {
	return CheckConnected(g) == nil
}

// CheckConnected returns nil where Connected is true, else an error that names two vertices
// with no path from the first to the second.
func CheckConnected(g Graph) error {
	p := g.Order()
	dist, queue := make([]int32, p), make([]int32, 0, p)
	if queue = search(g.Degree(), g.Neighbor, 0, dist, queue); len(queue) < p {
		return errf("%s: not connected: %s", g.Name(), unreached(0, dist))
	}
	if VertexTransitive(g) {
		return nil // in a finite vertex-transitive graph a way out has a way back
	}
	in, d := inArcs(g)
	if queue = search(d, in, 0, dist, queue); len(queue) < p {
		return errf("%s: not strongly connected: no path from vertex %d to vertex 0", g.Name(), slices.Index(dist, -1))
	}
	return nil
}

// inArcs is In and the greatest number of arcs into a vertex.
func inArcs(g Graph) (in func(v, k int) int, d int) {
	e, ok := g.(*explicit)
	if !ok {
		if VertexTransitive(g) {
			return In(g), g.Degree()
		}
		e = turnAround(g)
		return e.Neighbor, e.maxOut
	}
	return e.InNeighbor, e.maxIn
}

func unreached(s int, dist []int32) string {
	return fmt.Sprintf("no path from vertex %d to vertex %d", s, slices.Index(dist, -1))
}
