package cayley

// stabilizers is the chain of a permutation group's stabilizers of 0, of 0 and
// 1, …: level i holds, for every point that the stabilizer of all points below
// i carries i to, an element that does it (Schreier and Sims; here as Knuth,
// "Efficient representation of perm groups", tests the products).
type stabilizers struct {
	n      int
	levels []stabilizer // one a point
}

type stabilizer struct {
	gens  [][]uint16
	orbit []uint16            // the point itself first
	to    map[uint16][]uint16 // by point of the orbit: an element that carries i there
	from  map[uint16][]uint16 // its inverse
}

func newStabilizers(n int) *stabilizers {
	s := &stabilizers{n, make([]stabilizer, n)}
	for i := range s.levels {
		s.levels[i].orbit = []uint16{uint16(i)}
	}
	return s
}

// member reports whether g, which fixes the points below i, is in the group of
// level i. Where it is not, what is left in g generates the same with that group.
func (s *stabilizers) member(i int, g []uint16) bool {
	for ; i < s.n; i++ {
		p := g[i]
		if int(p) == i {
			continue
		}
		back := s.levels[i].from[p]
		if back == nil {
			return false
		}
		for x, y := range g {
			g[x] = back[y]
		}
	}
	return true
}

// add puts g among the generators of level i and completes the levels from
// there on. It reports false once the group has more than MaxOrder elements.
func (s *stabilizers) add(i int, g []uint16) bool {
	l := &s.levels[i]
	if l.to == nil {
		one := identity16(s.n)
		l.to, l.from = map[uint16][]uint16{uint16(i): one}, map[uint16][]uint16{uint16(i): one}
	}
	l.gens = append(l.gens, g)
	old := len(l.orbit)
	for at := 0; at < len(l.orbit); at++ {
		p, gens := l.orbit[at], l.gens
		if at < old {
			gens = gens[len(gens)-1:]
		}
		for _, x := range gens {
			image := compose(x, l.to[p])
			q := image[i]
			back := l.from[q]
			if back == nil {
				l.orbit = append(l.orbit, q)
				l.to[q], l.from[q] = image, inverse16(image)
				if s.order() > MaxOrder {
					return false
				}
				continue
			}
			rest := compose(back, image) // fixes i as well
			if !s.member(i+1, rest) && !s.add(i+1, rest) {
				return false
			}
		}
	}
	return true
}

// order is the product of the orbits: at most twice MaxOrder, since add looks at it whenever an
// orbit has one point more.
func (s *stabilizers) order() int64 {
	p := int64(1)
	for i := range s.levels {
		p *= int64(len(s.levels[i].orbit))
	}
	return p
}

func identity16(n int) []uint16 {
	one := make([]uint16, n)
	for i := range one {
		one[i] = uint16(i)
	}
	return one
}

// compose is a·b, b first: [i] ↦ a[b[i]].
func compose(a, b []uint16) []uint16 {
	c := make([]uint16, len(b))
	for i, x := range b {
		c[i] = a[x]
	}
	return c
}

func inverse16(a []uint16) []uint16 {
	b := make([]uint16, len(a))
	for i, x := range a {
		b[x] = uint16(i)
	}
	return b
}
