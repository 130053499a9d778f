package cayley

import "reflect"

// Graph is an interconnection graph: processors 0 … Order()-1 and the arcs
// between them. Every vertex of a Cayley or coset graph has Degree() arcs out
// and as many in; graphs read from a file and those of NewGraph may be irregular.
type Graph interface {
	// Name is the graph in the grammar of Parse, for instance "hypercube:4".
	Name() string
	// Order is P, the number of vertices.
	Order() int
	// Degree is d, the greatest number of arcs out of a vertex.
	Degree() int
	// Neighbor is the head of the k-th arc out of v, 0 ≤ k < Degree(), or -1 where an
	// irregular graph has no more than k arcs out of v.
	Neighbor(v, k int) int
}

// Group is a finite group on the numbers 0 … Order()-1, with identity 0.
type Group interface {
	// Order is the number of elements.
	Order() int
	// Mul is the product a·b, in this order: groups need not commute. It is arithmetic for the
	// groups of Parse, O(n²) for permutations of n points (PermGroup), and one look-up for a
	// group with a table. It does not check that a and b are in range.
	Mul(a, b int) int
	// Inv is the element with a·Inv(a) = Inv(a)·a = 0, at the cost of a product.
	Inv(a int) int
}

// Cayley is the Cayley graph of a group: arc k leads from v to v·Gen(k) (paper, Definition 2.1
// with H the trivial subgroup). Left translation by any element is an automorphism, so one
// template can serve every source (paper, remarks 4.7).
type Cayley interface {
	Graph
	Group
	// Gen is generator k as a group element.
	Gen(k int) int
}

// Arc is the least k with Neighbor(u, k) = v, or -1 if there is no arc from u to v. O(d).
func Arc(g Graph, u, v int) int {
	for k := range g.Degree() {
		switch g.Neighbor(u, k) {
		case -1: // first, whatever v is
			return -1
		case v:
			return k
		}
	}
	return -1
}

// Equal reports whether two graphs have the same arcs with the same numbers, whatever their
// names. Equal Cayley graphs have the same group. O(P·d).
func Equal(a, b Graph) bool {
	if a.Order() != b.Order() || a.Degree() != b.Degree() {
		return false
	}
	if reflect.ValueOf(a).Comparable() && a == b {
		return true // in no time
	}
	for v := range a.Order() {
		for k := range a.Degree() {
			if a.Neighbor(v, k) != b.Neighbor(v, k) {
				return false
			}
		}
	}
	return true
}
