package cayley

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"":                                "no graph family",
		"cube:3":                          `no graph family "cube"`,
		"Hypercube:4":                     "reverse; did you mean hypercube?",
		"hypercubes:4":                    "reverse; did you mean hypercube?",
		"tours:4x4":                       "product, reverse",
		"toros:4x4":                       "reverse; did you mean torus?",
		"peterson":                        "reverse; did you mean petersen?",
		"hypercube":                       "the form is hypercube:D",
		"hypercube:":                      "the form is hypercube:D",
		"hypercube:x":                     `"x" is not a whole number`,
		"ring:99999999999999999999x":      `"99999999999999999999x" is not a whole number`,
		"hypercube:-1":                    "must be 0 to 28",
		"hypercube:29":                    "too large: the dimension must be 0 to 28",
		"folded:29":                       "too large: the dimension must be 0 to 28",
		"hypercube:99999999999999999999":  "too large: 99999999999999999999, and numbers go to 268435456; the form is hypercube:D",
		"torus:4x99999999999999999999":    "too large: 99999999999999999999, and numbers go to 268435456; the form is torus:AxBxC…",
		"ring:-99999999999999999999":      "out of range; the form is ring:N",
		"ring:0":                          "the order must be 1 to",
		"ring:999999999":                  "too large",
		"torus:4x":                        "is not a whole number; the form is torus:AxBxC…",
		"torus:4x0":                       "side 0 must be at least 1",
		"torus:99999x99999":               "too large",
		"circulant:8":                     "steps are missing",
		"circulant:8:":                    "steps are missing",
		"circulant:0:":                    "the order must be 1 to 268435456",
		"circulant:x:1":                   `"x" is not a whole number; the form is circulant:N:s1,s2,…`,
		"circulant:8:2,4":                 "only multiples of 2",
		"circulant:8:1,0":                 "step 0 is the identity",
		"circulant:8:1,-7":                "step -7 repeats the arc of step 1",
		"circulant:8:9":                   "step 9 is out of range",
		"circulant:8:1,x":                 `"x" is not a whole number; the form is circulant:N:s1,s2,…`,
		"circulant:8:9999999999999999999": "too large: 9999999999999999999, and numbers go to 268435456; the form is circulant:N:s1,s2,…",
		"hamming:3":                       "two numbers",
		"hamming:9,99":                    "too large",
		"hamming:29,2":                    "too large: D must be 0 to 28",
		"hamming:-1,2":                    "D must be 0 to 28",
		"hamming:2,0":                     "Q must be at least 1",
		"star:12":                         "too large: the number of symbols must be 1 to 11",
		"pancake:12":                      "too large: the number of symbols must be 1 to 11",
		"bubble:13":                       "too large: the number of symbols must be 1 to 11",
		"transposition:12":                "too large: the number of symbols must be 1 to 11",
		"reverse(star:12)":                "star:12: too large: the number of symbols must be 1 to 11",
		"star:0":                          "must be 1 to 11",
		"dihedral:1073741824:r,f":         "too large: N must be 1 to 134217728",
		"dihedral:1073741824":             "too large: N must be 1 to 134217728",
		"dihedral:0:f":                    "N must be 1 to 134217728",
		"dihedral:x:f":                    `"x" is not a whole number; the form is dihedral:N:g1,g2,…`,
		"dihedral:4":                      "the generators are missing",
		"dihedral:4:r,r-3,f":              `"r-3" repeats the arc of "r"`,
		"dihedral:4:r":                    "no reflection",
		"dihedral:4:f,r2f":                "only powers of r2",
		"dihedral:4:q":                    "not a word",
		"dihedral:4:f,3":                  `"3" is not a word`,
		"dihedral:4:r,3f":                 `"3f" is not a word`,
		"dihedral:4:f,rx":                 `"rx" is not a word like r, r2, r-1, f or r3f`,
		"dihedral:4:":                     "not a word",
		"dihedral:4:r0,f":                 "identity",
		"dihedral:4:r4,f":                 "out of range",
		"ccc:0":                           "D must be 1 to 23",
		"ccc:24":                          "too large: D must be 1 to 23",
		"butterfly:24":                    "too large: D must be 1 to 23",
		"petersen:3":                      "the form is petersen",
		"johnson:5,6":                     "K must be 1 to N",
		"johnson:64,2":                    "too large: N must be 1 to 63",
		"johnson:0,2":                     "N must be 1 to 63",
		"johnson:60,30":                   "too large",
		"kneser:4,2":                      "not connected",
		"odd:1":                           "K must be 2",
		"odd:40":                          "too large: K must be 2 to 31",
		"product()":                       `"product()": factor 1 is empty; the form is product(`,
		"product(ring:3":                  "the form is product",
		"product(ring:3;)":                `"product(ring:3;)": factor 2 is empty`,
		"product(ring:3,ring:4)":          `"3,ring:4" is not a whole number; the form is ring:N; the factors of a product are separated by ';'`,
		"product(petersen,ring:3;ring:4)": `no graph family "petersen,ring"; the families are`,
		"product(ring:3,petersen)":        "; the factors of a product are separated by ';'",
		"product(ring:99999;ring:9999)":   "too large",
		"product(file:testdata/arcs.json;ring:3)": "not regular",
		"reverse(petersen)":                       "only a Cayley graph",
		"file:testdata/none.json":                 "no such file",
		"file:testdata":                           "not a regular file",
		strings.Repeat("product(", 30) + "ring:3" + strings.Repeat(")", 30): "nested deeper",
		strings.Repeat("9", 1<<17):           "too large",
		"torus:1" + strings.Repeat("x1", 28): "too large: more than 28 sides",
	} {
		g, err := Parse(spec)
		if err == nil || g != nil {
			t.Errorf("%q: made %v", clip(spec), g)
			continue
		}
		if !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "cayley: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %q does not say %q", clip(spec), err, want)
		}
		if strings.Contains(want, "too large") != errors.Is(err, ErrSize) {
			t.Errorf("%q: errors.Is(err, ErrSize) is wrong for %q", clip(spec), err)
		}
	}
}

func TestFileErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                                      "1: the file ends too early",
		"{\n\"n\":3,\n\"arcs\":[[0,1],\n[1,":    "4: the file ends too early",
		`[]`:                                    "1: { is needed here",
		`{}`:                                    "1: no key; a graph has the keys mul and gens",
		"{\n\"n\":3\n}":                         `3: key "arcs" is missing beside "n"; a graph has the keys mul and gens`,
		"{\"gens\":[1]\n}":                      `2: key "mul" is missing beside "gens"`,
		"{\"n\":3,\"arcs\":[],\n\"gens\":[1]}":  `2: key "gens" does not go with "n"; a graph has`,
		`{"n":3,"n":4,"arcs":[]}`:               `key "n" a second time`,
		`{"n":2,"arcs":[[0,1],[1,0]],"x":1}`:    `unknown key "x"`,
		`{"n":2,"arcs":[[0,1],[1,0]]} 7`:        "text after the graph",
		`{"n":999999999999999999999,"arcs":[]}`: "1: 999999999999999999999: too large: at most 268435456 vertices are possible",
		"{\"n\":4,\n\"arcs\":[[0,1],[1,0],[2,3],[3,2]]}":         "g.json:2: not connected: no path from vertex 0 to vertex 2",
		"{\"n\":3,\n\"arcs\":[[0,1],[1,2],[2,1]]}":               "g.json:2: not strongly connected: no path from vertex 1 to vertex 0",
		`{"n":200000000,"arcs":[]}`:                              "g.json:1: 0 arcs cannot touch all of 200000000",
		`{"n":999999999,"arcs":[[0,1]]}`:                         "too large",
		"{\"arcs\":[[0,1],\n[1,3]],\"n\":3}":                     "g.json:2: arc 1, [1,3]: vertex 3 is out of range 0 to 2",
		`{"n":2,"arcs":[[0,1],[1,1]]}`:                           "a loop",
		`{"n":2,"arcs":[[0,1],[1,0],[0,1]]}`:                     "arc 2, [0,1], repeats arc 0",
		`{"n":3,"arcs":[[0,1],[1,0]]}`:                           "g.json:1: vertex 2 has no arc",
		"{\"n\":2,\n\"arcs\":[[0,1,2]]}":                         "2: arc 0 has 3 numbers",
		`{"n":2,"arcs":[[0,1.5]]}`:                               "whole number",
		`{"n":2,"arcs":[[0,"a"]]}`:                               "not string",
		`{"n":2,"arcs":[[0,1],[1,[0]]]}`:                         "not array",
		`{"n":3,"arcs":[[0,1],[1,2],[null,0]]}`:                  "not null",
		`{"n":3,"arcs":[[0,1],[1,2],null]}`:                      "not null",
		`{"n":null,"arcs":[]}`:                                   "not null",
		`{"mul":[[0,1],[1,null]],"gens":[1]}`:                    "not null",
		`{"mul":[[0]],"gens":null}`:                              "not null",
		`{"perm":[[1,null]]}`:                                    "not null",
		"\xef\xbb\xbf{}":                                         "g.json:1: want JSON in UTF-8, without a byte order mark",
		"{\"arcs\":[],\n\"n\":-2}":                               "g.json:2: -2 vertices; a graph has at least 1",
		`{"mul":[],"gens":[]}`:                                   "g.json:1: multiplication table of 0 rows",
		"{\"gens\":[1],\n\"mul\":[[0,1],[1,1]]}":                 "g.json:2: not a group: 1·0 = 1·1 = 1",
		"{\"mul\":[[0,1],[1,0]],\n\"gens\":[2]}":                 "g.json:2: generator 0 is 2, out of range 0 to 1",
		"{\"perm\":[[1,0],\n[1,1]]}":                             "g.json:2: permutation 1: position 1: point 1 comes twice",
		"{\n\"perm\":[[1,0],\n[1,0]]}":                           "g.json:3: permutation 1 repeats the arc of permutation 0",
		"{\"perm\":[[1,0]\n,\n[0,1]\n]}":                         "g.json:3: permutation 1 is the identity",
		"{\"perm\":[[1,0],\n[1,0,2]]}":                           "g.json:2: permutation 1: it moves 3 points",
		"{\n\"mul\":[[0,1],\n[1,2]],\"gens\":[1]}":               "g.json:3: not a group: 1·1 = 2 is out of range",
		"{\"mul\":[\n[0,1],\n[0,1]],\"gens\":[1]}":               "g.json:3: not a group with identity 0: 1·0 = 0",
		"{\"mul\":[\n[1,0],\n[0,1]],\"gens\":[1]}":               "g.json:2: not a group with identity 0: 0·0 = 1",
		"{\"mul\":[[0,1],\n[1,1]],\"gens\":[1]}":                 "g.json:2: not a group: 1·0 = 1·1 = 1",
		"{\"mul\":[\n[0,1,2],\n[1,0,2],\n[2,1,0]],\"gens\":[1]}": "g.json:4: not a group: 0·1 = 2·1 = 1",
		"{\"mul\":[\n[0,1]],\"gens\":[1]}":                       "g.json:2: row 0 of the multiplication table has 2 entries",
		"{\"mul\":[[0,1],[1,0]],\"gens\" :\n[1,\n\r\n 0\n]}":     "g.json:4: generator 1 is the identity",
		"{\"mul\":[[0,1],[1,0]],\"gens\":[1\n,1]}":               "g.json:2: generator 1 repeats the arc of generator 0",
		"{\"mul\":[[0,1],[1,0]],\n\"gens\":[\n]}":                "g.json:2: the generators do not generate the group",
		"{\"n\":2,\"arcs\":[\n[0,\n1],\n[1,\n1]]}":               "g.json:4: arc 1, [1,1]: a loop",
		"{\"n\":3,\n\"arcs\":[\n[1,2],[2,1],\n[1,2]]}":           "g.json:4: arc 2, [1,2], repeats arc 0", // before vertex 0, without an arc
		"{\"mul\":[[0,1],\n[1]],\"gens\":[1]}":                   "2: row 1 of mul has 1 entries",
		`{"mul":[[0,1]],"gens":[1]}`:                             "row 0 of the multiplication table has 2 entries, not 1",
		`{"mul":[[0,1],[1,2]],"gens":[1]}`:                       "1·1 = 2 is out of range",
		`{"mul":[[1,0],[0,1]],"gens":[1]}`:                       "0·0 = 1",
		`{"mul":[[0,1],[1,1]],"gens":[1]}`:                       "1·0 = 1·1 = 1",
		`{"mul":[[0,1],[1,0]],"gens":[0]}`:                       "generator 0 is the identity",
		`{"mul":[[0,1],[1,0]],"gens":[1,1]}`:                     "generator 1 repeats the arc of generator 0",
		`{"mul":[[0,1],[1,0]],"gens":[2]}`:                       "out of range 0 to 1",
		`{"perm":[]}`:                                            "at least one",
		`{"perm":[[]]}`:                                          "at least one",
		`{"perm":[[1,0],[0,1]]}`:                                 "permutation 1 is the identity",
		`{"perm":[[1,0],[1,0]]}`:                                 "permutation 1 repeats the arc of permutation 0",
		"{\"perm\":[[1,0],\n[1,2.5]]}":                           "2: a whole number",
		`{"perm":[[1,0],[1,0,2]]}`:                               "permutation 1: it moves 3 points",
		`{"perm":[[1,2]]}`:                                       "position 1: point 2 is out of range 0 to 1",
		`{"perm":[[1,1]]}`:                                       "position 1: point 1 comes twice",
		`{"perm":[[1,0]],"gens":[1]}`:                            `1: key "gens" does not go with "perm"; a graph has the keys mul and gens, or perm, or`,
		`{"perm":[[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,0],[1,0,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]]}`: "more than 268435456 elements",
		`{"mul":[[0,1],[1,0]],"gens":[]}`:                                                  "element 1 is not in their subgroup of order 1",
		`{"mul":[[0,1,2,3,4],[1,0,3,4,2],[2,4,0,1,3],[3,2,4,0,1],[4,3,1,2,0]],"gens":[1]}`: "not associative",
		"{\"n\":3,\n\"arcs\":[[0,1],\n{}]}":                                                "g.json:3: a whole number or a list of such is needed, not object",
		"{\"n\":3,\n\"arcs\":[true]}":                                                      "g.json:2: a whole number or a list of such is needed, not bool",
		`{"n":false}`:                                                                      "not bool",
		// Of what is no JSON, the line of the first character that is wrong.
		"\n\nx":                                  "g.json:3: invalid character 'x' looking for beginning of value",
		"{\n\n7:1}":                              "g.json:3: invalid character '7' looking for beginning of object key string",
		"{\n\"n\" 3}":                            "g.json:2: invalid character '3' after object key",
		"{\"n\":3\n\"arcs\":[]}":                 "g.json:2: invalid character '\"' after object key:value pair",
		"{\"n\":\"a\nb\"}":                       "g.json:1: invalid character '\\n' in string literal",
		"{\n\"n\":2,\n\"arcs\":[[0,1],\n[1 0]]}": "g.json:4: invalid character '0' after array element",
		"{\n\"n\":2,\n\"arcs\":[[0,1]\n[1,0]]}":  "g.json:4: invalid character '[' after array element",
		"{\"perm\":[[1,2,0],\n\n[2,x,1],\n[0]]}": "g.json:3: invalid character 'x' looking for beginning of value",
	} {
		path := filepath.Join(t.TempDir(), "g.json")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		g, err := Parse("file:" + path)
		if err == nil || g != nil {
			t.Errorf("%s: made %v", text, g)
		} else if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %q does not say %q", text, err, want)
		}
	}
}

