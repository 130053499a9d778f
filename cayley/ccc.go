package cayley

import (
	"slices"
	"strconv"
)

// wreath is Z_2^d ⋊ Z_d: element (x, i), bits x and position i, is i<<d | x,
// and (x, i)·(y, j) = (x ⊕ y rotated by i, i+j).
type wreath struct{ d int }

func (w wreath) Order() int { return w.d << w.d }

func (w wreath) split(v int) (x, i int) { return v & (1<<w.d - 1), v >> w.d }

func (w wreath) rotate(x, i int) int {
	return (x<<i | x>>(w.d-i)) & (1<<w.d - 1)
}

func (w wreath) Mul(a, b int) int {
	x, i := w.split(a)
	y, j := w.split(b)
	return addMod(i, j, w.d)<<w.d | x ^ w.rotate(y, i)
}

func (w wreath) Inv(a int) int {
	x, i := w.split(a)
	j := negMod(i, w.d)
	return j<<w.d | w.rotate(x, j)
}

// wreathGraph has generators (y, j) with |y| ≤ 1 bit and j = 0, ±1.
type wreathGraph struct {
	wreath
	gens    []int
	inverse []int
	mirror  int // the reflection of the cycle carries bit b to mirror-b
	name    string
}

// CCC is the cube-connected cycles: Z_2^d ⋊ Z_d with generators (0,+1), (0,-1) round the cycle
// and (e_0, 0) across; vertex (x, i) is i<<d | x. P = d·2^d; degree 3, but 2 for d = 2 (+1 =
// -1) and 1 for d = 1. d is 1 to 23.
func CCC(d int) (Cayley, error) {
	return newWreath("ccc", d, 0, func(w wreath) []int { return []int{1 << w.d, (w.d - 1) << w.d, 1} })
}

// Butterfly is the wrapped butterfly, undirected: Z_2^d ⋊ Z_d with generators (0,+1), (e_0,+1)
// and their inverses (0,-1), (e_(d-1),-1); vertex (x, i) is i<<d | x. P = d·2^d; degree 4, but
// 3 for d = 2 and 1 for d = 1. d is 1 to 23.
func Butterfly(d int) (Cayley, error) {
	return newWreath("butterfly", d, d-1, func(w wreath) []int {
		back := (w.d - 1) << w.d
		return []int{1 << w.d, 1<<w.d | 1, back, back | 1<<(w.d-1)}
	})
}

func newWreath(family string, d, mirror int, gens func(wreath) []int) (Cayley, error) {
	name := family + ":" + strconv.Itoa(d)
	if err := inRange(name, "D", d, 1, 23); err != nil {
		return nil, err
	}
	w := wreathGraph{wreath: wreath{d}, mirror: mirror, name: name}
	if d == 1 {
		w.gens = []int{1} // Z_1 has no way round
	} else {
		for _, x := range gens(w.wreath) {
			if !slices.Contains(w.gens, x) {
				w.gens = append(w.gens, x)
			}
		}
	}
	w.inverse = foundInverses(w)
	return w, nil
}

func (w wreathGraph) Name() string            { return w.name }
func (w wreathGraph) Degree() int             { return len(w.gens) }
func (w wreathGraph) Gen(k int) int           { return w.gens[k] }
func (w wreathGraph) Neighbor(v, k int) int   { return w.Mul(v, w.gens[k]) }
func (w wreathGraph) InverseGen(k int) int    { return w.inverse[k] }
func (w wreathGraph) InNeighbor(v, k int) int { return w.Mul(v, w.gens[w.inverse[k]]) }

// Automorphisms are the identity and the reflection of the cycle, position i to
// -i and bit b to c-b, where c = 0 keeps the cross arcs of ccc in place and c =
// -1 those of butterfly.
func (w wreathGraph) Automorphisms() Automorphisms {
	image := func(j, v int) int {
		if j == 0 {
			return v
		}
		x, i := w.split(v)
		y := 0
		for b := range w.d {
			y |= (x >> b & 1) << ((w.mirror - b + w.d) % w.d)
		}
		return negMod(i, w.d)<<w.d | y
	}
	for _, x := range w.gens {
		if image(1, x) != x {
			return newListed(w, 2, image)
		}
	}
	return alone{} // too short a cycle: the reflection is the identity
}
