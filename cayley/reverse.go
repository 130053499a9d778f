package cayley

// reversed is a Cayley graph with every generator inverted.
type reversed struct {
	Cayley
	gens    []int // inverse of generator k
	inverse []int // its index among the generators of the graph, or -1
	// Both are nil where the graph finds them by arithmetic and has more than maxListed
	// generators: a few bytes of text name a complete graph of 2^28.
}

// maxListed bounds those that are listed for speed: 1 MiB.
const maxListed = 1 << 16

// Reverse is Cay(Γ, Δ⁻¹), the graph c with every arc reversed: generator k is the inverse of
// c's generator k. A schedule of c read backwards is a schedule of Reverse(c), not of c (errata
// 3). The two graphs are isomorphic if Δ = Δ⁻¹, if the group is abelian, or if another
// automorphism of it carries Δ to Δ⁻¹, but not always. If every generator is its own inverse,
// Reverse returns c itself. O(d), 16 bytes a generator; for more than 2^16 generators nothing
// is stored if c is an InverseGenerator.
func Reverse(c Cayley) Cayley {
	if r, ok := c.(reversed); ok {
		return r.Cayley
	}
	d, inverse := c.Degree(), inverseGen(c)
	k := 0
	for k < d && inverse(k) == k {
		k++
	}
	if k == d {
		return c
	}
	if _, ok := c.(InverseGenerator); ok && d > maxListed {
		return reversed{Cayley: c}
	}
	r := reversed{c, make([]int, d), make([]int, d)}
	for k := range d {
		r.gens[k], r.inverse[k] = c.Inv(c.Gen(k)), inverse(k)
	}
	return r
}

func (r reversed) Name() string {
	return "reverse(" + r.Cayley.Name() + ")"
}

func (r reversed) Gen(k int) int {
	if r.gens == nil {
		return r.Inv(r.Cayley.Gen(k))
	}
	return r.gens[k]
}

func (r reversed) Neighbor(v, k int) int {
	if r.inverse == nil {
		return r.computed(v, k)
	}
	if j := r.inverse[k]; j >= 0 {
		return r.Cayley.Neighbor(v, j)
	}
	return r.Mul(v, r.gens[k])
}

// computed is Neighbor without lists, apart since it costs the other way a call.
func (r *reversed) computed(v, k int) int {
	if j := r.InverseGen(k); j >= 0 {
		return r.Cayley.Neighbor(v, j)
	}
	return r.Mul(v, r.Gen(k))
}

// InNeighbor is what Neighbor is in the graph before it was turned.
func (r reversed) InNeighbor(v, k int) int { return r.Cayley.Neighbor(v, k) }

// InverseGen is the same on both sides: inversion keeps the pairs.
func (r reversed) InverseGen(k int) int {
	if r.inverse == nil {
		return r.Cayley.(InverseGenerator).InverseGen(k)
	}
	return r.inverse[k]
}

// distances: the way from 0 to v against the arcs is one from v to 0 along them, which
// leads from 0 to v⁻¹.
func (r reversed) distances() []int32 {
	from := Distances(r.Cayley)
	dist := make([]int32, len(from))
	for v := range dist {
		dist[v] = from[r.Inv(v)]
	}
	return dist
}

// Turned is g with every arc reversed: g itself where each arc has its opposite, Reverse of
// another Cayley graph, else a graph in memory, O(P·d). Its automorphisms are those of g.
func Turned(g Graph) Graph {
	if IsSymmetric(g) {
		return g
	}
	if c, ok := g.(Cayley); ok {
		return Reverse(c)
	}
	return turnAround(g)
}

// parseReverse reads the name that Reverse gives.
func parseReverse(body string, depth int) (Graph, error) {
	if body == "" {
		return nil, errf("reverse() names no graph; the form is reverse(G)")
	}
	g, err := parse(body, depth)
	if err != nil {
		return nil, err
	}
	c, ok := g.(Cayley)
	if !ok {
		return nil, errf("reverse(%s): only a Cayley graph can be reversed generator by generator", ShortName(g))
	}
	return Reverse(c), nil
}