// TestBlanksInNames: a file's name is what it is, blanks and all, and the name of a graph made of it reads back.
func TestBlanksInNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), " a b ")
	if err := os.WriteFile(path, []byte(`{"perm":[[1,2,0]]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"file:" + path, "reverse(file:" + path + ")", "product(file:" + path + ";ring:3)"} {
		if g, err := Parse(spec); err != nil || g.Name() != spec {
			t.Errorf("%q: %v, %v", spec, g, err)
		}
	}
	if g, err := Parse("reverse( ring:5)"); err == nil {
		t.Errorf("a blank before the name of a graph: made %v", g)
	}
}

// FuzzParse: no text makes Parse panic or ask for more than it may, and every
// name reads back. Files are fuzzed by FuzzReadJSON.
func FuzzParse(f *testing.F) {
	for _, spec := range zoo {
		f.Add(spec)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		if strings.Contains(spec, "file:") {
			return
		}
		g, err := Parse(spec)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: more than one line: %q", spec, err)
			}
			return
		}
		again, err := Parse(g.Name())
		if err != nil || again.Name() != g.Name() || again.Order() != g.Order() || again.Degree() != g.Degree() {
			t.Fatalf("%q: name %q reads back as %v, %v", spec, g.Name(), again, err)
		}
		if d := g.Degree(); d > 0 {
			v := g.Order() - 1
			if u := g.Neighbor(v, d-1); u < 0 || u >= g.Order() || u == v {
				t.Fatalf("%q: arc %d out of %d leads to %d", spec, d-1, v, u)
			}
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	f.Add(`{"mul":[[0,1],[1,0]],"gens":[1]}`)
	f.Add("{\"n\":3,\n\"arcs\":[[0,1],[1,2],[2,0]]}")
	f.Add(`{"n":99999999,"arcs":[[0,`)
	f.Add(`{"perm":[[1,2,0,3],[0,1,3,2]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ReadJSON("file:x", strings.NewReader(text))
		if _, listed := g.(Permuted); err == nil && g.Order() > len(text) && !listed {
			t.Fatalf("%d vertices from %d bytes", g.Order(), len(text))
		}
	})
}

// TestDepth: products nest as deep as the grammar says, and no deeper.
func TestDepth(t *testing.T) {
	for depth, ok := range map[int]bool{maxDepth: true, maxDepth + 1: false} {
		if _, err := Parse(strings.Repeat("product(", depth) + "ring:3" + strings.Repeat(")", depth)); (err == nil) != ok {
			t.Errorf("%d products: %v", depth, err)
		}
	}
}
