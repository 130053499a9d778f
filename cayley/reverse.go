package cayley

import "strings"

// reversed is a Cayley graph with every generator inverted.
type reversed struct {
	Cayley
	gens    []int // inverse of generator k
	inverse []int // its index among the generators of the graph, or -1
}

// Reverse is Cay(Γ, Δ⁻¹), the graph with every arc turned: generator k is the
// inverse of c's generator k. A schedule of c read backwards is a schedule of
// Reverse(c), not of c (errata 3); the two graphs are the same only if
// Δ = Δ⁻¹ or the group is abelian (up to isomorphism). Where every generator is
// its own inverse c itself is returned. O(d).
func Reverse(c Cayley) Cayley {
	if r, ok := c.(reversed); ok {
		return r.Cayley
	}
	r := reversed{c, make([]int, c.Degree()), InverseGens(c)}
	same := true
	for k := range r.gens {
		r.gens[k] = c.Inv(c.Gen(k))
		same = same && r.inverse[k] == k
	}
	if same {
		return c
	}
	return r
}

func (r reversed) Name() string {
	return "reverse(" + r.Cayley.Name() + ")"
}

func (r reversed) Gen(k int) int { return r.gens[k] }

func (r reversed) Neighbor(v, k int) int {
	if j := r.inverse[k]; j >= 0 {
		return r.Cayley.Neighbor(v, j)
	}
	return r.Mul(v, r.gens[k])
}

// InNeighbor is what Neighbor is in the graph before it was turned.
func (r reversed) InNeighbor(v, k int) int { return r.Cayley.Neighbor(v, k) }

// InverseGen is the same on both sides: inversion keeps the pairs.
func (r reversed) InverseGen(k int) int { return r.inverse[k] }

// Turned is g with every arc turned: g itself where each arc has its opposite, Reverse of
// a Cayley graph, and for others a graph in memory, O(P·d). The automorphisms are those
// of g.
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
	g, err := parse(strings.TrimSpace(body), depth)
	if err != nil {
		return nil, err
	}
	c, ok := g.(Cayley)
	if !ok {
		return nil, errf("reverse(%s): only a Cayley graph can be reversed generator by generator", g.Name())
	}
	return Reverse(c), nil
}
