package cayley

import "strconv"

// permGraph is a Cayley graph of S_n whose generators are involutions that
// permute positions.
type permGraph struct {
	symmetric
	moves []move
	name  string
	dist  func(p *perm, n int) int // nil: no formula
	maps  []perm                   // renamings of symbols that permute the generators
	to    [][]int                  // to[j][k]: where renaming j carries generator k
}

// move rearranges the first m positions: position i gets what was at from[i].
// The Lehmer digits behind m stay, so only the part of the rank above tail
// = (n-m)! is recomputed.
type move struct {
	from perm
	m    int
	tail uint32
	gen  int
}

// Star is the star graph: S_n, generator k swaps positions 0 and k+1. P = n!,
// degree n-1, diameter ⌊3(n-1)/2⌋ (Akers and Krishnamurthy).
func Star(n int) (Cayley, error) {
	g, err := newPermGraph("star", n, starDist)
	if err != nil {
		return nil, err
	}
	for k := 1; k < n; k++ {
		g.add(swap(n, 0, k))
	}
	g.rename(cycles(n, 1))
	return permMetric{g}, nil
}

// Pancake is the pancake graph: S_n, generator k reverses the first k+2
// positions. P = n!, degree n-1.
func Pancake(n int) (Cayley, error) {
	g, err := newPermGraph("pancake", n, nil)
	if err != nil {
		return nil, err
	}
	for m := 2; m <= n; m++ {
		p := identity(n)
		for i := range m {
			p[i] = uint8(m - 1 - i)
		}
		g.add(p)
	}
	return g, nil
}

// Bubble is the bubble-sort graph: S_n, generator k swaps positions k and k+1.
// P = n!, degree n-1, diameter n(n-1)/2; the distance counts inversions.
func Bubble(n int) (Cayley, error) {
	g, err := newPermGraph("bubble", n, inversions)
	if err != nil {
		return nil, err
	}
	back := perm{}
	for k := range n {
		if back[k] = uint8(n - 1 - k); k > 0 {
			g.add(swap(n, k-1, k))
		}
	}
	g.rename([]perm{identity(n), back})
	return permMetric{g}, nil
}

// Transposition is the transposition graph: S_n, the generators swap any two
// positions, in the order (0,1), (0,2), …, (1,2), … P = n!, degree n(n-1)/2,
// diameter n-1; the distance is n minus the number of cycles.
func Transposition(n int) (Cayley, error) {
	g, err := newPermGraph("transposition", n, cycleDist)
	if err != nil {
		return nil, err
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			g.add(swap(n, i, j))
		}
	}
	if prime(n) {
		g.rename(affine(n))
	} else {
		g.rename(cycles(n, 0))
	}
	return permMetric{g}, nil
}

func newPermGraph(family string, n int, dist func(*perm, int) int) (*permGraph, error) {
	s, err := newSymmetric(family, n)
	if err != nil {
		return nil, err
	}
	return &permGraph{symmetric: s, name: family + ":" + strconv.Itoa(n), dist: dist}, nil
}

func (g *permGraph) add(p perm) {
	m := g.n
	for m > 0 && int(p[m-1]) == m-1 {
		m--
	}
	tail := uint32(1)
	for i := 2; i <= g.n-m; i++ {
		tail *= uint32(i)
	}
	g.moves = append(g.moves, move{p, m, tail, rank(&p, g.n, g.n)})
}

func identity(n int) (p perm) {
	for i := range n {
		p[i] = uint8(i)
	}
	return p
}

func swap(n, i, j int) perm {
	p := identity(n)
	p[i], p[j] = p[j], p[i]
	return p
}

func (g *permGraph) Name() string         { return g.name }
func (g *permGraph) Degree() int          { return len(g.moves) }
func (g *permGraph) Gen(k int) int        { return g.moves[k].gen }
func (g *permGraph) InverseGen(k int) int { return k }

// InNeighbor is Neighbor: every generator is its own inverse.
func (g *permGraph) InNeighbor(v, k int) int { return g.Neighbor(v, k) }

func (g *permGraph) Neighbor(v, k int) int {
	mv := &g.moves[k]
	top := uint32(v) / mv.tail
	var p, q perm
	unrank(&p, g.n, mv.m, uint64(top))
	for i := range mv.m {
		q[i&15] = p[mv.from[i&15]&15]
	}
	return v + (rank(&q, g.n, mv.m)-int(top))*int(mv.tail)
}
