package sched

import (
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// digraphs calls f with every circulant digraph of order n.
func digraphs(n int, f func(g cayley.Cayley)) {
	for set := 1; set < 1<<(n-1); set++ {
		var steps []int
		for s := 1; s < n; s++ {
			if set>>(s-1)&1 == 1 {
				steps = append(steps, s)
			}
		}
		if g, err := cayley.Circulant(n, steps...); err == nil {
			f(g)
		}
	}
}

// dihedrals calls f with every Cayley digraph of the dihedral group of order 2n.
func dihedrals(t *testing.T, n int, f func(g cayley.Cayley)) {
	t.Helper()
	group, err := cayley.DihedralGroup(n)
	if err != nil {
		t.Fatal(err)
	}
	for set := 1; set < 1<<(2*n-1); set++ {
		var gens []int
		for v := 1; v < 2*n; v++ {
			if set>>(v-1)&1 == 1 {
				gens = append(gens, v)
			}
		}
		if g, err := cayley.NewCayley("dihedral", group, gens); err == nil { // else it does not generate
			f(g)
		}
	}
}

func gensOf(g cayley.Cayley) (gens []int) {
	for k := range g.Degree() {
		gens = append(gens, g.Gen(k))
	}
	return gens
}

// TestAllCirculantDigraphs: every one of order ≤ 12 in the time of a bound.
func TestAllCirculantDigraphs(t *testing.T) {
	kinds := map[string]int{}
	for n := 2; n <= 12; n++ {
		digraphs(n, func(g cayley.Cayley) { optimal(t, g, kinds) })
	}
	t.Log(kinds)
}

// TestAllDihedralDigraphs: every generating set of the dihedral groups of order
// ≤ 12, where errata 3 has its case: broadcast and accumulation differ there.
func TestAllDihedralDigraphs(t *testing.T) {
	kinds, differ := map[string]int{}, 0
	for n := 3; n <= 6; n++ {
		dihedrals(t, n, func(g cayley.Cayley) {
			var steps [2]int
			for task := range Task(2) {
				tm, b, err := Build(g, Options{Task: task})
				if err != nil {
					t.Fatal(err)
				}
				kinds[b.Kind]++
				steps[task] = tm.Steps
				if tm.Steps != b.Value {
					t.Errorf("order %d, generators %v, %s: %d steps, bound %v", g.Order(), gensOf(g), task, tm.Steps, b)
				}
			}
			if steps[0] != steps[1] {
				differ++
			}
		})
	}
	t.Log(kinds, "broadcast and accumulation differ:", differ)
	if differ == 0 {
		t.Error("errata 3: D6 has generators for which the two times differ")
	}
}

// orderByHand decides Definition 4.3 by trying every sequence.
func orderByHand(g cayley.Cayley) bool {
	p, d := g.Order(), g.Degree()
	dist := cayley.DistancesFrom(g, 0)
	at := make([]int, p) // position +1
	at[0] = 1
	var place func(i, used int) bool
	place = func(i, used int) bool {
		if i == p {
			return true
		}
		if (i-1)%d == 0 {
			used = 0
		}
		near := int32(p)
		for v := range p {
			if at[v] == 0 {
				near = min(near, dist[v])
			}
		}
		for v := range p {
			if at[v] != 0 || dist[v] != near {
				continue
			}
			for k := range d {
				u := g.Mul(v, g.Inv(g.Gen(k)))
				if used>>k&1 == 1 || at[u] == 0 || at[u]-1 > (i-1)/d*d || dist[u] >= dist[v] {
					continue
				}
				at[v] = i + 1
				if place(i+1, used|1<<k) {
					return true
				}
				at[v] = 0
			}
		}
		return false
	}
	return place(1, 0)
}

// TestRegularOrderIsDecided: the decision against the definition tried by hand,
// on every circulant digraph of order ≤ 9, and never unknown up to 12.
func TestRegularOrderIsDecided(t *testing.T) {
	count := map[Answer]int{}
	for n := 2; n <= 12; n++ {
		digraphs(n, func(g cayley.Cayley) {
			_, got, why, err := FindRegularOrder(g)
			count[got]++
			if got == Unknown || err != nil {
				t.Errorf("%s: %s, %v", g.Name(), why, err)
			}
			if n <= 9 && (got == Yes) != orderByHand(g) {
				t.Errorf("%s: %s (%s), by hand %v", g.Name(), got, why, !(got == Yes))
			}
		})
	}
	t.Log(count)
}

// TestBlocksAlone: the search for a regular order decides alone what a matching, which it is
// spared, decides as a rule.
func TestBlocksAlone(t *testing.T) {
	count := map[Answer]int{}
	for n := 2; n <= 9; n++ {
		digraphs(n, func(g cayley.Cayley) {
			adj := newAdjacency(g)
			dist := adj.distances()
			b := &blocks{g: g, adj: &adj, dist: dist, size: cayley.CountSpheres(dist), d: adj.d, gen: make([]int32, n), time: make([]int32, n), tail: cayley.In(g)}
			if crowded(b.size, b.d) != "" {
				return
			}
			got, why := b.search()
			count[got]++
			if b.gen[0] = -1; got == Yes && b.order().Verify() != nil {
				t.Errorf("%s: %v", g.Name(), b.order().Verify())
			}
			if want := orderByHand(g); want != (got == Yes) || !want && !strings.HasSuffix(why, " choices for the blocks that meet two spheres fail") {
				t.Errorf("%s: %s (%s), by hand %v", g.Name(), got, why, want)
			}
		})
	}
	if count[Yes] == 0 || count[No] == 0 {
		t.Errorf("%v: want both answers", count)
	}
	t.Log(count)
}
