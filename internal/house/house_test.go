// Package house holds the test that keeps the rooms of the module in order.
package house

import (
	"go/parser"
	"go/token"
	"io/fs"
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
	"internal/best":                 {"cayley"},
	"buffers":                       {"internal/asm"},
	"sched":                         {"cayley"},
	"sched/format":                  {"sched", "cayley"},
	"hypercube":                     {"sched", "cayley"},
	"spectral":                      {"cayley"},
	"coll":                          {"sched", "sched/format", "hypercube", "spectral", "cayley", "buffers", "internal/asm"},
	"coll/mpi":                      {"coll"},
	"coll/mpi/auto":                 {"coll", "coll/mpi"},
	"coll/mpi/internal/conformance": {"cayley", "coll", "coll/mpi"},
	"bench":                         {"coll", "sched", "sched/format", "hypercube", "spectral", "cayley", "buffers", "internal/asm"},
	"bench/theorems":                {"sched", "hypercube", "spectral", "cayley"},
	"bench/peers":                   {"bench", "coll"},
	"bench/report":                  {"bench", "coll", "sched", "hypercube", "spectral", "cayley"},
	"cmd/collbench":                 {"bench", "bench/peers", "bench/report", "bench/theorems", "coll", "coll/mpi", "sched", "sched/format", "hypercube", "spectral", "cayley"},
}

// pure rooms are mathematics: no machinery, no clock.
var pure = []string{"cayley", "sched", "hypercube", "spectral"}

var machinery = []string{"unsafe", "time", "sync", "sync/atomic", "log", "log/slog", "runtime", "syscall", "golang.org/x/sys/unix"}

// heavy modules are for the command; a program that links coll gets none.
var heavy = []string{"github.com/spf13/", "gonum.org/v1/plot", "github.com/schollz/", "golang.org/x/perf"}

// TestArrowsRunDownward: programs know only rooms below them, and tests of what makes
// machines no tuning table.
func TestArrowsRunDownward(t *testing.T) {
	files := 0
	makes := map[string]bool{"coll": true, "internal/house": true} // machines, here in the pages' programs
	tested, untuned := map[string]bool{}, map[string]bool{}
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
		rel, err := filepath.Rel("../..", filepath.Dir(path))
		if err != nil {
			return err
		}
		files++
		room, test := filepath.ToSlash(rel), strings.HasSuffix(path, "_test.go")
		tested[room] = tested[room] || test
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, im := range f.Imports {
			name, err := strconv.Unquote(im.Path.Value)
			if err != nil {
				return err
			}
			makes[room] = makes[room] || name == module+"coll"
			untuned[room] = untuned[room] || name == module+"internal/untuned"
			if !test {
				check(t, path, room, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 {
		t.Errorf("read %d files; the walk has lost its way", files)
	}
	for room, does := range makes {
		if does && tested[room] && !untuned[room] {
			t.Errorf("no test of %s imports internal/untuned, and its machines obey the developer's tuning table", room)
		}
	}
}

func check(t *testing.T, path, room, name string) {
	if below, ok := strings.CutPrefix(name, module); ok {
		allowed, known := may[room]
		switch {
		case strings.HasPrefix(room, "examples/"):
			if below != "coll" && below != "cayley" && below != "coll/mpi" && below != "coll/mpi/auto" {
				t.Errorf("%s: an example imports %s; want coll, coll/mpi, coll/mpi/auto or cayley only", path, below)
			}
		case !known:
			t.Errorf("%s: no such room as %s in the plan", path, room)
		case !slices.Contains(allowed, below):
			t.Errorf("%s: %s may not import %s", path, room, below)
		}
	}
	for _, p := range pure {
		if (room == p || strings.HasPrefix(room, p+"/")) && slices.Contains(machinery, name) {
			t.Errorf("%s: %s is mathematics and may not import %s", path, room, name)
		}
	}
	for _, h := range heavy {
		if strings.HasPrefix(name, h) && !strings.HasPrefix(room, "bench") && !strings.HasPrefix(room, "cmd/") {
			t.Errorf("%s: %s may not import %s", path, room, name)
		}
	}
}
