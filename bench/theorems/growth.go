package theorems

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// growth is section 4 but for its conjectures.
func growth(t *table) {
	t.cubes("Def 4.1", "S_r of the cube holds Σ_{i≤r} C(d,i) vertices; 4.2: words of at most r generators", 1, 16,
		func(d int) int { return 1 + hypercube.Ball(d, (d+1)/2) },
		func(d int) (int, error) {
			g, err := cayley.Hypercube(d)
			if err != nil {
				return 0, err
			}
			n := 0
			for _, s := range cayley.CountSpheres(cayley.DistancesFrom(g, 0))[:(d+1)/2+1] {
				n += s
			}
			return n, nil
		}, "r = ⌈d/2⌉, by breadth-first search")
	t.cubes("Def 4.3", "the cube has a regular order, found by exact decision and checked against (i) to (iii)", 1, 10,
		func(d int) int { return 1 << d },
		func(d int) (int, error) {
			g, err := cayley.Hypercube(d)
			if err != nil {
				return 0, err
			}
			r, answer, why, err := sched.FindRegularOrder(g)
			if err != nil {
				return 0, err
			}
			if answer != sched.Yes {
				return 0, errors.New(why)
			}
			return len(r.Vertices), r.Verify()
		}, "errata 8, 9: the last block may be short; 4.3 is more than Theorem 4.5 needs")
	t.cases("Thm 4.5", "a regular order gives a universal broadcast in ⌈(P-1)/d⌉ steps", "12 Cayley graphs", "errata 9, 10: by left translation; not for coset graphs",
		func(try func(string, bool, error)) {
			for _, name := range []string{"hypercube:4", "hypercube:7", "ring:7", "ring:10", "complete:6", "bipartite:4", "folded:5", "torus:5x5", "torus:4x6", "hamming:3,3", "star:4", "transposition:4"} {
				regular(name, try)
			}
		})
	t.cubes("Def 4.6", "distance-regular, as all that is distance transitive: the cube, c_i = i", 1, 10,
		func(d int) int { return d * (d + 1) / 2 },
		func(d int) (int, error) {
			g, err := cayley.Hypercube(d)
			if err != nil {
				return 0, err
			}
			a, ok, err := cayley.IntersectionArray(g)
			if err == nil && !ok {
				err = errors.New("not distance-regular")
			}
			n := 0
			for _, c := range a.C {
				n += c
			}
			return n, err
		}, "sum of the intersection numbers c_1 … c_d")
	serve, err := translatesThatServe()
	t.add("Rem 4.7", "the trees of the Petersen graph that translate one, in three steps: none of the ways to divide the farthest six in two serves", "S_5/H, 20 ways", 0, serve, err,
		"errata 10: as Blaha found; by the least representative of each coset, two trees cross an arc at one time")
	g := cayley.Petersen()
	o, b, err := sched.BuildOrbits(g, cayley.FreeActionOf(g), sched.Options{})
	steps, err := time(expand(o, err))
	t.add("Rem 4.7", "universal broadcast on the Petersen graph takes three steps", "petersen", "3, bound 3", fmt.Sprintf("%d, bound %d", steps, b.Value), err,
		"errata 10, 15: by a freely acting Z5, one template an orbit, as labels do not survive coset representatives")
}

// translatesThatServe counts the templates of three steps on pairCosets whose translates by the
// least representatives of the cosets never cross an arc at one time.
func translatesThatServe() (serve int, err error) {
	s5, c, err := pairCosets()
	if err != nil {
		return 0, err
	}
	coset := map[int]int{} // by pair
	for v := range c.Order() {
		coset[pair(c.Rep(v))] = v
	}
	var near, far [][2]int // arcs of a tree from 0
	for k := range c.Degree() {
		u := c.Neighbor(0, k)
		near = append(near, [2]int{0, u})
		for j := range c.Degree() {
			if v := c.Neighbor(u, j); v != 0 {
				far = append(far, [2]int{u, v})
			}
		}
	}
	for second := range 1 << len(far) { // those that are crossed at time 2
		if 2*bits.OnesCount(uint(second)) != len(far) {
			continue
		}
		seen := map[[3]int]bool{}
		for root := range c.Order() {
			cross := func(arc [2]int, time int) {
				from, to := s5.Mul(c.Rep(root), c.Rep(arc[0])), s5.Mul(c.Rep(root), c.Rep(arc[1]))
				seen[[3]int{coset[pair(from)], coset[pair(to)], time}] = true
			}
			for _, arc := range near {
				cross(arc, 1)
			}
			for i, arc := range far {
				cross(arc, 3-second>>i&1)
			}
		}
		if len(seen) == c.Order()*(len(near)+len(far)) {
			serve++
		}
	}
	return serve, nil
}

// regular tries one graph; a graph without a regular order is no case.
func regular(name string, try func(string, bool, error)) {
	g, err := parse(name)
	if err != nil {
		try(name, false, err)
		return
	}
	r, answer, _, err := sched.FindRegularOrder(g)
	switch {
	case err != nil:
		try(name, false, err)
		return
	case answer == sched.No:
		return
	case answer != sched.Yes:
		try(name, false, errors.New("undecided"))
		return
	}
	n, err := time(r.Template(), r.Verify())
	if err != nil {
		try(name, false, err)
		return
	}
	diam, err := cayley.Diameter(g) // no greater: errata 15
	try(name, n == ceilDiv(g.Order()-1, g.Degree()) && diam <= n, err)
}

func parse(name string) (cayley.Cayley, error) {
	g, err := cayley.Parse(name)
	if err != nil {
		return nil, err
	}
	c, ok := g.(cayley.Cayley)
	if !ok {
		return nil, fmt.Errorf("theorems: %s is not a Cayley graph", name)
	}
	return c, nil
}
