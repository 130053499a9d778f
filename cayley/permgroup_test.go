package cayley

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// composed is a·b, b first.
func composed(a, b []int) []int {
	c := make([]int, len(a))
	for i, x := range b {
		c[i] = a[x]
	}
	return c
}

// closureOf lists the group by hand: all products, in lexicographic order.
func closureOf(gens [][]int) [][]int {
	one := make([]int, len(gens[0]))
	for i := range one {
		one[i] = i
	}
	seen := map[string]bool{fmt.Sprint(one): true}
	all := [][]int{one}
	for i := 0; i < len(all); i++ {
		for _, g := range gens {
			if v := composed(all[i], g); !seen[fmt.Sprint(v)] {
				seen[fmt.Sprint(v)] = true
				all = append(all, v)
			}
		}
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// TestPermGroupByHand: order, numbers, products and inverses of random groups
// against all their elements listed.
func TestPermGroupByHand(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	orders := map[int]int{}
	for range 150 {
		n := 1 + rng.IntN(7)
		var gens [][]int
		for range 1 + rng.IntN(3) {
			g := rng.Perm(n)
			if rng.IntN(3) > 0 { // smaller groups: two blocks
				cut := rng.IntN(n + 1)
				g = append(rng.Perm(cut), rng.Perm(n-cut)...)
				for i := cut; i < n; i++ {
					g[i] += cut
				}
			}
			gens = append(gens, g)
		}
		all := closureOf(gens)
		g, err := NewPermGroup(gens)
		if err != nil {
			t.Fatal(err)
		}
		if g.Order() != len(all) {
			t.Fatalf("%v: order %d, by hand %d", gens, g.Order(), len(all))
		}
		orders[len(all)]++
		for v, list := range all {
			if got := g.Arrangement(v); !slices.Equal(got, list) {
				t.Fatalf("%v: element %d is %v, by hand %v", gens, v, got, list)
			}
			if got, err := g.Element(list); got != v || err != nil {
				t.Fatalf("%v: %v is element %d, %v; by hand %d", gens, list, got, err, v)
			}
			w := rng.IntN(len(all))
			if got := all[g.Mul(v, w)]; !slices.Equal(got, composed(list, all[w])) {
				t.Fatalf("%v: %d·%d is %v", gens, v, w, got)
			}
			if g.Mul(v, g.Inv(v)) != 0 || g.Mul(g.Inv(v), v) != 0 {
				t.Fatalf("%v: inverse of %d", gens, v)
			}
		}
		for range 20 {
			list := rng.Perm(n)
			_, err := g.Element(list)
			if in := slices.ContainsFunc(all, func(x []int) bool { return slices.Equal(x, list) }); in != (err == nil) {
				t.Fatalf("%v: %v: %v, by hand %v", gens, list, err, in)
			}
		}
	}
	t.Log(len(orders), "orders")
}

// TestPermGroupsKnown: orders from the literature, and S_n numbered as ever.
func TestPermGroupsKnown(t *testing.T) {
	cycle := func(n int) []int {
		p := make([]int, n)
		for i := range p {
			p[i] = (i + 1) % n
		}
		return p
	}
	m11 := [][]int{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0}, {0, 1, 6, 9, 5, 3, 10, 2, 8, 4, 7}}
	m12 := [][]int{append(slices.Clone(m11[0]), 11), append(slices.Clone(m11[1]), 11), {11, 10, 5, 7, 8, 2, 9, 3, 4, 6, 1, 0}}
	for _, c := range []struct {
		gens  [][]int
		order int
	}{
		{m11, 7920}, {m12, 95040}, {[][]int{cycle(1000)}, 1000},
		{[][]int{{0}}, 1}, {[][]int{{0, 1, 2}}, 1},
		{[][]int{{1, 2, 3, 0, 4, 5, 6, 7}, {0, 1, 2, 3, 5, 6, 7, 4}}, 16},
		{[][]int{cycle(11), append([]int{1, 0}, cycle(11)[1:10]...)}, 39916800},
	} {
		if c.order == 39916800 {
			p := make([]int, 11)
			for i := range p {
				p[i] = i
			}
			p[0], p[1] = 1, 0
			c.gens[1] = p
		}
		g, err := NewPermGroup(c.gens)
		if err != nil || g.Order() != c.order {
			t.Errorf("order %d, want %d: %v", g.Order(), c.order, err)
		}
	}
	for _, n := range []int{64, 70, 130} { // the symmetries of a polygon of more points than a word has bits
		mirror := make([]int, n)
		for i := range mirror {
			mirror[i] = (n - i) % n
		}
		g, err := NewPermGroup([][]int{cycle(n), mirror})
		if err != nil || g.Order() != 2*n {
			t.Fatalf("%d points: order %d, %v", n, g.Order(), err)
		}
		for v := range 2 * n {
			w := (v*31 + 7) % (2 * n)
			list := composed(g.Arrangement(v), g.Arrangement(w))
			if got, err := g.Element(list); err != nil || got != g.Mul(v, w) || g.Mul(v, g.Inv(v)) != 0 {
				t.Fatalf("%d points: %d·%d = %d, %v; Mul says %d", n, v, w, got, err, g.Mul(v, w))
			}
		}
	}
	for n := 2; n <= 5; n++ {
		swap := cycle(n)
		for i := range swap {
			swap[i] = i
		}
		swap[0], swap[1] = 1, 0
		g, err := NewPermGroup([][]int{cycle(n), swap})
		if err != nil {
			t.Fatal(err)
		}
		s, _ := SymmetricGroup(n)
		if g.Order() != s.Order() {
			t.Fatalf("S_%d: order %d", n, g.Order())
		}
		for a := range g.Order() {
			for b := range g.Order() {
				if g.Mul(a, b) != s.Mul(a, b) {
					t.Fatalf("S_%d: %d·%d = %d, want %d", n, a, b, g.Mul(a, b), s.Mul(a, b))
				}
			}
		}
	}
	big := [][]int{cycle(1024), cycle(1024)}
	big[1] = slices.Clone(big[1])
	for i := range big[1] {
		big[1][i] = i
	}
	big[1][0], big[1][1] = 1, 0
	if _, err := NewPermGroup(big); !errors.Is(err, ErrSize) {
		t.Errorf("S_1024: %v", err)
	}
	if _, err := NewPermGroup([][]int{make([]int, 1025)}); !errors.Is(err, ErrSize) {
		t.Errorf("1025 points: %v", err)
	}
}

// TestPermCayley: star:5 by its permutations is star:5, arc for arc.
func TestPermCayley(t *testing.T) {
	g, err := NewPermCayley("star", [][]int{{1, 0, 2, 3, 4}, {2, 1, 0, 3, 4}, {3, 1, 2, 0, 4}, {4, 1, 2, 3, 0}})
	if err != nil {
		t.Fatal(err)
	}
	s, _ := Star(5)
	for v := range s.Order() {
		for k := range s.Degree() {
			if g.Neighbor(v, k) != s.Neighbor(v, k) || In(g)(v, k) != In(s)(v, k) {
				t.Fatalf("arc %d of %d", k, v)
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() { g.Mul(77, 99) }); n > 0 {
		t.Errorf("%v allocations a product", n)
	}
}

func ExampleNewPermCayley() {
	m11, err := NewPermCayley("M11", [][]int{
		{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0},
		{0, 1, 6, 9, 5, 3, 10, 2, 8, 4, 7},
	})
	fmt.Println(m11.Order(), m11.Degree(), err)
	fmt.Println(Spheres(m11)[:6])
	_, err = NewPermGroup([][]int{{1, 0, 2}, {1, 1, 2}})
	fmt.Println(err)
	// Output:
	// 7920 2 <nil>
	// [1 2 4 8 15 29]
	// cayley: permutation 1: position 1: point 1 comes twice
}

// TestDistinctAutomorphisms: none is listed twice, of however few symbols.
func TestDistinctAutomorphisms(t *testing.T) {
	for _, family := range []string{"star", "bubble", "transposition", "pancake"} {
		for n := 1; n <= 5; n++ {
			g := mustParse(t, fmt.Sprintf("%s:%d", family, n))
			a := g.(interface{ Automorphisms() Automorphisms }).Automorphisms()
			seen := map[string]int{}
			for j := range a.Count() {
				images := ""
				for v := range g.Order() {
					images += fmt.Sprint(a.Image(j, v), " ")
				}
				if i, twice := seen[images]; twice {
					t.Errorf("%s: automorphisms %d and %d are the same", g.Name(), i, j)
				}
				seen[images] = j
			}
		}
	}
}

// TestClip: a long name is cut between two characters, and what is no character does not matter.
func TestClip(t *testing.T) {
	for i := range 5 {
		name := strings.Repeat("a", 70+i) + strings.Repeat("é", 40)
		if got := clip(name); !utf8.ValidString(got) || !strings.HasPrefix(name, strings.TrimSuffix(got, "...")) || len(got) < 79 || len(got) > 80 {
			t.Errorf("%q", got)
		}
	}
	if got := clip(strings.Repeat("\x80", 100)); len(got) < 76 {
		t.Errorf("%q", got)
	}
}
