package cayley

import "slices"

// Coset is a Cayley coset graph G(Γ, Δ, H): its vertices are the left cosets gH
// (paper, 2.1; errata 1).
type Coset struct {
	group Group
	delta []int
	of    []int32 // coset of every group element
	rep   []int32 // an element of every coset
	name  string
}

// NewCoset is the coset graph of the group by the subgroup h, given as a list of all its
// elements, with generators delta: arcs gH → g·δ·H. It checks that h is a subgroup, that the
// elements of delta represent distinct cosets other than H, and Definition 2.1: (i) Δ ∪ H
// generates Γ; (ii) HΔH = ΔH, so that the arcs do not depend on the representative g. The error
// shows the element that fails. Vertex 0 is H. O(|Γ|·d) products and 4 bytes an element of Γ.
func NewCoset(name string, group Group, h, delta []int) (*Coset, error) {
	if group == nil {
		return nil, errf("%s: no group", name)
	}
	n := group.Order()
	if err := groupSize(name, n); err != nil {
		return nil, err
	}
	gens, err := checkSubgroup(name, group, h)
	if err != nil {
		return nil, err
	}
	c := &Coset{group: group, delta: slices.Clone(delta), of: slices.Repeat([]int32{-1}, n), name: name}
	for g := range n {
		if c.of[g] >= 0 {
			continue
		}
		for _, x := range h {
			v := group.Mul(g, x)
			if v < 0 || v >= n || c.of[v] >= 0 { // a caller's group may be none
				return nil, errf("%s: not a group: %d·%d = %d is out of range 0 to %d, or in another coset of H, or twice in its own", name, g, x, v, n-1)
			}
			c.of[v] = int32(len(c.rep))
		}
		c.rep = append(c.rep, int32(g))
	}
	if err := c.checkDelta(gens); err != nil {
		return nil, err
	}
	if err := c.checkGenerates(); err != nil {
		return nil, err
	}
	return c, nil
}

// checkSubgroup returns generators of h, at most log2|h|.
func checkSubgroup(name string, group Group, h []int) ([]int, error) {
	inside := make([]bool, group.Order())
	for _, x := range h {
		if x < 0 || x >= len(inside) {
			return nil, errf("%s: element %d of H is out of range 0 to %d", name, x, len(inside)-1)
		}
		if inside[x] {
			return nil, errf("%s: element %d of H is listed twice", name, x)
		}
		inside[x] = true
	}
	if !inside[0] {
		return nil, errf("%s: H is not a subgroup: the identity 0 is missing", name)
	}
	var gens []int
	reached := map[int]bool{0: true}
	queue := []int{0}
	for _, x := range h {
		if reached[x] {
			continue
		}
		gens = append(gens, x)
		// A set closed under the old generators must grow under all of them.
		for i := 0; i < len(queue); i++ {
			for _, g := range gens {
				v := group.Mul(queue[i], g)
				if v < 0 || v >= len(inside) {
					return nil, notGroup(name, queue[i], g, v, len(inside))
				}
				if !inside[v] {
					return nil, errf("%s: H is not a subgroup: %d·%d = %d is not in it", name, queue[i], g, v)
				}
				if !reached[v] {
					reached[v] = true
					queue = append(queue, v)
				}
			}
		}
	}
	return gens, nil
}

// notGroup is what is wrong with a caller's group of which a product is out of range.
func notGroup(name string, a, b, product, order int) error {
	return errf("%s: not a group: %d·%d = %d is out of range 0 to %d", name, a, b, product, order-1)
}

// checkDelta checks the generators and condition (ii), for generators of H.
func (c *Coset) checkDelta(gens []int) error {
	at := make(map[int32]int, len(c.delta))
	for k, x := range c.delta {
		if x < 0 || x >= len(c.of) {
			return errf("%s: generator %d is %d, out of range 0 to %d", c.name, k, x, len(c.of)-1)
		}
		if c.of[x] == 0 {
			return errf("%s: generator %d, element %d, lies in H", c.name, k, x)
		}
		if first, ok := at[c.of[x]]; ok {
			return errf("%s: generators %d and %d, elements %d and %d, are in the same coset of H", c.name, first, k, c.delta[first], x)
		}
		at[c.of[x]] = k
	}
	for _, h := range gens {
		for _, x := range c.delta {
			v := c.group.Mul(h, x)
			if v < 0 || v >= len(c.of) {
				return notGroup(c.name, h, x, v, len(c.of))
			}
			if _, ok := at[c.of[v]]; !ok {
				return errf("%s: Definition 2.1(ii), HΔH = ΔH, fails: h·δ = %d·%d = %d is not in ΔH", c.name, h, x, v)
			}
		}
	}
	return nil
}

// checkGenerates checks condition (i): every coset is reached from H.
func (c *Coset) checkGenerates() error {
	for _, g := range c.rep {
		for _, x := range c.delta {
			if v := c.group.Mul(int(g), x); v < 0 || v >= len(c.of) {
				return notGroup(c.name, int(g), x, v, len(c.of))
			}
		}
	}
	if v := slices.Index(DistancesFrom(c, 0), -1); v >= 0 {
		return errf("%s: Definition 2.1(i) fails: Δ and H do not generate the group; element %d is not reached", c.name, c.rep[v])
	}
	return nil
}

func (c *Coset) Name() string { return c.name }
func (c *Coset) Order() int   { return len(c.rep) }
func (c *Coset) Degree() int  { return len(c.delta) }

// Neighbor multiplies v's representative by generator k. Which k leads to which neighbour
// depends on the representative, so arcs of equal k are not translates (errata 10).
func (c *Coset) Neighbor(v, k int) int {
	return int(c.of[c.group.Mul(int(c.rep[v]), c.delta[k])])
}

// Rep is an element of the coset v.
func (c *Coset) Rep(v int) int { return int(c.rep[v]) }

// VertexTransitive: Γ acts transitively on its cosets.
func (c *Coset) VertexTransitive() bool { return true }
