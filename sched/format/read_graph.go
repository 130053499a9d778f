package format

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func (g *graphText) read(s *scanner) {
	g.line, g.keys = s.line, map[string]bool{}
	s.expect('{', "graph")
	for n := 0; s.more(n == 0, '}', "graph"); n++ {
		key := s.text("graph")
		if g.keys[key] {
			s.fail("graph: key %.80q comes twice", key)
		}
		g.keys[key] = true
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
		g.gens = s.list(key)
	case "mul":
		g.readMul(s)
	case "perm":
		s.expect('[', key)
		for s.more(len(g.perm) == 0, ']', key) {
			g.perm = append(g.perm, s.list(fmt.Sprintf("permutation %d", len(g.perm))))
		}
	case "arcs":
		g.readArcs(s)
	default:
		s.fail("graph has the unknown key %.80q; a graph has type and name, and d, or mul and gens, or perm, or n and arcs", key)
	}
}

func (g *graphText) readMul(s *scanner) {
	s.expect('[', "mul")
	for s.more(len(g.mul) == 0, ']', "mul") {
		if len(g.mul) == cayley.MaxTable {
			s.fail("mul has more than %d rows, the greatest order of a table", cayley.MaxTable)
			return
		}
		g.mul = append(g.mul, s.list(fmt.Sprintf("row %d of mul", len(g.mul))))
	}
}

func (g *graphText) readArcs(s *scanner) {
	s.expect('[', "arcs")
	for s.more(len(g.arcs) == 0, ']', "arcs") {
		arc := s.list(fmt.Sprintf("arc %d", len(g.arcs)))
		if len(arc) != 2 {
			s.fail("arc %d has %d numbers, not 2", len(g.arcs), len(arc))
		}
		if n := int64(g.n); g.keys["n"] && int64(len(g.arcs)) >= n*(n-1) {
			s.fail("arc %d is one too many: %d vertices have at most %d", len(g.arcs), n, n*(n-1))
		}
		if s.err != nil {
			return
		}
		g.arcs = append(g.arcs, [2]int{arc[0], arc[1]})
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
