package cayley

import "fmt"

// hamming is Z_q^d; the generators are all changes of one coordinate and are
// computed, not stored.
type hamming struct {
	*torus
	d, q int
}

// Hamming is H(d, q): Z_q^d, an arc between vertices that differ in one coordinate. P = q^d,
// degree d(q-1), diameter d (0 for q = 1). Generator k adds k mod (q-1) + 1 to coordinate k /
// (q-1); vertices are numbered as in Torus.
func Hamming(d, q int) (Cayley, error) {
	name := fmt.Sprintf("hamming:%d,%d", d, q)
	if err := inRange(name, "D", d, 0, maxCube); err != nil {
		return nil, err
	}
	if q < 1 {
		return nil, errf("%s: Q must be at least 1", name)
	}
	sides := make([]int, max(d, 1))
	for i := range sides {
		sides[i] = q
		if d == 0 {
			sides[i] = 1
		}
	}
	t, err := newTorus(name, sides)
	if err != nil {
		return nil, err
	}
	return hamming{t, d, q}, nil
}

// parts are complete graphs, one for each coordinate.
func (h hamming) parts() []Graph {
	list := make([]Graph, len(h.axes))
	for i, a := range h.axes {
		list[i], _ = Complete(a.side)
	}
	return list
}

func (h hamming) Degree() int { return h.d * (h.q - 1) }

func (h hamming) Gen(k int) int {
	axis, by := h.split(k)
	return by * h.axes[axis].stride
}

func (h hamming) split(k int) (axis, by int) {
	axis = int(uint32(k) / uint32(h.q-1))
	return axis, k - axis*(h.q-1) + 1
}

func (h hamming) Neighbor(v, k int) int {
	i, by := h.split(k)
	return step{h.q, h.axes[i].stride, by}.apply(v)
}

// InverseGen subtracts from the same coordinate.
func (h hamming) InverseGen(k int) int {
	axis, by := h.split(k)
	return axis*(h.q-1) + h.q - by - 1
}

// InNeighbor is Neighbor by the inverse generator.
func (h hamming) InNeighbor(v, k int) int { return h.Neighbor(v, h.InverseGen(k)) }

// Dist is the number of coordinates that are not 0.
func (h hamming) Dist(v int) int {
	n := 0
	for ; v > 0; v /= h.q {
		if v%h.q != 0 {
			n++
		}
	}
	return n
}

// intersection is known: of a vertex at distance i, a change of a coordinate that is the same leads
// away, and one of i changes back.
func (h hamming) intersection() (a Intersection, known bool) {
	if h.q == 1 {
		return a, true // a single vertex
	}
	for i := range h.d {
		a.B, a.C = append(a.B, (h.d-i)*(h.q-1)), append(a.C, i+1)
	}
	return a, true
}

// Automorphisms multiply by a unit of Z_q and rotate the coordinates: d·φ(q) of
// them, transitive on the generators for q prime.
func (h hamming) Automorphisms() Automorphisms {
	if h.q < 2 || h.d < 1 || h.q > maxUnits {
		return alone{}
	}
	return hammingAutomorphisms{h, units(h.q)}
}

type hammingAutomorphisms struct {
	hamming
	units []int
}

func (h hammingAutomorphisms) Count() int { return h.d * len(h.units) }

// Image of number j: unit j/d, then coordinate i goes to i + j%d.
func (h hammingAutomorphisms) Image(j, v int) int {
	u, by := h.units[j/h.d], j%h.d
	w := 0
	for i, a := range h.axes {
		x := mulMod(u, v/a.stride%h.q, h.q)
		w += x * h.axes[(i+by)%h.d].stride
	}
	return w
}

func (h hammingAutomorphisms) GenImage(j, k int) int {
	axis, by := h.split(k)
	return (axis+j%h.d)%h.d*(h.q-1) + mulMod(h.units[j/h.d], by, h.q) - 1
}
