package spectral

import (
	"math"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// alongChain is the sum over the cosets of ⟨g₁⟩, then of ⟨g₁, g₂⟩, …: where all elements of
// the subgroup H so far hold the same, the next generator g goes round a cycle of m, its
// least power in H. That is a sum over ⟨H, g⟩ where this has m·|H| elements: always in
// abelian groups, in dihedral ones with a rotation first. It reports whether the group has
// such a chain and cycles short enough to sum over.
func (p *Plan) alongChain(c cayley.Cayley) bool {
	inverse := cayley.InverseGens(c)
	var arcs []int // one of every pair
	for k, back := range inverse {
		if back < 0 || back >= k {
			arcs = append(arcs, k)
		}
	}
	list, ok := chain(c, arcs, inverse)
	if !ok {
		return false
	}
	for _, l := range list {
		if !p.cycle(l.order, l.arc, inverse[l.arc]) {
			return false
		}
	}
	p.Source = "one generator after the other"
	return true
}

// link is a generator and its order modulo those before it, at least 2.
type link struct{ arc, order int }

// chainWork bounds what the subgroups of all sets of generators have together.
const chainWork = 1 << 23

// chain orders generators so that the rounds are fewest, by dynamic programming over sets
// of them; those that add nothing are left out. It reports whether there is such an order
// and not too much to search.
func chain(c cayley.Cayley, arcs, inverse []int) ([]link, bool) {
	n := len(arcs)
	if n > 16 || c.Order() > chainWork>>n {
		return nil, false
	}
	size, order := make([]int, 1<<n), make([]int, n<<n)
	for set := range size {
		var within []bool
		within, size[set] = subgroup(c, chosen(arcs, set))
		for i, k := range arcs {
			m := 1
			for v := c.Gen(k); !within[v]; v = c.Neighbor(v, k) {
				m++
			}
			order[set*n+i] = m
		}
	}
	best, last := make([]int, 1<<n), make([]int, 1<<n)
	for set := 1; set < len(size); set++ {
		best[set] = math.MaxInt
		for i, k := range arcs {
			before := set &^ (1 << i)
			m := order[before*n+i]
			if before == set || best[before] == math.MaxInt || size[set] != size[before]*m {
				continue
			}
			rounds := best[before] + m - 1
			if inverse[k] >= 0 {
				rounds = best[before] + m/2
			}
			if rounds < best[set] {
				best[set], last[set] = rounds, i
			}
		}
	}
	var list []link
	set := len(size) - 1
	if best[set] == math.MaxInt {
		return nil, false
	}
	for ; set > 0; set &^= 1 << last[set] {
		i := last[set]
		if m := order[set&^(1<<i)*n+i]; m > 1 {
			list = append(list, link{arcs[i], m})
		}
	}
	slices.Reverse(list)
	return list, true
}

// chosen is the elements of list whose bits are set.
func chosen(list []int, set int) (some []int) {
	for i, x := range list {
		if set>>i&1 == 1 {
			some = append(some, x)
		}
	}
	return some
}

// subgroup is what the generators of these arcs generate.
func subgroup(c cayley.Cayley, arcs []int) (within []bool, size int) {
	within = make([]bool, c.Order())
	within[0] = true
	queue := []int{0}
	for at := 0; at < len(queue); at++ {
		for _, k := range arcs {
			if w := c.Neighbor(queue[at], k); !within[w] {
				within[w] = true
				queue = append(queue, w)
			}
		}
	}
	return within, len(queue)
}
