package format

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// graphText is the "graph" of a schedule file as it was read: some 10 bytes for each byte of
// its text, and as much again while a list grows.
type graphText struct {
	line       int // where it begins
	kind, name string
	d, n       int
	mul        [][]int
	gens       []int
	perm       [][]int
	arcs       [][2]int
	keys       map[string]int     // the line of each
	lines      map[string][]int32 // by key: where each entry of its list begins
	made       cayley.Graph       // nil before known
}

// ownKeys are the keys of a type besides "type" and "name".
var ownKeys = map[string][]string{"hypercube": {"d"}, "cayley": {"mul", "gens", "perm"}, "edges": {"n", "arcs"}}

// build makes the graph of a schedule of so many elements.
func (g *graphText) build(elements int) (cayley.Graph, error) {
	graph, err := g.known()
	if err == nil && g.kind != "edges" { // whose arcs the file has
		if err := sparse(graph, elements); err != nil {
			return nil, onLine(g.line, "graph: %w", err)
		}
	}
	return graph, err
}

// known makes the graph, once.
func (g *graphText) known() (cayley.Graph, error) {
	if g.made != nil {
		return g.made, nil
	}
	if err := g.checkKeys(); err != nil {
		return nil, err
	}
	graph, key, err := g.make()
	if err != nil {
		return nil, g.offence(key, err)
	}
	g.made = graph
	return graph, nil
}

// offence is an error of package cayley on the line of the entry that it names, else of the key.
func (g *graphText) offence(key string, err error) *Error {
	line := g.keys[key]
	if in := (*cayley.EntryError)(nil); errors.As(err, &in) {
		line = int(g.lines[key][in.Entry])
	}
	return onLine(line, "graph: %w", unprefixed{err, cmp.Or(g.kind, "edges")})
}

// unprefixed is an error of package cayley without its name, nor that of a graph that has
// only its kind for a name.
type unprefixed struct {
	error
	kind string
}

func (u unprefixed) Error() string {
	return strings.TrimPrefix(strings.TrimPrefix(u.error.Error(), "cayley: "), u.kind+": ")
}

func (u unprefixed) Unwrap() error { return u.error }

// checkKeys wants the keys of the type, and no others.
func (g *graphText) checkKeys() error {
	need := map[string][]string{"hypercube": {"d"}, "cayley": {}, "edges": {"n", "arcs"}, "": {"type"}}[g.kind]
	const forms = "want mul and gens, or perm, or name"
	switch {
	case g.kind != "cayley":
	case g.keys["perm"] > 0:
		for _, key := range [...]string{"mul", "gens"} {
			if g.keys[key] > 0 {
				return onLine(g.keys[key], "the graph's key %q does not go with \"perm\": %s", key, forms)
			}
		}
	case g.keys["mul"] > 0 || g.keys["gens"] > 0:
		need = []string{"mul", "gens"}
	case g.keys["name"] == 0:
		return onLine(g.line, "the graph does not say which: %s", forms)
	}
	for _, key := range need {
		if g.keys[key] == 0 {
			return onLine(g.line, "the graph lacks the key %q", key)
		}
	}
	for _, key := range [...]string{"d", "mul", "gens", "perm", "n", "arcs"} {
		if own := ownKeys[g.kind]; g.keys[key] > 0 && !slices.Contains(own, key) {
			return onLine(g.keys[key], "the graph has the key %q: those of type %q are %s", key, g.kind, strings.Join(own, ", "))
		}
	}
	return nil
}

// make makes the graph of keys that are as they should be; if it cannot, key is the one at fault.
func (g *graphText) make() (graph cayley.Graph, key string, err error) {
	switch {
	case g.kind == "hypercube":
		graph, err = cayley.Hypercube(g.d)
		return graph, "d", err
	case g.kind == "edges":
		return g.edges()
	case g.keys["perm"] > 0:
		graph, err = cayley.NewPermCayley(cmp.Or(g.name, "cayley"), g.perm)
		if errors.Is(err, cayley.ErrSize) {
			err = fmt.Errorf("%w; want at most %d vertices, or an element for every vertex but one", err, sparseOrder)
		}
		return graph, "perm", err
	case g.keys["mul"] > 0:
		group, err := cayley.NewTable(g.mul)
		if err != nil {
			return nil, "mul", err
		}
		graph, err = cayley.NewCayley(cmp.Or(g.name, "cayley"), group, g.gens)
		return graph, "gens", err
	case refersToFile(g.name):
		return nil, "name", errors.New("a schedule file cannot refer to another file")
	}
	graph, err = cayley.Parse(g.name)
	if _, ok := graph.(cayley.Cayley); err == nil && !ok {
		err = fmt.Errorf("%s is not a Cayley graph: want one, or its arcs as \"edges\"", cayley.ShortName(graph))
	}
	return graph, "name", err
}

// edges makes the graph of arcs, as make does.
func (g *graphText) edges() (graph cayley.Graph, key string, err error) {
	graph, err = cayley.NewGraph(cmp.Or(g.name, "edges"), g.n, g.arcs)
	if arc := (*cayley.EntryError)(nil); err != nil && !errors.As(err, &arc) {
		return nil, "n", err
	}
	if err == nil {
		err = cayley.CheckConnected(graph)
	}
	return graph, "arcs", err
}

// refersToFile reports whether a name of the grammar reads a file somewhere.
func refersToFile(name string) bool { return strings.Contains(name, "file:") }
