package cayley

import "strconv"

// cyclic is Z_n with listed generators.
type cyclic struct {
	n    int
	gens []int // 0 < g < n
	name string
}

// Circulant is Cay(Z_n, steps): arcs v → v+s mod n for every step s, so list both signs for an
// undirected graph. P = n, degree len(steps). Steps must lie in 0 < |s| < n, be distinct mod n,
// and together with n have the greatest common divisor 1; else the error names the step.
func Circulant(n int, steps ...int) (Cayley, error) {
	name := "circulant:" + strconv.Itoa(n) + ":" + joined(steps, ",")
	if err := inRange(name, "the order", n, 1, MaxOrder); err != nil {
		return nil, err
	}
	gens := make([]int, len(steps))
	seen := make(map[int]int, len(steps))
	all := n
	for i, s := range steps {
		if s == 0 {
			return nil, errf("%s: step 0 is the identity; steps lie in 0 < |s| < %d", name, n)
		}
		if s <= -n || s >= n {
			return nil, errf("%s: step %d is out of range; steps lie in 0 < |s| < %d", name, s, n)
		}
		g := (s + n) % n
		if first, ok := seen[g]; ok {
			return nil, errf("%s: step %d repeats the arc of step %d (mod %d)", name, s, first, n)
		}
		seen[g] = s
		gens[i], all = g, gcd(all, g)
	}
	if all != 1 {
		return nil, errf("%s: the steps do not generate Z_%d: 1 is not reached, only multiples of %d", name, n, all)
	}
	return cyclic{n, gens, name}, nil
}

// Ring is the undirected cycle: Z_n with generators +1, -1; P = n, degree 2,
// diameter ⌊n/2⌋. Ring(2) has one generator, Ring(1) none.
func Ring(n int) (Cayley, error) {
	name := "ring:" + strconv.Itoa(n)
	if err := inRange(name, "the order", n, 1, MaxOrder); err != nil {
		return nil, err
	}
	gens := []int{1, n - 1}
	if n <= 2 {
		gens = gens[:n-1]
	}
	return cyclic{n, gens, name}, nil
}

func (c cyclic) Name() string          { return c.name }
func (c cyclic) Order() int            { return c.n }
func (c cyclic) Degree() int           { return len(c.gens) }
func (c cyclic) Gen(k int) int         { return c.gens[k] }
func (c cyclic) Neighbor(v, k int) int { return c.Mul(v, c.gens[k]) }
func (c cyclic) Mul(a, b int) int      { return addMod(a, b, c.n) }
func (c cyclic) Inv(a int) int         { return negMod(a, c.n) }

func addMod(a, b, n int) int {
	s := a + b
	if s >= n {
		s -= n
	}
	return s
}

func negMod(a, n int) int {
	if a == 0 {
		return 0
	}
	return n - a
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// InNeighbor subtracts the generator.
func (c cyclic) InNeighbor(v, k int) int { return addMod(v, c.n-c.gens[k], c.n) }
