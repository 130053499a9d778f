package cayley

// InNeighborer is a graph that walks its arcs backwards by arithmetic.
type InNeighborer interface {
	// InNeighbor is the tail of the k-th arc into v, or -1 where an irregular graph has fewer.
	// In a Cayley graph arc k into v is the one labelled k: Neighbor(InNeighbor(v, k), k) = v.
	InNeighbor(v, k int) int
}

// InverseGenerator is a Cayley graph that knows which generator undoes which.
type InverseGenerator interface {
	// InverseGen is the j with Gen(j) = Gen(k)⁻¹, or -1.
	InverseGen(k int) int
}

// Metric is a graph whose distances are a formula.
type Metric interface {
	// Dist is the distance from vertex 0 to v. In a Cayley graph the distance
	// from u to v is Dist(u⁻¹·v).
	Dist(v int) int
}

// Transitive is a graph that says whether its automorphisms carry every vertex
// to every other.
type Transitive interface {
	VertexTransitive() bool
}

// VertexTransitive reports whether g is known to be vertex-transitive: as every Cayley graph,
// coset graph and product of these is (Sabidussi; paper, section 1 with errata 1). False means
// not known.
func VertexTransitive(g Graph) bool {
	if t, ok := g.(Transitive); ok {
		return t.VertexTransitive()
	}
	_, ok := g.(Cayley)
	return ok
}

// InverseGens lists for every generator the index of its inverse, or -1 where
// the inverse is not a generator. O(d).
func InverseGens(c Cayley) []int {
	list, of := make([]int, c.Degree()), inverseGen(c)
	for k := range list {
		list[k] = of(k)
	}
	return list
}

// foundInverses is InverseGens of a graph without arithmetic for it.
func foundInverses(c Cayley) []int {
	index, list := genIndex(c), make([]int, c.Degree())
	for k := range list {
		list[k] = -1
		if j, ok := index[c.Inv(c.Gen(k))]; ok {
			list[k] = j
		}
	}
	return list
}

// inverseGen is InverseGen of c, from a list where c has no arithmetic for it.
func inverseGen(c Cayley) func(k int) int {
	if q, ok := c.(InverseGenerator); ok {
		return q.InverseGen
	}
	list := foundInverses(c)
	return func(k int) int { return list[k] }
}

// In returns the fastest InNeighbor function of g. Preparing it takes O(d) for a Cayley graph;
// a graph that is neither Cayley nor an InNeighborer is reversed in memory, O(P·d).
func In(g Graph) func(v, k int) int {
	if in, ok := g.(InNeighborer); ok {
		return in.InNeighbor
	}
	c, ok := g.(Cayley)
	if !ok {
		return turnAround(g).Neighbor
	}
	inverse := InverseGens(c)
	gens := make([]int, len(inverse))
	for k := range gens {
		gens[k] = c.Inv(c.Gen(k))
	}
	return func(v, k int) int {
		if j := inverse[k]; j >= 0 {
			return c.Neighbor(v, j) // usually cheaper than a general product
		}
		return c.Mul(v, gens[k])
	}
}
