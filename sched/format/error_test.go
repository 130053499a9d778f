package format

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/cayleycoll/cayleycoll/sched"
)

// TestErrorHasTheLine: every error of Read is an Error, and one of its reader is within.
func TestErrorHasTheLine(t *testing.T) {
	const head = `{"format":"cayleycoll/schedule/1","task":"broadcast",` + "\n"
	for text, want := range map[string]int{
		"\xef\xbb\xbf{}": 1,
		"{\n\n7}":        3,
		head + `"graph":{"type":"hypercube","d":2},"steps":2,` + "\n" + `"template":[[1,0]]}`:                                 3,
		head + `"graph":{"type":"hypercube","d":60},"steps":2,` + "\n" + `"template":[]}`:                                     2,
		head + `"graph":{"type":"hypercube","d":2},"steps":2,` + "\n" + `"sends":[],"root":9}`:                                3,
		head + `"graph":{"type":"hypercube","d":2},"steps":2,` + "\n" + `"sends":[],"template":[]}`:                           3,
		head + `"graph":{"type":"hypercube","d":2},"steps":2,` + "\n" + `"root":1,` + "\n" + `"template":[]` + "\n}":          3,
		head + `"graph":{"type":"hypercube","d":2},"steps":2,` + "\n" + `"model":"one-way",` + "\n" + `"template":[]` + "\n}": 3,
		head + `"graph":{"type":"edges","n":2,"arcs":[[0,1],[1,0]]},"steps":1,` + "\n" + `"template":[]}`:                     2,
		head + `"graph":{"type":"hypercube","d":2},"steps":2,` + "\n" + `"sends":[[1,0,1,0],` + "\n" + `[1,0,2,[0,1]]]}`:      4,
	} {
		_, err := Read(strings.NewReader(text))
		var at *Error
		if !errors.As(err, &at) || at.Line != want {
			t.Errorf("%q: %v, want line %d", text, err, want)
		}
	}
	for _, text := range []string{head, head + `"graph":{"type":"hypercube","d":0},"steps":0,"template":[]}`, head + `"steps":12`} { // before the end, after it, in a number
		broken := io.MultiReader(strings.NewReader(text), iotest.ErrReader(errFull))
		if _, err := Read(broken); err == nil || !errors.Is(err, errFull) || err.Error() != "format: line 2: disk full" {
			t.Errorf("of a reader that fails after %s: %v", text, err)
		}
	}
	if err := WriteScheduleDOT(io.Discard, large(t)); !errors.Is(err, sched.ErrTooMany) {
		t.Errorf("too large to write out: %v", err)
	}
}

// TestErrorInAGraph: what is wrong with an entry of a graph's list has the line where that begins;
// what is wrong with no single one has that of the key.
func TestErrorInAGraph(t *testing.T) {
	const head, tail = `{"format":"cayleycoll/schedule/1","task":"broadcast","steps":1,` + "\n" + `"graph":{"type":`, `},"template":[]}`
	for text, want := range map[string]string{
		"\"edges\",\"n\":3,\n\"arcs\":[\n[0,1],\n[1,\n2],\n[2,\n7]]": "line 7: graph: arc 2, [2,7]: vertex 7",
		"\"edges\",\"arcs\":[[0,1]\n,\n[1,1]],\"n\":2":               "line 4: graph: arc 1, [1,1]: a loop",
		"\"edges\",\"n\":3,\n\"arcs\":[[0,1],\n[0,1],[1,2]]":         "line 4: graph: arc 1, [0,1], repeats arc 0",
		"\"edges\",\"arcs\":[[0,1],\n[1,0]],\n\"n\":3":               "line 4: graph: vertex 2 has no arc",
		"\"edges\",\"n\":2,\n\"arcs\":[[0,1]]":                       "line 3: graph: not strongly connected",
		"\"cayley\",\"gens\":[1],\n\"mul\":[[0,1],\n[1,99]]":         "line 4: graph: not a group: 1·1 = 99",
		"\"cayley\",\n\"mul\":[[0,1],[1,0]],\n\"gens\":[1,\n0]":      "line 5: graph: generator 1 is the identity 0",
		"\"cayley\",\n\"mul\":[[0,1],[1,0]],\n\"gens\":[\n]":         "line 4: graph: the generators do not generate",
		"\"cayley\",\"perm\":[[1,0]\n,[1,1]]":                        "line 3: graph: permutation 1: position 1",
		"\"cayley\",\"perm\":[[1,0],\n\n[0,1]]":                      "line 4: graph: permutation 1 is the identity",
		"\"cayley\",\n\"perm\":[]":                                   "line 3: graph: permutations: at least one",
		"\"cayley\",\n\"name\":\"petersen\"":                         "line 3: graph: petersen is not a Cayley graph",
		"\"hypercube\",\n\"d\":60":                                   "line 3: graph: hypercube:60: too large",
		"\"hypercube\",\"d\":2,\n\"n\":4":                            "line 3: the graph has the key \"n\"",
		"\"cayley\",\"perm\":[[1,0]],\n\"gens\":[1]":                 "line 3: the graph's key \"gens\" does not go with",
	} {
		if _, err := Read(strings.NewReader(head + text + tail)); err == nil || !strings.HasPrefix(err.Error(), "format: "+want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// large is an exchange of 2^12·13 hops.
func large(t *testing.T) *sched.ExchangeTemplate {
	g := graph(t, "hypercube:13")
	p := g.Order()
	x := &sched.ExchangeTemplate{Graph: g, Steps: 1, Start: make([]int, p+1), Gen: make([]int32, 13*p/2), Time: make([]int32, 13*p/2)}
	for v := range p {
		x.Start[v+1] = x.Start[v]
		for k := range 13 {
			x.Start[v+1] += v >> k & 1
		}
	}
	return x
}
