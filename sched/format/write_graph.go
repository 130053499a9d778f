package format

import (
	"fmt"
	"strconv"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// tableLimit is the largest group whose multiplication table is written beside
// a name that cayley.Parse knows; a larger one is named alone.
const tableLimit = 1024

// graph writes what Read makes the same graph of: a hypercube, a name, the
// permutations or the table of a group, the arcs of a graph that is no Cayley
// graph. It refuses a group too large for its table that nothing else gives.
func (w *writer) graph(g cayley.Graph) error {
	c, ok := g.(cayley.Cayley)
	perm, listed := g.(cayley.Permuted)
	switch {
	case ok && cayley.IsHypercube(c):
		w.text("{\"type\":\"hypercube\",\"d\":", strconv.Itoa(c.Degree()), "}")
	case ok && listed:
		w.cayley(g)
		w.text(",\n  \"perm\":[")
		for k, list := range perm.Permutations() {
			if k > 0 {
				w.text(",")
			}
			w.ints(list...)
		}
		w.text("]}")
	case ok:
		known := g.Order() > tableLimit && named(c)
		if !known && g.Order() > cayley.MaxTable {
			return fmt.Errorf("format: %s: a group of order %d can be written by its table up to %d: give its graph by a name of the grammar or by permutations", cayley.ShortName(g), g.Order(), cayley.MaxTable)
		}
		w.cayley(g)
		if !known {
			w.table(c)
		}
		w.text("}")
	default:
		w.text("{\"type\":\"edges\",\"n\":", strconv.Itoa(g.Order()), ",\"arcs\":[")
		first := true
		arcs(g, func(u, _, v int) {
			if !first {
				w.text(",")
			}
			first = false
			w.ints(u, v)
		})
		w.text("]}")
	}
	return nil
}

// cayley begins a group, by its name if Read takes one of that length.
func (w *writer) cayley(g cayley.Graph) {
	w.text("{\"type\":\"cayley\"")
	if name := g.Name(); len(string([]rune(name))) <= maxText { // as quote writes it
		w.text(",\"name\":", quote(name))
	}
}

// named reports whether cayley.Parse makes this very graph from its name: equal
// products with generators make equal groups.
func named(c cayley.Cayley) bool {
	if refersToFile(c.Name()) || len(c.Name()) > maxText {
		return false
	}
	g, err := cayley.Parse(c.Name())
	if err != nil {
		return false
	}
	_, ok := g.(cayley.Cayley)
	return ok && cayley.Equal(g, c)
}

func (w *writer) table(c cayley.Cayley) {
	p := c.Order()
	row := make([]int, p)
	w.text(",\n  \"mul\":[")
	for a := range p {
		for b := range p {
			row[b] = c.Mul(a, b)
		}
		if a > 0 {
			w.text(",")
		}
		w.ints(row...)
	}
	w.text("],\n  \"gens\":")
	gens := make([]int, c.Degree())
	for k := range gens {
		gens[k] = c.Gen(k)
	}
	w.ints(gens...)
}
