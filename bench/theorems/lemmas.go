package theorems

import (
	"fmt"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/hypercube"
)

// lemmas is section 7 up to the proof of 6.5.
func lemmas(t *table) {
	checked := func(d, l int) (bool, error) {
		list, err := hypercube.Order(d, l)
		if err != nil {
			return false, err
		}
		return true, hypercube.CheckOrder(d, l, list)
	}
	within(t, "Lem 7.1", "the s-sets can be ordered so that S_i holds e_{i mod d}", 12, "errata 22; the order starts where sphere s starts in 7.2",
		func(d, s int) (bool, error) {
			list, err := hypercube.Order(d, s)
			if err != nil {
				return false, err
			}
			first := hypercube.Ball(d, s-1)
			for i, v := range list[first:] {
				if bits.OnesCount32(v) != s || v>>((first+i)%d)&1 == 0 {
					return false, nil
				}
			}
			return len(list)-first == hypercube.Binomial(d, s), nil
		})
	t.cubes("Lem 7.2", "the nonempty sets can be ordered so by size", 1, 16, func(d int) int { return 1<<d - 1 },
		func(d int) (int, error) {
			list, err := hypercube.Order(d, d)
			if err != nil {
				return 0, err
			}
			return len(list), hypercube.CheckOrder(d, d, list)
		}, "errata 22: they are 2^d - 1")
	t.cubes("Lem 7.4", "edges S no two parallel, moved by X without e_i-related members: every edge at most once", 1, 8,
		func(d int) int { return (1<<d - 1) << (d - 1) },
		func(d int) (int, error) { return moved(d, 1) }, "S the edges of each step of a broadcast, X the even and the odd vertices: 2^(d-1) edges for each of S. errata 23")
	t.cubes("Cor 7.5", "the same, moved by all of Q_d: every edge exactly twice", 1, 8,
		func(d int) int { return (1<<d - 1) << (d - 1) },
		func(d int) (int, error) { return moved(d, 2) }, "errata 23: undirected edges, once from even and once from odd vertices")
	within(t, "Lem 7.6", "for 1 ≤ r ≤ d/2 the order can end so that e_j and e_{j+r} are in R_j", 14, "errata 24: repaired for l = d; cases with other r hold without a condition", checked)
	within(t, "Lem 7.7", "and no set is led to from its own block", 14, "errata 24: by intervals at the head of every sphere", checked)
	t.cases("Lem 7.8", "d > 1 never divides 2^d - 1", "d=2…100000", "errata 26: the printed proof omits that the order divides d/p_1", func(try func(string, bool, error)) {
		for d := 2; d <= 100_000; d++ {
			try(fmt.Sprint(d), hypercube.Lemma78(d), nil)
		}
	})
	t.cubes("Def 7.9", "block sizes divide d; the rotation classes, counted by them and by Burnside", 1, 16, burnside,
		func(d int) (int, error) { return classes(d), nil }, "errata 27: b is positive")
	t.cubes("Lem 7.10", "every set of two or more elements has a regular antecedent", 2, 16,
		func(d int) int { return 1<<d - 1 - d },
		func(d int) (int, error) {
			n := 0
			for v := uint32(1); v < 1<<d; v++ {
				if a, ok := hypercube.RegularAntecedent(d, v); ok && bits.OnesCount32(v) > 1 && a&^v == 0 && rotations(d, a) == d {
					n++
				}
			}
			return n, nil
		}, "errata 27; number of sets")
	t.cases("Lem 7.11", "the special classes of s-sets can have n-1 regular classes each, all different", "all s < d, d=2…120", "errata 28: ε_1 ≥ Σ (n-1)ε_n, exact numbers; also (4,2) and (6,3), where 9/4·s² ≤ C(d,s) fails", func(try func(string, bool, error)) {
		for d := 2; d <= 120; d++ {
			for s := 1; s < d; s++ {
				try(fmt.Sprintf("d=%d s=%d", d, s), hypercube.Lemma711(d, s), nil)
			}
		}
	})
	tableI(t)
}

// rotations counts the distinct rotations of a subset of d elements.
func rotations(d int, set uint32) int {
	all := map[uint32]bool{}
	for i := range d {
		all[(set<<i|set>>(d-i))&(1<<d-1)] = true
	}
	return len(all)
}

// classes counts the rotation classes of subsets by Lemma 7.11's numbers.
func classes(d int) int {
	n := 1 // the full set
	for s := 1; s < d; s++ {
		for _, e := range hypercube.Classes(d, s) {
			n += int(e.Int64())
		}
	}
	return n
}

// burnside counts the rotation classes of the nonempty subsets of d elements:
// the mean number of sets that a rotation leaves as they are, less one.
func burnside(d int) int {
	sum := 0
	for i := range d {
		cycles, b := d, i // gcd(d, i)
		for b != 0 {
			cycles, b = b, cycles%b
		}
		sum += 1 << cycles
	}
	return sum/d - 1
}
