package cayley

// torus is Z_a × Z_b × … in row-major order, the last coordinate fastest.
// Every generator changes one coordinate.
type torus struct {
	order int
	axes  []axis // every coordinate
	gens  []step
	name  string
}

type axis struct{ side, stride int }

// step adds by (0 < by < side) to the coordinate of its axis.
type step struct{ side, stride, by int }

// Torus is the undirected torus with these sides: vertex (x0, x1, …) is (x0·side1 + x1)·side2 +
// …, generators +1, -1 on axis 0, then on axis 1, … P = product of the sides, degree 2 per
// axis. A side of 2 has one generator (its two arcs coincide), a side of 1 none.
func Torus(sides ...int) (Cayley, error) {
	if len(sides) == 0 {
		return nil, errf("torus: at least one side is needed")
	}
	t, err := newTorus("torus:"+joined(sides, "x"), sides)
	if err != nil {
		return nil, err
	}
	for _, a := range t.axes {
		if a.side > 1 {
			t.gens = append(t.gens, step{a.side, a.stride, 1})
		}
		if a.side > 2 {
			t.gens = append(t.gens, step{a.side, a.stride, a.side - 1})
		}
	}
	return t, nil
}

func newTorus(name string, sides []int) (*torus, error) {
	if len(sides) > maxCube {
		return nil, errf("%s: %w: more than %d sides", name, ErrSize, maxCube)
	}
	for _, s := range sides {
		if s < 1 {
			return nil, errf("%s: side %d must be at least 1", name, s)
		}
	}
	order, err := orderOf(name, sides...)
	if err != nil {
		return nil, err
	}
	t := &torus{order: order, axes: make([]axis, len(sides)), name: name}
	for i, stride := len(sides)-1, 1; i >= 0; i-- {
		t.axes[i] = axis{sides[i], stride}
		stride *= sides[i]
	}
	return t, nil
}

// parts are the cycles of the sides, one vertex for a side of 1.
func (t *torus) parts() []Graph {
	list := make([]Graph, len(t.axes))
	for i, a := range t.axes {
		list[i], _ = Ring(a.side) // Torus has seen to the side
	}
	return list
}

func (t *torus) Name() string  { return t.name }
func (t *torus) Order() int    { return t.order }
func (t *torus) Degree() int   { return len(t.gens) }
func (t *torus) Gen(k int) int { return t.gens[k].by * t.gens[k].stride }

func (t *torus) Neighbor(v, k int) int { return t.gens[k].apply(v) }

func (g step) apply(v int) int {
	x := int(uint32(v) / uint32(g.stride) % uint32(g.side))
	if x+g.by >= g.side {
		return v + (g.by-g.side)*g.stride
	}
	return v + g.by*g.stride
}

// InverseGen is the other direction of the axis, the same for a side of 2.
func (t *torus) InverseGen(k int) int {
	switch g := t.gens[k]; {
	case g.side == 2:
		return k
	case g.by == 1:
		return k + 1
	default:
		return k - 1
	}
}

// InNeighbor is Neighbor in the other direction.
func (t *torus) InNeighbor(v, k int) int {
	g := t.gens[k]
	g.by = g.side - g.by
	return g.apply(v)
}

// Dist is the sum of the ways round every axis.
func (t *torus) Dist(v int) int {
	sum := 0
	for i := len(t.axes) - 1; i >= 0; i-- {
		side := t.axes[i].side
		x := v % side
		v /= side
		sum += min(x, side-x)
	}
	return sum
}

func (t *torus) Mul(a, b int) int {
	c := 0
	for _, x := range t.axes {
		c = c*x.side + addMod(a/x.stride%x.side, b/x.stride%x.side, x.side)
	}
	return c
}

func (t *torus) Inv(a int) int {
	c := 0
	for _, x := range t.axes {
		c = c*x.side + negMod(a/x.stride%x.side, x.side)
	}
	return c
}
