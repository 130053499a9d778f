package format

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// graphText is the "graph" of a schedule file as it was read: some 8 bytes for each byte of
// its text, and as much again while a list grows.
type graphText struct {
	line       int
	kind, name string
	d, n       int
	mul        [][]int
	gens       []int
	perm       [][]int
	arcs       [][2]int
	keys       map[string]bool
}

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
			s.expect('[', key)
			for s.more(len(g.mul) == 0, ']', key) {
				if len(g.mul) == cayley.MaxTable {
					s.fail("mul has more than %d rows, the greatest order of a table", cayley.MaxTable)
					return
				}
				g.mul = append(g.mul, s.list(fmt.Sprintf("row %d of mul", len(g.mul))))
			}
		case "perm":
			s.expect('[', key)
			for s.more(len(g.perm) == 0, ']', key) {
				g.perm = append(g.perm, s.list(fmt.Sprintf("permutation %d", len(g.perm))))
			}
		case "arcs":
			s.expect('[', key)
			for s.more(len(g.arcs) == 0, ']', key) {
				arc := s.list(fmt.Sprintf("arc %d", len(g.arcs)))
				if s.err == nil && len(arc) != 2 {
					s.fail("arc %d has %d numbers, not 2", len(g.arcs), len(arc))
				}
				if s.err != nil {
					return
				}
				g.arcs = append(g.arcs, [2]int{arc[0], arc[1]})
			}
		default:
			s.fail("graph has the unknown key %.80q", key)
		}
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

// ownKeys are the keys of a type besides "type" and "name".
var ownKeys = map[string][]string{"hypercube": {"d"}, "cayley": {"mul", "gens", "perm"}, "edges": {"n", "arcs"}}

// build makes the graph of a schedule of so many elements.
func (g *graphText) build(elements int) (cayley.Graph, error) {
	var graph cayley.Graph
	var err error
	need := map[string][]string{"hypercube": {"d"}, "cayley": {}, "edges": {"n", "arcs"}, "": {"type"}}[g.kind]
	switch {
	case g.kind != "cayley" || g.keys["perm"] && !g.keys["mul"] && !g.keys["gens"]:
	case g.keys["perm"]:
		return nil, onLine(g.line, "the graph has both permutations and a table: give one")
	case g.keys["mul"] || g.keys["gens"]:
		need = []string{"mul", "gens"}
	default:
		need = []string{"name"}
	}
	for _, key := range need {
		if !g.keys[key] {
			return nil, onLine(g.line, "the graph lacks the key %q", key)
		}
	}
	for _, key := range [...]string{"d", "mul", "gens", "perm", "n", "arcs"} {
		if own := ownKeys[g.kind]; g.keys[key] && !slices.Contains(own, key) {
			return nil, onLine(g.line, "the graph has the key %q: those of type %q are %s", key, g.kind, strings.Join(own, ", "))
		}
	}
	switch {
	case g.kind == "hypercube":
		graph, err = cayley.Hypercube(g.d)
	case g.kind == "edges":
		graph, err = cayley.NewGraph(g.nameOr("edges"), g.n, g.arcs)
		if err == nil && !cayley.Connected(graph) {
			err = errors.New("the graph is not strongly connected")
		}
	case g.kind == "cayley" && g.keys["perm"]:
		graph, err = cayley.NewPermCayley(g.nameOr("cayley"), g.perm)
	case g.keys["mul"]:
		graph, err = tableGraph(g.nameOr("cayley"), g.mul, g.gens)
	default:
		if refersToFile(g.name) {
			return nil, onLine(g.line, "graph: a schedule file cannot refer to another file")
		}
		graph, err = cayley.Parse(g.name)
		if _, ok := graph.(cayley.Cayley); err == nil && !ok {
			err = fmt.Errorf("%s is not a Cayley graph: want one, or its arcs as \"edges\"", cayley.ShortName(graph))
		}
	}
	if err != nil {
		return nil, onLine(g.line, "graph: %w", err)
	}
	if err := sparse(graph, elements); err != nil && g.kind != "edges" { // whose arcs the file has
		return nil, onLine(g.line, "graph: %w", err)
	}
	return graph, nil
}

// tableGraph is the Cayley graph of a multiplication table, checked.
func tableGraph(name string, mul [][]int, gens []int) (cayley.Graph, error) {
	group, err := cayley.NewTable(mul)
	if err != nil {
		return nil, err
	}
	return cayley.NewCayley(name, group, gens)
}

// refersToFile reports whether a name of the grammar reads a file somewhere.
func refersToFile(name string) bool { return strings.Contains(name, "file:") }

func (g *graphText) nameOr(name string) string {
	if g.name != "" {
		return g.name
	}
	return name
}
