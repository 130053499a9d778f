package cayley

import "strconv"

// stepped is Z_n with the generators first, first+by, first+2·by, … below n:
// nothing is stored, so a complete graph of a million vertices costs nothing.
type stepped struct {
	n, first, by int
	name         string
}

// Complete is K_n: Z_n with every other element as generator, Gen(k) = k+1.
// P = n, degree n-1, diameter 1.
func Complete(n int) (Cayley, error) {
	name := "complete:" + strconv.Itoa(n)
	if err := inRange(name, "the order", n, 1, MaxOrder); err != nil {
		return nil, err
	}
	return stepped{n, 1, 1, name}, nil
}

// Bipartite is K_{n,n}: Z_2n with the odd elements as generators, even
// vertices on one side; P = 2n, degree n, diameter 2 (1 for n = 1).
func Bipartite(n int) (Cayley, error) {
	name := "bipartite:" + strconv.Itoa(n)
	if err := inRange(name, "the vertices of a side", n, 1, MaxOrder/2); err != nil {
		return nil, err
	}
	return stepped{2 * n, 1, 2, name}, nil
}

func (s stepped) Name() string          { return s.name }
func (s stepped) Order() int            { return s.n }
func (s stepped) Degree() int           { return (s.n - s.first + s.by - 1) / s.by }
func (s stepped) Gen(k int) int         { return s.first + k*s.by }
func (s stepped) Neighbor(v, k int) int { return addMod(v, s.Gen(k), s.n) }
func (s stepped) Mul(a, b int) int      { return addMod(a, b, s.n) }
func (s stepped) Inv(a int) int         { return negMod(a, s.n) }

// InverseGen counts from the other end.
func (s stepped) InverseGen(k int) int { return s.Degree() - 1 - k }

// InNeighbor subtracts the generator.
func (s stepped) InNeighbor(v, k int) int { return addMod(v, s.n-s.Gen(k), s.n) }

// Dist is 1 to a generator, else 2.
func (s stepped) Dist(v int) int {
	switch {
	case v == 0:
		return 0
	case (v-s.first)%s.by == 0:
		return 1
	default:
		return 2
	}
}
