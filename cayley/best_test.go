package cayley

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// cost is what Best goes by.
func cost(g Graph) (diameter, sum int) {
	for _, d := range Distances(g) {
		diameter, sum = max(diameter, int(d)), sum+int(d)
	}
	return diameter, sum
}

// lengths is the sum of |u-v| over the arcs from u to v, what Best goes by among equals.
func lengths(g Graph) (sum int) {
	for u := range g.Order() {
		for k := range g.Degree() {
			sum += max(u-g.Neighbor(u, k), g.Neighbor(u, k)-u)
		}
	}
	return sum
}

// TestBest: every graph has the order and the links that it is to have, each with its
// inverse, and what the table says of it; it is as good as any ring, torus or circulant
// of the powers of two, three or four with as many links, and no better than a tree of
// its degree allows.
func TestBest(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(bestFound), "\n")
	for p := 1; p <= BestSearched; p++ {
		g, err := Best(p)
		if err != nil {
			t.Fatal(err)
		}
		diameter, sum := cost(g)
		if g.Order() != p || g.Degree() != BestLinks(p) {
			t.Errorf("P=%d: %s has %d vertices and %d links, want %d", p, g.Name(), g.Order(), g.Degree(), BestLinks(p))
		}
		gens := make([]int, g.Degree())
		for k := range gens {
			gens[k] = g.Gen(k)
		}
		for _, x := range gens {
			if !slices.Contains(gens, g.Inv(x)) {
				t.Errorf("P=%d: %s has %d and not its inverse", p, g.Name(), x)
			}
		}
		if least, most := tree(p, g.Degree()); diameter < most || sum < least {
			t.Errorf("P=%d: %s has diameter %d and distances of %d in all, and no graph has less than %d and %d", p, g.Name(), diameter, sum, most, least)
		}
		if p&(p-1) == 0 {
			continue
		}
		row := fmt.Sprintf("%s %d %d %d", g.Name(), diameter, sum, lengths(g))
		if len(lines) == 0 || lines[0] != row {
			t.Fatalf("P=%d: the table goes on with %q, want %q", p, lines[:min(1, len(lines))], row)
		}
		lines = lines[1:]
		if cube := bits.Len(uint(p - 1)); diameter >= cube && p > 3 {
			t.Errorf("P=%d: %s has diameter %d, and the next larger cube %d", p, g.Name(), diameter, cube)
		}
		for base := 2; base <= 4; base++ {
			other := powers(p, base)
			if other == nil {
				continue
			}
			if d, s := cost(other); d < diameter || d == diameter && s < sum {
				t.Errorf("P=%d: %s has diameter %d and distances of %d in all, %s %d and %d", p, g.Name(), diameter, sum, other.Name(), d, s)
			}
		}
	}
	if len(lines) > 0 {
		t.Errorf("%d lines of the table are left", len(lines))
	}
}

// tree is the least that the distances of a graph of p vertices and degree d can sum
// up to, and the least diameter (Moore's bound).
func tree(p, d int) (sum, diameter int) {
	for left, layer := p-1, d; left > 0; layer = max(1, layer*(d-1)) {
		diameter++
		sum += diameter * min(left, layer)
		left -= layer
	}
	return sum, diameter
}

// powers is the circulant graph of the first powers of base and their inverses, at most
// BestLinks of them; nil: two are the same.
func powers(p, base int) Cayley {
	var steps []int
	for s := 1; len(steps)+2 <= BestLinks(p) && s < p; s *= base {
		steps = append(steps, s, p-s)
	}
	if g, err := Circulant(p, steps...); err == nil {
		return g
	}
	return nil
}

// TestBestBeyond: beyond the table the graphs have their links, and diameters below
// the next larger cube's.
func TestBestBeyond(t *testing.T) {
	for _, p := range []int{257, 258, 300, 321, 341, 1000, 1025, 1500, 3001, 4097, 10000, 50000, 65537} {
		g, err := Best(p)
		if err != nil {
			t.Fatal(err)
		}
		cube := bits.Len(uint(p - 1))
		if far, err := Diameter(g); err != nil || g.Order() != p || g.Degree() != BestLinks(p) || far >= cube {
			t.Errorf("P=%d: %s has %d links, want %d, and diameter %d, want less than %d: %v", p, g.Name(), g.Degree(), BestLinks(p), far, cube, err)
		}
	}
	for _, p := range []int{-1, 0, MaxOrder + 1} {
		if g, err := Best(p); err == nil || !strings.Contains(err.Error(), fmt.Sprint(p)) {
			t.Errorf("P=%d: %v, %v", p, g, err)
		} else if errors.Is(err, ErrSize) != (p > MaxOrder) {
			t.Errorf("P=%d: errors.Is(err, ErrSize) is wrong for %q", p, err)
		}
	}
	if g, err := Best(257); err != nil || g.Name() != "circulant:257:1,256,4,253,16,241,64,193,128,129" { // 128 for 256
		t.Errorf("P=257: %v, %v", g, err)
	}
	if g, err := Best(1 << 20); err != nil || g.Name() != "hypercube:20" {
		t.Errorf("P=2^20: %v, %v", g, err)
	}
}

// TestOutOfRange: functions without an error have an answer for arguments that mean
// nothing.
func TestOutOfRange(t *testing.T) {
	for _, p := range []int{0, -1, math.MinInt} {
		if links := BestLinks(p); links != 0 {
			t.Errorf("BestLinks(%d) = %d", p, links)
		}
	}
	for _, x := range [][2]int{{0, 0}, {-1, 0}, {12, 0}, {math.MaxInt, 1}, {4, -1}, {4, 24}} {
		if list := Unrank(x[0], x[1]); list != nil {
			t.Errorf("Unrank(%d, %d) = %v", x[0], x[1], list)
		}
	}
}
