package cayley

import (
	"fmt"
	"slices"
	"strconv"
)

// CyclicGroup is Z_n, 1 ≤ n ≤ MaxOrder.
func CyclicGroup(n int) (Group, error) {
	if err := inRange("Z_"+strconv.Itoa(n), "the order", n, 1, MaxOrder); err != nil {
		return nil, err
	}
	return cyclic{n: n}, nil
}

// BinaryGroup is Z_2^d under XOR. With NewCayley it makes cubes with generators other than
// Hypercube's, such as the augmented cubes.
func BinaryGroup(d int) (Group, error) {
	if err := cubeSize("Z_2^d", d); err != nil {
		return nil, err
	}
	return cube{d: d}, nil
}

// directProduct is the product of groups, the last factor fastest.
type directProduct struct {
	factors []Group
	order   int
}

// ProductGroup is the direct product: element (x0, x1, …) is
// (x0·|G1| + x1)·|G2| + …
func ProductGroup(factors ...Group) (Group, error) {
	sizes := make([]int, len(factors))
	for i, f := range factors {
		if f == nil {
			return nil, errf("product of groups: factor %d is no group", i)
		}
		sizes[i] = f.Order()
		if err := groupSize("product of groups", sizes[i]); err != nil {
			return nil, err
		}
	}
	order, err := orderOf("product of groups", sizes...)
	if err != nil {
		return nil, err
	}
	return directProduct{factors, order}, nil
}

func (p directProduct) Order() int { return p.order }

func (p directProduct) Mul(a, b int) int {
	c, stride := 0, 1
	for i := len(p.factors) - 1; i >= 0; i-- {
		f := p.factors[i]
		n := f.Order()
		c += f.Mul(a%n, b%n) * stride
		a, b, stride = a/n, b/n, stride*n
	}
	return c
}

func (p directProduct) Inv(a int) int {
	c, stride := 0, 1
	for i := len(p.factors) - 1; i >= 0; i-- {
		f := p.factors[i]
		n := f.Order()
		c += f.Inv(a%n) * stride
		a, stride = a/n, stride*n
	}
	return c
}

// generated is the Cayley graph of any group.
type generated struct {
	Group
	gens []int
	name string
}

// NewCayley is Cay(g, gens), arcs v → v·gens[k]. The generators must be distinct elements other
// than 0 that generate g; the error names the generator at fault (an EntryError), or an element
// that they do not reach. O(P·d) products, 5 bytes a vertex.
func NewCayley(name string, g Group, gens []int) (Cayley, error) {
	if g == nil {
		return nil, errf("%s: no group", name)
	}
	p := g.Order()
	if err := groupSize(name, p); err != nil {
		return nil, err
	}
	seen := make(map[int]int, len(gens))
	for k, x := range gens {
		if x < 0 || x >= p {
			return nil, entryErr(k, "%s: generator %d is %d, out of range 0 to %d", name, k, x, p-1)
		}
		if x == 0 {
			return nil, entryErr(k, "%s: generator %d is the identity 0", name, k)
		}
		if first, ok := seen[x]; ok {
			return nil, entryErr(k, "%s: generator %d repeats the arc of generator %d, element %d", name, k, first, x)
		}
		seen[x] = k
	}
	if inside, size := closure(g, gens); size < p {
		return nil, errf("%s: the generators do not generate the group: element %d is not in their subgroup of order %d", name, slices.Index(inside, false), size)
	}
	return generated{g, slices.Clone(gens), name}, nil
}

// groupSize is an error where a group has so many elements that no graph has them.
func groupSize(name string, n int) error {
	return inRange(name, fmt.Sprintf("group of order %d: the order", n), n, 1, MaxOrder)
}

// closure marks the subgroup that the elements generate and counts it.
func closure(g Group, gens []int) (inside []bool, size int) {
	inside = make([]bool, g.Order())
	inside[0] = true
	queue := make([]int32, 1, len(inside))
	for i := 0; i < len(queue) && len(queue) < len(inside); i++ {
		for _, x := range gens {
			if v := g.Mul(int(queue[i]), x); !inside[v] {
				inside[v] = true
				queue = append(queue, int32(v))
			}
		}
	}
	return inside, len(queue)
}

// Subgroup lists the elements, in increasing order, of the subgroup that gens
// generate: the H of NewCoset. O(|subgroup|·len(gens)) products.
func Subgroup(g Group, gens ...int) ([]int, error) {
	if g == nil {
		return nil, errf("subgroup of no group")
	}
	for _, x := range gens {
		if x < 0 || x >= g.Order() {
			return nil, errf("element %d is out of range 0 to %d", x, g.Order()-1)
		}
	}
	inside, size := closure(g, gens)
	list := make([]int, 0, size)
	for v, in := range inside {
		if in {
			list = append(list, v)
		}
	}
	return list, nil
}

func (c generated) Name() string          { return c.name }
func (c generated) Degree() int           { return len(c.gens) }
func (c generated) Gen(k int) int         { return c.gens[k] }
func (c generated) Neighbor(v, k int) int { return c.Mul(v, c.gens[k]) }
