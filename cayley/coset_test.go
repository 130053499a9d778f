package cayley

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// subsetCoset is the coset graph of S_n by the stabiliser of {0 … k-1}, with
// an arc from H to every gH whose subset shares common symbols with it.
func subsetCoset(t *testing.T, n, k, common int) *Coset {
	s, err := SymmetricGroup(n)
	if err != nil {
		t.Fatal(err)
	}
	var h, delta []int
	seen := map[uint64]bool{}
	for v := range s.Order() {
		set, inside := uint64(0), 0
		for _, x := range Unrank(n, v)[:k] {
			set |= 1 << x
			if x < k {
				inside++
			}
		}
		if inside == k {
			h = append(h, v)
		} else if inside == common && !seen[set] {
			seen[set] = true
			delta = append(delta, v)
		}
	}
	c, err := NewCoset(fmt.Sprintf("S%d/%d,%d", n, k, common), s, h, delta)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCosetSubsets: Definition 2.1 gives the same graphs as subset arithmetic.
// Coset gH is the subset g{0 … k-1}, which fixes the isomorphism.
func TestCosetSubsets(t *testing.T) {
	for _, c := range []struct {
		n, k, common int
		spec         string
	}{{5, 2, 0, "petersen"}, {5, 2, 1, "johnson:5,2"}, {6, 3, 2, "johnson:6,3"}, {6, 2, 0, "kneser:6,2"}, {7, 3, 0, "odd:4"}} {
		g, coset := mustParse(t, c.spec), subsetCoset(t, c.n, c.k, c.common)
		if coset.Order() != g.Order() || coset.Degree() != g.Degree() {
			t.Fatalf("%s: coset graph with P %d, d %d", c.spec, coset.Order(), coset.Degree())
		}
		to := make([]int, g.Order())
		for v := range to {
			set := uint64(0)
			for _, x := range Unrank(c.n, coset.Rep(v))[:c.k] {
				set |= 1 << x
			}
			to[v] = subsetRank(set)
		}
		for v := range to {
			want := map[int]bool{}
			for k := range g.Degree() {
				want[g.Neighbor(to[v], k)] = true
			}
			for k := range coset.Degree() {
				if !want[to[coset.Neighbor(v, k)]] {
					t.Fatalf("%s: coset %d, arc %d", c.spec, v, k)
				}
			}
		}
		checkArcs(t, coset)
		checkAction(t, coset)
		if a := coset.FreeAction(); a.Order() == 1 {
			t.Errorf("%s: no free action found", c.spec)
		}
	}
}

func TestCosetErrors(t *testing.T) {
	s3, err := SymmetricGroup(3) // 0 e, 1 (12), 2 (01), 3, 4 rotations, 5 (02)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		h, delta []int
		want     string
	}{
		{[]int{0, 1}, []int{2, 4}, ""},
		{[]int{0}, []int{1, 2}, ""},
		{[]int{1}, []int{2}, "identity 0 is missing"},
		{[]int{0, 1, 1}, []int{2}, "listed twice"},
		{[]int{0, 6}, []int{2}, "element 6 of H is out of range 0 to 5"},
		{[]int{0, 1, 2}, []int{3}, "H is not a subgroup: 1·2"},
		{[]int{0, 1}, []int{1}, "element 1, lies in H"},
		{[]int{0, 1}, []int{6}, "out of range 0 to 5"},
		{[]int{0, 1}, []int{2, s3.Mul(2, 1)}, "same coset"},
		{[]int{0, 1}, []int{2}, "Definition 2.1(ii)"},
		{[]int{0, 3, 4}, []int{}, "Definition 2.1(i) fails"},
		{[]int{0}, []int{3, 4}, "Definition 2.1(i) fails: Δ and H do not generate the group; element 1"},
	} {
		g, err := NewCoset("test", s3, c.h, c.delta)
		switch {
		case c.want == "" && err != nil:
			t.Error(err)
		case c.want != "" && (err == nil || g != nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("H %v, Δ %v: %v does not say %q", c.h, c.delta, err, c.want)
		}
	}
}

// TestTable: every change of one entry, and every exchange of two, of a group's
// table is refused; the tables of the zoo's groups are accepted.
func TestTable(t *testing.T) {
	for _, spec := range []string{"dihedral:3:r,f", "hypercube:3", "star:4", "ccc:3", "ring:7"} {
		c := mustParse(t, spec).(Cayley)
		n := c.Order()
		mul := make([][]int, n)
		for a := range mul {
			mul[a] = make([]int, n)
			for b := range n {
				mul[a][b] = c.Mul(a, b)
			}
		}
		g, err := NewTable(mul)
		if err != nil {
			t.Fatal(err)
		}
		checkGroup(t, g)
		if n > 10 {
			continue
		}
		for a := range n {
			for b := range n {
				was := mul[a][b]
				for x := range n {
					if mul[a][b] = x; x == was {
						continue
					}
					if _, err := NewTable(mul); err == nil {
						t.Fatalf("%s: %d·%d changed to %d is still a group", spec, a, b, x)
					}
				}
				mul[a][b] = was
			}
		}
		for i := range n * n {
			for j := range i {
				x, y := &mul[i/n][i%n], &mul[j/n][j%n]
				if *x == *y {
					continue
				}
				*x, *y = *y, *x
				if _, err := NewTable(mul); err == nil {
					t.Fatalf("%s: entries %d and %d exchanged are still a group", spec, j, i)
				}
				*x, *y = *y, *x
			}
		}
	}
}

// TestSubgroup: the subgroups that coset graphs are made by.
func TestSubgroup(t *testing.T) {
	cube, err := BinaryGroup(4)
	if err != nil {
		t.Fatal(err)
	}
	twelve, err := CyclicGroup(12)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g    Group
		gens []int
		want []int
	}{
		{cube, []int{5, 2}, []int{0, 2, 5, 7}}, {cube, nil, []int{0}}, {cube, []int{1, 2, 4, 8, 15}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{twelve, []int{8}, []int{0, 4, 8}}, {twelve, []int{8, 6}, []int{0, 2, 4, 6, 8, 10}},
	} {
		if got, err := Subgroup(c.g, c.gens...); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("of a group of order %d by %v: %v, %v; want %v", c.g.Order(), c.gens, got, err, c.want)
		}
	}
	for _, x := range []int{12, -1} {
		if _, err := Subgroup(twelve, x); err == nil || !strings.Contains(err.Error(), "0 to 11") {
			t.Errorf("an element that is none: %v", err)
		}
	}
	h, err := Subgroup(twelve, 4)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := NewCoset("Z12/Z3", twelve, h, []int{1, 11}); err != nil || c.Order() != 4 {
		t.Errorf("its cosets: %v, %v", c, err)
	}
}
