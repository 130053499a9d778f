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

// ownKeys are the keys of a type besides "type" and "name".
var ownKeys = map[string][]string{"hypercube": {"d"}, "cayley": {"mul", "gens", "perm"}, "edges": {"n", "arcs"}}

// build makes the graph of a schedule of so many elements.
func (g *graphText) build(elements int) (cayley.Graph, error) {
	if err := g.checkKeys(); err != nil {
		return nil, err
	}
	graph, err := g.make()
	if err == nil && g.kind != "edges" { // whose arcs the file has
		err = sparse(graph, elements)
	}
	if err != nil {
		return nil, onLine(g.line, "graph: %w", err)
	}
	return graph, nil
}

// checkKeys wants the keys of the type, and no others.
func (g *graphText) checkKeys() error {
	need := map[string][]string{"hypercube": {"d"}, "cayley": {}, "edges": {"n", "arcs"}, "": {"type"}}[g.kind]
	switch {
	case g.kind != "cayley" || g.keys["perm"] && !g.keys["mul"] && !g.keys["gens"]:
	case g.keys["perm"]:
		return onLine(g.line, "the graph has both permutations and a table: give one")
	case g.keys["mul"] || g.keys["gens"]:
		need = []string{"mul", "gens"}
	default:
		need = []string{"name"}
	}
	for _, key := range need {
		if !g.keys[key] {
			return onLine(g.line, "the graph lacks the key %q", key)
		}
	}
	for _, key := range [...]string{"d", "mul", "gens", "perm", "n", "arcs"} {
		if own := ownKeys[g.kind]; g.keys[key] && !slices.Contains(own, key) {
			return onLine(g.line, "the graph has the key %q: those of type %q are %s", key, g.kind, strings.Join(own, ", "))
		}
	}
	return nil
}

// make makes the graph of keys that are as they should be.
func (g *graphText) make() (cayley.Graph, error) {
	switch {
	case g.kind == "hypercube":
		return cayley.Hypercube(g.d)
	case g.kind == "edges":
		graph, err := cayley.NewGraph(g.nameOr("edges"), g.n, g.arcs)
		if err == nil && !cayley.Connected(graph) {
			err = errors.New("the graph is not strongly connected")
		}
		return graph, err
	case g.keys["perm"]:
		return cayley.NewPermCayley(g.nameOr("cayley"), g.perm)
	case g.keys["mul"]:
		return tableGraph(g.nameOr("cayley"), g.mul, g.gens)
	case refersToFile(g.name):
		return nil, errors.New("a schedule file cannot refer to another file")
	}
	graph, err := cayley.Parse(g.name)
	if _, ok := graph.(cayley.Cayley); err == nil && !ok {
		err = fmt.Errorf("%s is not a Cayley graph: want one, or its arcs as \"edges\"", cayley.ShortName(graph))
	}
	return graph, err
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
