// Package house holds the tests that keep the rooms of the module in order.
package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/cayleycoll/cayleycoll/"

// may says which rooms each room may know. No arrow runs upward.
var may = map[string][]string{
	"internal/asm":                  {},
	"cayley":                        {},
	"exact":                         {},
	"internal/best":                 {"cayley"},
	"buffers":                       {"internal/asm"},
	"sched":                         {"cayley"},
	"sched/format":                  {"sched", "cayley"},
	"hypercube":                     {"sched", "cayley"},
	"spectral":                      {"cayley", "exact"},
	"internal/program":              {"sched", "hypercube", "cayley"},
	"coll/transport":                {},
	"coll":                          {"coll/transport", "internal/program", "sched", "sched/format", "spectral", "cayley", "buffers", "internal/asm", "internal/threads"},
	"internal/threads":              {},
	"coll/mpi":                      {"coll", "coll/transport"},
	"coll/mpi/auto":                 {"coll/mpi", "coll/transport"},
	"coll/mpi/internal/conformance": {"cayley", "coll", "coll/mpi"},
	"bench":                         {"coll", "coll/transport", "cayley", "internal/asm"},
	"bench/theorems":                {"sched", "hypercube", "spectral", "cayley"},
	"bench/peers":                   {"bench", "coll"},
	"bench/report":                  {"bench", "bench/peers", "coll", "sched", "hypercube", "spectral", "cayley"},
	"cmd/collbench":                 {"bench", "bench/peers", "bench/report", "bench/theorems", "coll", "coll/mpi", "sched", "sched/format", "hypercube", "spectral", "cayley"},
}

// examples may know what users are told of.
var examples = []string{"coll", "coll/mpi", "coll/mpi/auto", "cayley", "exact"}

// source is a Go file of the module.
type source struct {
	path, room string // from the module's folder, with slashes
	test       bool
	imports    []string
	file       *ast.File
}

// goFiles are the module's, without the generator of the assembly, which is a module of its own.
func goFiles(t *testing.T) (list []source) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "_gen" || d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		rel, err := filepath.Rel("../..", path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s := source{path: filepath.ToSlash(rel), room: filepath.ToSlash(filepath.Dir(rel)), test: strings.HasSuffix(path, "_test.go"), file: f}
		for _, im := range f.Imports {
			name, err := strconv.Unquote(im.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, name)
		}
		list = append(list, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 100 {
		t.Errorf("read %d files; the walk has lost its way", len(list))
	}
	return list
}

// TestArrowsRunDownward: programs know the rooms that the plan lets them know, and all of
// those.
func TestArrowsRunDownward(t *testing.T) {
	known := map[[2]string]bool{}
	for _, s := range goFiles(t) {
		if s.test {
			continue
		}
		for _, name := range s.imports {
			below, ours := strings.CutPrefix(name, module)
			if !ours {
				continue
			}
			known[[2]string{s.room, below}] = true
			allowed, planned := may[s.room]
			switch {
			case strings.HasPrefix(s.room, "examples/"):
				if !slices.Contains(examples, below) {
					t.Errorf("%s: an example imports %s; want one of %s", s.path, below, strings.Join(examples, ", "))
				}
			case !planned:
				t.Errorf("%s: no such room as %s in the plan", s.path, s.room)
			case !slices.Contains(allowed, below):
				t.Errorf("%s: %s may not import %s", s.path, s.room, below)
			}
		}
	}
	for room, allowed := range may {
		for _, below := range allowed {
			if !known[[2]string{room, below}] {
				t.Errorf("the plan lets %s import %s, which it does not", room, below)
			}
		}
	}
}

// TestRoomsOfCONTRIBUTING: the page has every room, above all those that it may know.
func TestRoomsOfCONTRIBUTING(t *testing.T) {
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, house, _ := strings.Cut(string(page), "\n## The house\n")
	line := map[string]int{}
	for i, text := range strings.Split(house, "\n") {
		for word := range strings.FieldsSeq(text) {
			if _, room := may[word]; !room || !strings.HasPrefix(text, "    ") {
				break // of what the room is for
			}
			line[word] = i
		}
	}
	for room, allowed := range may {
		if line[room] == 0 {
			t.Errorf("CONTRIBUTING.md has no %s among the rooms", room)
		}
		for _, below := range allowed {
			if line[below] > 0 && line[below] <= line[room] {
				t.Errorf("CONTRIBUTING.md: %s may know %s and does not stand above it", room, below)
			}
		}
	}
}
