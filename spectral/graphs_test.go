package spectral

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// list is a graph by its arcs, of no known symmetry.
type list struct {
	name string
	arcs [][]int
}

func (g list) Name() string { return g.name }
func (g list) Order() int   { return len(g.arcs) }
func (g list) Degree() (d int) {
	for _, a := range g.arcs {
		d = max(d, len(a))
	}
	return d
}
func (g list) Neighbor(v, k int) int {
	if k >= len(g.arcs[v]) {
		return -1
	}
	return g.arcs[v][k]
}

// group is a Cayley graph by its multiplication.
type group struct {
	name string
	n    int
	mul  func(a, b int) int
	gens []int
}

func (g group) Name() string          { return g.name }
func (g group) Order() int            { return g.n }
func (g group) Degree() int           { return len(g.gens) }
func (g group) Neighbor(v, k int) int { return g.mul(v, g.gens[k]) }
func (g group) Mul(a, b int) int      { return g.mul(a, b) }
func (g group) Gen(k int) int         { return g.gens[k] }
func (g group) Inv(a int) int {
	b := a
	for g.mul(a, b) != 0 {
		b = g.mul(b, a)
	}
	return b
}

// copied is a Cayley graph that has forgotten its group.
func copied(g cayley.Graph) list {
	l := list{"copy of " + g.Name(), make([][]int, g.Order())}
	for v := range l.arcs {
		for k := range g.Degree() {
			l.arcs[v] = append(l.arcs[v], g.Neighbor(v, k))
		}
	}
	return l
}

// dihedral is Cay(D_n, gens), element i+n·f for r^i·f^f, order 2n.
func dihedral(n int, gens ...int) group {
	return group{"a dihedral graph", 2 * n, func(a, b int) int {
		i, f, j, e := a%n, a/n, b%n, b/n
		if f == 1 {
			j = n - j
		}
		return (i+j)%n + n*(f^e)
	}, gens}
}

// cubeConnected is CCC_d: (x, i) of Z2^d and Z_d with x·d... as i·2^d + x; the
// generators move i by one and flip bit i.
func cubeConnected(d int) group {
	rot := func(x, by int) int {
		return (x<<by | x>>(d-by)) & (1<<d - 1)
	}
	return group{"a cube-connected cycle", d << d, func(a, b int) int {
		x, i, y, j := a%(1<<d), a>>d, b%(1<<d), b>>d
		return (i+j)%d<<d + x ^ rot(y, i)
	}, []int{1 << d, (d - 1) << d, 1}}
}

// symmetricGroup is Cay(S_n, gens) on permutations numbered by rank.
func symmetricGroup(name string, n int, gens [][]int) group {
	var perms [][]int
	index := map[string]int{}
	var grow func(p []int)
	grow = func(p []int) {
		if len(p) == n {
			q := append([]int(nil), p...)
			index[word(q)] = len(perms)
			perms = append(perms, q)
			return
		}
	next:
		for i := range n {
			for _, x := range p {
				if x == i {
					continue next
				}
			}
			grow(append(p[:len(p):len(p)], i))
		}
	}
	grow(nil)
	g := group{name, len(perms), func(a, b int) int {
		p := make([]int, n)
		for i := range p {
			p[i] = perms[a][perms[b][i]]
		}
		return index[word(p)]
	}, nil}
	for _, p := range gens {
		g.gens = append(g.gens, index[word(p)])
	}
	return g
}

func word(p []int) string {
	b := make([]byte, len(p))
	for i, x := range p {
		b[i] = byte(x)
	}
	return string(b)
}

// stars are the transpositions (0 i).
func stars(n int) (gens [][]int) {
	for i := 1; i < n; i++ {
		p := make([]int, n)
		for j := range p {
			p[j] = j
		}
		p[0], p[i] = i, 0
		gens = append(gens, p)
	}
	return gens
}

// well is undirected, of degree 5 and without symmetry but its mirror: a path with loops between
// two fourfold edges. The eigenvalues of these, next to -3.6, are nearer to each other the longer
// the path between: by a factor of 6 or so for each vertex. turning vertices in the middle lose a
// loop and get an arc to the next of them, around.
func well(n, turning int) list {
	g := list{fmt.Sprintf("well of %d, %d of them turning", n, turning), make([][]int, n)}
	edge := func(v, w, times int) {
		for range times {
			g.arcs[v], g.arcs[w] = append(g.arcs[v], w), append(g.arcs[w], v)
		}
	}
	edge(0, 1, 4)
	edge(n-2, n-1, 4)
	for v := 1; v < n-2; v++ {
		edge(v, v+1, 1)
	}
	for i := range turning {
		first := (n - turning) / 2
		g.arcs[first+i] = append(g.arcs[first+i], first+(i+1)%turning)
	}
	for v, arcs := range g.arcs {
		for range 5 - len(arcs) {
			g.arcs[v] = append(g.arcs[v], v)
		}
	}
	return g
}

// tokens is a directed multigraph of 4k vertices and degree 2k, k even, with A² = (k/2)J, so the
// eigenvalues are 2k and 0, this one twice in the minimal polynomial. Fours of vertices have
// arcs into whole fours, two in all into each, and nothing else is the same for any two vertices.
func tokens(k int, rng *rand.Rand) list {
	g := list{"tokens", make([][]int, 4*k)}
	for four := range k {
		for i, at := range rng.Perm(2 * k) {
			v, to := 4*four+i%4, at/2*4
			g.arcs[v] = append(g.arcs[v], to, to+1, to+2, to+3)
		}
	}
	return g
}

// posing is a list that says it were the Cayley graph of a group.
type posing struct {
	list
	of group
}

func (p posing) Mul(a, b int) int { return p.of.Mul(a, b) }
func (p posing) Inv(a int) int    { return p.of.Inv(a) }
func (p posing) Gen(k int) int    { return p.of.Gen(k) }

// subsetGraph joins the k-subsets of n that share `common` elements: Johnson's
// graph for k-1, Kneser's for 0.
func subsetGraph(name string, n, k, common int) list {
	var sets []uint
	for s := range uint(1) << n {
		if bits.OnesCount(s) == k {
			sets = append(sets, s)
		}
	}
	g := list{name, make([][]int, len(sets))}
	for i, a := range sets {
		for j, b := range sets {
			if i != j && bits.OnesCount(a&b) == common {
				g.arcs[i] = append(g.arcs[i], j)
			}
		}
	}
	return g
}
