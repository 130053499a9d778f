package cayley

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxSpec  = 1 << 16 // bytes of a specification
	maxDepth = 16      // products within products
)

// family is one line of the grammar.
type family struct {
	name, syntax string
	make         func(body string, depth int) (Graph, error)
}

// families is the grammar; a function because product refers to Parse.
func families() []family {
	return []family{
		{"hypercube", "hypercube:D", one(Hypercube)},
		{"folded", "folded:D", one(Folded)},
		{"ring", "ring:N", one(Ring)},
		{"torus", "torus:AxBxC…", parseTorus},
		{"circulant", "circulant:N:s1,s2,…", parseCirculant},
		{"complete", "complete:N", one(Complete)},
		{"bipartite", "bipartite:N", one(Bipartite)},
		{"hamming", "hamming:D,Q", two(Hamming)},
		{"star", "star:N", one(Star)},
		{"pancake", "pancake:N", one(Pancake)},
		{"bubble", "bubble:N", one(Bubble)},
		{"transposition", "transposition:N", one(Transposition)},
		{"dihedral", "dihedral:N:g1,g2,…", parseDihedral},
		{"ccc", "ccc:D", one(CCC)},
		{"butterfly", "butterfly:D", one(Butterfly)},
		{"petersen", "petersen", func(string, int) (Graph, error) { return Petersen(), nil }},
		{"johnson", "johnson:N,K", two(Johnson)},
		{"kneser", "kneser:N,K", two(Kneser)},
		{"odd", "odd:K", one(Odd)},
		{"file", "file:PATH", func(path string, _ int) (Graph, error) { return ReadFile(path) }},
		{"product", "product(G1;G2;…)", parseProduct},
		{"reverse", "reverse(G)", parseReverse},
	}
}

// Syntax returns the grammar of Parse, one line for each family.
func Syntax() []string {
	var lines []string
	for _, f := range families() {
		lines = append(lines, f.syntax)
	}
	return lines
}

// Parse makes the graph named by a specification in the grammar of Syntax, for instance
// "torus:4x4x2" or "product(ring:5;petersen)". The result's Name reads back to the same graph.
// Within product(…) the path of a file must not contain ';' or unbalanced parentheses. A family
// with a group yields a Cayley. The error is one line that says what would be right; it is
// ErrSize if the graph is beyond MaxOrder or a number is above those that its family takes.
// Only file:PATH touches anything outside the string.
func Parse(spec string) (Graph, error) {
	if len(spec) > maxSpec {
		return nil, errf("specification of %d bytes: %w: at most %d", len(spec), ErrSize, maxSpec)
	}
	if i := strings.IndexFunc(spec, unicode.IsControl); i >= 0 {
		return nil, errf("%q: control character at byte %d", clip(spec), i)
	}
	return parse(spec, 0)
}

func parse(spec string, depth int) (Graph, error) {
	if depth > maxDepth {
		return nil, errf("%q: products are nested deeper than %d", clip(spec), maxDepth)
	}
	name, body := spec, ""
	if i := strings.IndexAny(spec, ":("); i >= 0 {
		name, body = spec[:i], spec[i:]
	}
	all := families()
	i := slices.IndexFunc(all, func(f family) bool { return f.name == name })
	if i < 0 {
		meant := ""
		if family := similar(names(all), name); family != "" {
			meant = "; did you mean " + family + "?"
		}
		return nil, errf("%q: no graph family %q; the families are %s%s", clip(spec), clip(name), strings.Join(names(all), ", "), meant)
	}
	f := all[i]
	inner, ok := unwrap(f.syntax, name, body)
	if !ok {
		return nil, errf("%q: the form is %s", clip(spec), f.syntax)
	}
	g, err := f.make(inner, depth+1)
	if bad, ok := err.(syntaxError); ok {
		return nil, errf("%q: %w; the form is %s", clip(spec), bad.error, f.syntax)
	}
	return g, err
}

// unwrap takes ":body", "(body)" or nothing, as the family's syntax has it.
func unwrap(syntax, name, body string) (string, bool) {
	switch {
	case syntax == name:
		return "", body == ""
	case syntax[len(name)] == ':':
		return strings.TrimPrefix(body, ":"), len(body) > 1 && body[0] == ':'
	default:
		n := len(body)
		if n < 2 || body[0] != '(' || body[n-1] != ')' {
			return "", false
		}
		return body[1 : n-1], true
	}
}

func names(all []family) []string {
	var list []string
	for _, f := range all {
		list = append(list, f.name)
	}
	return list
}

// syntaxError is a mistake in a family's arguments; parse adds the form.
type syntaxError struct{ error }

func syntaxErrorf(format string, args ...any) error {
	return syntaxError{fmt.Errorf(format, args...)}
}

// ShortName is the name of g for use in a message: only the beginning of a long name, and
// without control characters, whoever gave it.
func ShortName(g Graph) string { return short(g.Name()) }

func short(name string) string { return plain(clip(name)) }

// plain is a text of others for a message: a control character, which could forge a line
// or steer a terminal, is a space.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

// clip cuts a long text, between two characters.
func clip(s string) string {
	if len(s) <= 80 {
		return s
	}
	end := 77
	for end > 77-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "..."
}
