package program

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Labels multiply ranks as elements of a group, for programs of one vertex.
type Labels struct {
	kind  labelKind
	n     int          // P
	table []uint16     // of products x·row at row·n + x
	group cayley.Group // where there is no table
}

type labelKind uint8

const (
	asWritten labelKind = iota // no group: ranks are what they say
	xored                      // the cube
	cyclic                     // the integers modulo P
	tabled                     // any group, its products looked up
	computed                   // any group, its products worked out
)

// None reports whether there are no labels: ranks are what they say.
func (l *Labels) None() bool { return l.kind == asWritten }

// Product is x·row.
func (l *Labels) Product(x, row int) int {
	switch l.kind {
	case xored:
		return x ^ row
	case cyclic:
		if x += row; x >= l.n {
			x -= l.n
		}
		return x
	case tabled:
		return int(l.table[row*l.n+x])
	}
	return l.group.Mul(x, row)
}

// modulo are the labels of the integers modulo n.
func modulo(n int) Labels { return Labels{kind: cyclic, n: n} }

// Computed are labels whose every product the group is asked for.
func Computed(g cayley.Group) Labels { return Labels{kind: computed, n: g.Order(), group: g} }

// labelsOf are the labels of a Cayley graph.
func labelsOf(g cayley.Cayley) Labels {
	switch n := g.Order(); {
	case cayley.IsHypercube(g):
		return Labels{kind: xored, n: n}
	case isModulo(g):
		return modulo(n)
	}
	return Computed(g)
}

// universalLabels are labelsOf a graph whose every product will be wanted, so that a table of
// them pays.
func universalLabels(g cayley.Cayley) (Labels, error) {
	l, n := labelsOf(g), g.Order()
	if l.kind != computed {
		return l, nil
	}
	if n > MaxWritten {
		return Labels{}, fmt.Errorf("the products of %s are tabled for at most %d processors, not %d; use direct, or a hypercube", g.Name(), MaxWritten, n)
	}
	l = Labels{kind: tabled, n: n, table: make([]uint16, n*n)}
	for row := range n {
		for x := range n {
			l.table[row*n+x] = uint16(g.Mul(x, row))
		}
	}
	return l, nil
}

// isModulo reports whether the product is addition modulo the order, which it is if 1 is
// added to everything.
func isModulo(g cayley.Cayley) bool {
	n := g.Order()
	for x := range n {
		if g.Mul(x, 1%n) != (x+1)%n {
			return false
		}
	}
	return true
}
