package cayley

// FreeAction is a group of automorphisms of a graph that acts freely (semiregularly): only the
// identity fixes any vertex, so all its orbits have Order() vertices. One template for each
// orbit then serves every source, and no two translates of an arc are the same arc.
type FreeAction interface {
	Group
	// Act is the image of vertex v under element a:
	// Act(0, v) = v, Act(a, Act(b, v)) = Act(a·b, v).
	Act(a, v int) int
}

// FreelyActed is a graph that knows a FreeAction by arithmetic.
type FreelyActed interface {
	FreeAction() FreeAction
}

// FreeActionOf is the largest FreeAction known: for a Cayley graph the whole group, by left
// translation (one orbit); for a FreelyActed graph its own; else the identity alone (P orbits),
// which is always right and never good.
func FreeActionOf(g Graph) FreeAction {
	if c, ok := g.(Cayley); ok {
		return translations{c}
	}
	if f, ok := g.(FreelyActed); ok {
		return f.FreeAction()
	}
	return trivial{}
}

type translations struct{ Cayley }

func (t translations) Act(a, v int) int { return t.Mul(a, v) }

type trivial struct{}

func (trivial) Order() int       { return 1 }
func (trivial) Mul(a, b int) int { return 0 }
func (trivial) Inv(a int) int    { return 0 }
func (trivial) Act(_, v int) int { return v }

// productAction acts on the vertices of a product factor by factor.
type productAction struct {
	directProduct
	actions []FreeAction
	sizes   []int // vertices of each factor
}

func (p productAction) Act(a, v int) int {
	w, stride := 0, 1
	for i := len(p.actions) - 1; i >= 0; i-- {
		f, n, m := p.actions[i], p.sizes[i], p.actions[i].Order()
		w += f.Act(a%m, v%n) * stride
		a, v, stride = a/m, v/n, stride*n
	}
	return w
}
