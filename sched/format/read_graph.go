package format

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func (g *graphText) read(s *scanner) {
	g.line, g.keys, g.lines = s.line, map[string]int{}, map[string][]int32{}
	s.expect('{', "graph")
	for n := 0; s.more(n == 0, '}', "graph"); n++ {
		key := s.text("graph")
		if g.keys[key] > 0 {
			s.fail("graph: key %.80q comes twice", key)
		}
		g.keys[key] = s.line
		s.colon(key)
		g.value(s, key)
	}
}

// value reads the value of one key.
func (g *graphText) value(s *scanner, key string) {
	switch key {
	case "type":
		g.kind = []string{"hypercube", "cayley", "edges"}[s.oneOf("graph type", "hypercube", "cayley", "edges")]
	case "name":
		g.name = s.text(key)
	case "d":
		g.d = s.natural(key)
	case "n":
		g.n = s.natural(key)
	case "gens":
		g.entries(s, key, func() { g.gens = append(g.gens, s.int(key)) })
	case "mul":
		g.readMul(s)
	case "perm":
		g.entries(s, key, func() {
			g.perm = append(g.perm, s.list(fmt.Sprintf("permutation %d", len(g.perm))))
		})
	case "arcs":
		g.readArcs(s)
	default:
		s.fail("graph has the unknown key %.80q; a graph has type and name, and d, or mul and gens, or perm, or n and arcs", key)
	}
}

func (g *graphText) readMul(s *scanner) {
	g.entries(s, "mul", func() {
		if len(g.mul) == cayley.MaxTable {
			s.fail("mul has more than %d rows, the greatest order of a table", cayley.MaxTable)
			return
		}
		g.mul = append(g.mul, s.list(fmt.Sprintf("row %d of mul", len(g.mul))))
	})
}

func (g *graphText) readArcs(s *scanner) {
	g.entries(s, "arcs", func() {
		arc := s.list(fmt.Sprintf("arc %d", len(g.arcs)))
		if len(arc) != 2 {
			s.fail("arc %d has %d numbers, not 2", len(g.arcs), len(arc))
			return
		}
		g.arcs = append(g.arcs, [2]int{arc[0], arc[1]})
		if n := int64(g.n); g.keys["n"] > 0 && int64(len(g.arcs)) > n*(n-1) && s.err == nil {
			// More than there are pairs: one is a loop, repeats another or leaves the graph.
			_, key, err := g.edges()
			s.err = g.offence(key, err)
		}
	})
}

// entries reads a list, whose entries entry reads, and keeps the line where each begins.
func (g *graphText) entries(s *scanner, key string, entry func()) {
	s.expect('[', key)
	for first := true; s.more(first, ']', key); first = false {
		g.lines[key] = append(g.lines[key], int32(s.line))
		entry()
	}
}

func (s *scanner) list(where string) []int {
	list := []int{}
	s.expect('[', where)
	for s.more(len(list) == 0, ']', where) {
		list = append(list, s.int(where))
	}
	return list
}
