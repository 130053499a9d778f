package cayley

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// dihedral is the group of order 2n with r^n = f² = 1, f·r = r⁻¹·f; element
// r^a·f^b is a + n·b.
type dihedral struct{ n int }

// DihedralGroup is the group of symmetries of the n-gon, of order 2n; element a + n·b is
// r^a·f^b, the rotation by a after b reflections.
func DihedralGroup(n int) (Group, error) {
	if err := inRange("dihedral:"+strconv.Itoa(n), "N", n, 1, MaxOrder/2); err != nil {
		return nil, err
	}
	return dihedral{n}, nil
}

// DihedralGraph is the Cayley graph of DihedralGroup(n) with generators written as words: r,
// r2, r-1 (rotations), f, r3f, r-1f (reflections). P = 2n. Exponents of r lie in -n < a < n.
// The error names the word that is wrong.
func DihedralGraph(n int, words ...string) (Cayley, error) {
	name := "dihedral:" + strconv.Itoa(n) + ":" + strings.Join(words, ",")
	if _, err := DihedralGroup(n); err != nil {
		return nil, err
	}
	g := dihedral{n}
	gens := make([]int, len(words))
	seen := map[int]string{}
	all, mirrors, first := n, 0, 0
	for i, w := range words {
		x, err := g.word(w)
		if err != nil {
			return nil, errf("%s: %v", name, err)
		}
		if x == 0 {
			return nil, errf("%s: generator %q is the identity", name, w)
		}
		if before, ok := seen[x]; ok {
			return nil, errf("%s: generator %q repeats the arc of %q", name, w, before)
		}
		seen[x], gens[i] = w, x
		switch {
		case x < n:
			all = gcd(all, x)
		case mirrors == 0:
			mirrors, first = 1, x-n
		default:
			all = gcd(all, (x-n-first+n)%n)
		}
	}
	if mirrors == 0 {
		return nil, errf("%s: the generators do not generate the group: no reflection, so f is not reached", name)
	}
	if all != 1 {
		return nil, errf("%s: the generators do not generate the group: r is not reached, only powers of r%d", name, all)
	}
	return dihedralGraph{generated{g, gens, name}, g}, nil
}

// word reads r^a·f^b.
func (g dihedral) word(w string) (int, error) {
	bad := fmt.Errorf("%q is not a word like r, r2, r-1, f or r3f", clip(w))
	rest, mirror := strings.CutSuffix(w, "f")
	x := 0
	if mirror {
		x = g.n
	}
	if rest == "" {
		if !mirror {
			return 0, bad
		}
		return x, nil
	}
	power, ok := strings.CutPrefix(rest, "r")
	if !ok {
		return 0, bad
	}
	a := 1
	if power != "" {
		var err error
		if a, err = strconv.Atoi(power); err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, bad
		}
		if err != nil || a <= -g.n || a >= g.n {
			return 0, fmt.Errorf("in %q the power is out of range: want %d to %d", clip(w), 1-g.n, g.n-1)
		}
	}
	return (a+g.n)%g.n + x, nil
}

func (g dihedral) Order() int { return 2 * g.n }

func (g dihedral) Mul(x, y int) int {
	a, mirror := x, 0
	if x >= g.n {
		a, mirror = x-g.n, 1
	}
	c, m := y, 0
	if y >= g.n {
		c, m = y-g.n, 1
	}
	if mirror == 1 {
		c = negMod(c, g.n)
	}
	return addMod(a, c, g.n) + (mirror^m)*g.n
}

func (g dihedral) Inv(x int) int {
	if x >= g.n {
		return x
	}
	return negMod(x, g.n)
}

type dihedralGraph struct {
	generated
	group dihedral
}

// Automorphisms are r → r^u, f → r^b·f for the units u and the b that permute
// the generators, all such if at most 2^16 need to be tried, else the identity.
func (g dihedralGraph) Automorphisms() Automorphisms {
	n := g.group.n
	index := genIndex(g)
	first := 0
	var targets []int
	for _, x := range g.gens {
		if x >= n {
			first = x - n
			targets = append(targets, x-n)
		}
	}
	if len(targets)*n > maxUnits {
		return alone{}
	}
	type auto struct{ u, b int }
	list := []auto{{1 % n, 0}}
	image := func(j, v int) int {
		if v < n {
			return mulMod(list[j].u, v, n)
		}
		return n + addMod(mulMod(list[j].u, v-n, n), list[j].b, n)
	}
	for u := range n {
		if gcd(u, n) != 1 {
			continue
		}
		for _, t := range targets {
			b := (t - mulMod(u, first, n) + n) % n
			if u == 1%n && b == 0 {
				continue
			}
			list = append(list, auto{u, b})
			for _, x := range g.gens {
				if _, ok := index[image(len(list)-1, x)]; !ok {
					list = list[:len(list)-1]
					break
				}
			}
		}
	}
	return newListed(g, len(list), image)
}
