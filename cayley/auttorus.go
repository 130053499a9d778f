package cayley

import "slices"

// Automorphisms of a torus rotate all classes of equal sides at once: j times,
// every coordinate goes to the next axis with the same side and the last comes
// back to the first with its sign changed. On one class of c sides that is a
// cycle of all its 2c generators (c for sides of 2), so with all sides equal
// the list is transitive. Count is the least common multiple over the classes: below
// 2^13, since they have 28 axes at most.
func (t *torus) Automorphisms() Automorphisms {
	a, count := torusRotation{t, make([]int, len(t.axes)), make([]bool, len(t.axes))}, 1
	for i, x := range t.axes {
		var class []int
		for j, y := range t.axes {
			if y.side == x.side {
				class = append(class, j)
			}
		}
		at := slices.Index(class, i)
		a.next[i] = class[(at+1)%len(class)]
		a.flip[i] = at == len(class)-1
		if x.side == 1 {
			continue
		}
		period := len(class)
		if x.side > 2 {
			period *= 2
		}
		count *= period / gcd(count, period)
	}
	return newListed(t, count, a.image)
}

type torusRotation struct {
	*torus
	next []int  // the axis that axis i goes to
	flip []bool // whether its sign changes on the way
}

// image is that of v after j rotations.
func (a torusRotation) image(j, v int) int {
	w := 0
	for i, x := range a.axes {
		c, at := v/x.stride%x.side, i
		for range a.class(i, j) {
			if a.flip[at] {
				c = negMod(c, x.side)
			}
			at = a.next[at]
		}
		w += c * a.axes[at].stride
	}
	return w
}

// class is j modulo the rotations after which axis i and its sign are back.
func (a torusRotation) class(i, j int) int {
	period := 2
	for at := a.next[i]; at != i; at = a.next[at] {
		period += 2
	}
	return j % period
}
