package cayley

import (
	"slices"
	"strings"
)

// product is the Cartesian product of graphs: an arc moves in one factor.
type product struct {
	factors []Graph
	in      []func(v, k int) int
	stride  []int
	first   []int // first arc of each factor
	order   int
	degree  int
	name    string
}

// productCayley is the product of Cayley graphs, a Cayley graph of the direct
// product of the groups.
type productCayley struct {
	product
	directProduct
	cayley  []Cayley
	inverse []func(k int) int // of each factor, since a list could be longer than any memory
}

// Product is the Cartesian product of graphs: vertex (x0, x1, …) is (x0·P1 + x1)·P2 + …, the
// arcs of factor 0 come first. P is the product of the orders, degree and diameter are sums. If
// every factor is a Cayley, so is the result. An irregular factor is an error.
func Product(factors ...Graph) (Graph, error) {
	texts, sizes := make([]string, len(factors)), make([]int, len(factors))
	for i, f := range factors {
		if f == nil {
			return nil, errf("product: factor %d is no graph", i)
		}
		texts[i], sizes[i] = f.Name(), f.Order()
		if sizes[i] < 1 { // orderOf would divide by it
			return nil, errf("product: factor %s has %d vertices; a graph has at least 1", ShortName(f), sizes[i])
		}
	}
	p := product{factors: factors, name: "product(" + strings.Join(texts, ";") + ")"}
	if len(factors) == 0 {
		return nil, errf("product(): at least one factor is needed")
	}
	var err error
	if p.order, err = orderOf(p.name, sizes...); err != nil {
		return nil, err
	}
	p.stride = make([]int, len(factors))
	for i, s := len(factors)-1, 1; i >= 0; i-- {
		p.stride[i] = s
		s *= sizes[i]
	}
	var group []Group
	var all []Cayley
	for _, f := range factors {
		if !Regular(f) {
			return nil, errf("%s: factor %s is not regular", p.name, ShortName(f))
		}
		p.first = append(p.first, p.degree)
		p.degree += f.Degree()
		p.in = append(p.in, In(f))
		if c, ok := f.(Cayley); ok {
			group, all = append(group, c), append(all, c)
		}
	}
	if len(all) < len(factors) {
		return p, nil
	}
	c := productCayley{p, directProduct{group, p.order}, all, nil}
	for _, f := range all {
		c.inverse = append(c.inverse, inverseGen(f))
	}
	return c, nil
}

// Factors returns the graphs whose Product g is: for a torus the cycles of its sides, for a
// Hamming graph H(d, q) d complete graphs. g has the same vertices and arcs as their Product,
// in the same order. It is nil for other graphs.
func Factors(g Graph) []Graph {
	if p, ok := g.(interface{ parts() []Graph }); ok {
		return slices.Clone(p.parts())
	}
	return nil
}

func (p product) parts() []Graph { return p.factors }

func (p product) Name() string { return p.name }
func (p product) Order() int   { return p.order }
func (p product) Degree() int  { return p.degree }

// factor is the factor that arc k moves in.
func (p *product) factor(k int) int {
	i := len(p.first) - 1
	for p.first[i] > k {
		i--
	}
	return i
}

func (p product) Neighbor(v, k int) int {
	i := p.factor(k)
	x := v / p.stride[i] % p.factors[i].Order()
	return v + (p.factors[i].Neighbor(x, k-p.first[i])-x)*p.stride[i]
}

func (p product) InNeighbor(v, k int) int {
	i := p.factor(k)
	x := v / p.stride[i] % p.factors[i].Order()
	return v + (p.in[i](x, k-p.first[i])-x)*p.stride[i]
}

// distances are sums, since an arc moves in one factor: those of the first factors are
// spread over the next.
func (p product) distances() []int32 {
	sum := []int32{0}
	for _, f := range p.factors {
		if f.Order() == 1 {
			continue
		}
		next, all := Distances(f), make([]int32, 0, len(sum)*f.Order())
		for _, a := range sum {
			for _, b := range next {
				if a < 0 || b < 0 {
					all = append(all, -1)
				} else {
					all = append(all, a+b)
				}
			}
		}
		sum = all
	}
	return sum
}

// symmetric: an arc moves in one factor, and its reverse in the same.
func (p product) symmetric() bool {
	return !slices.ContainsFunc(p.factors, func(f Graph) bool { return !IsSymmetric(f) })
}

// VertexTransitive: a product of vertex-transitive graphs is.
func (p product) VertexTransitive() bool {
	return !slices.ContainsFunc(p.factors, func(f Graph) bool { return !VertexTransitive(f) })
}

// FreeAction is the product of the factors' actions.
func (p product) FreeAction() FreeAction {
	a := productAction{}
	a.order = 1
	for _, f := range p.factors {
		act := FreeActionOf(f)
		a.actions, a.sizes = append(a.actions, act), append(a.sizes, f.Order())
		a.factors = append(a.factors, act)
		a.order *= act.Order()
	}
	return a
}

func (c productCayley) Order() int { return c.product.order }

func (c productCayley) InverseGen(k int) int {
	i := c.factor(k)
	j := c.inverse[i](k - c.first[i])
	if j >= 0 {
		j += c.first[i]
	}
	return j
}

func (c productCayley) Gen(k int) int {
	i := c.factor(k)
	return c.cayley[i].Gen(k-c.first[i]) * c.stride[i]
}
