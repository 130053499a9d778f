package coll

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// labels multiplies ranks as elements of a group, for programs of one vertex.
type labels struct {
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

// product is x·row.
func (l *labels) product(x, row int) int {
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
func modulo(n int) labels { return labels{kind: cyclic, n: n} }

// labelsOf are the labels of a Cayley graph; universal says that all products will
// be wanted, so that a table of them pays.
func labelsOf(g cayley.Cayley, universal bool) (labels, error) {
	n := g.Order()
	switch {
	case cayley.IsHypercube(g):
		return labels{kind: xored, n: n}, nil
	case isModulo(g):
		return modulo(n), nil
	case !universal:
		return labels{kind: computed, n: n, group: g}, nil
	case n > maxCompiled:
		return labels{}, fmt.Errorf("the products of %s are tabled for at most %d processors, not %d; use direct, or a hypercube", g.Name(), maxCompiled, n)
	}
	l := labels{kind: tabled, n: n, table: make([]uint16, n*n)}
	for row := range n {
		for x := range n {
			l.table[row*n+x] = uint16(g.Mul(x, row))
		}
	}
	return l, nil
}

// isModulo says whether the product is addition modulo the order, which it is if 1 is
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
