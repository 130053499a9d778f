package house

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// pure rooms are mathematics: no goroutine, no clock, no machinery.
var pure = []string{"cayley", "exact", "sched", "hypercube", "spectral", "internal/program"}

// machinery is packages that mathematics does without, and all below them.
var machinery = []string{"unsafe", "time", "sync", "context", "log", "os", "net", "runtime", "syscall", "golang.org/x/sys"}

// readsFiles is the one file of mathematics that may know os: graphs are in files too.
const readsFiles = "cayley/file.go"

// raw rooms may go round Go's types.
var raw = []string{"internal/asm", "internal/threads", "buffers", "coll", "coll/mpi", "coll/mpi/internal/conformance", "bench"}

// heavy modules are for the command; a program that links coll gets none.
var heavy = []string{"github.com/spf13", "gonum.org/v1/plot", "github.com/schollz", "golang.org/x/perf"}

// within reports whether a package or a room is one of the roots or stands below one.
func within(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return path == root || strings.HasPrefix(path, root+"/") })
}

// TestMathematicsIsPure: mathematics starts no goroutine and imports no machinery.
func TestMathematicsIsPure(t *testing.T) {
	for _, s := range goFiles(t) {
		if s.test || !within(s.room, pure) {
			continue
		}
		for _, name := range s.imports {
			if within(name, machinery) && (name != "os" || s.path != readsFiles) {
				t.Errorf("%s: %s is mathematics and may not import %s", s.path, s.room, name)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if _, starts := n.(*ast.GoStmt); starts {
				t.Errorf("%s: %s is mathematics and may start no goroutine", s.path, s.room)
			}
			return true
		})
	}
}

// TestMachineryIsWhereItBelongs: few rooms go round Go's types, what asks the system
// stands in files of Linux alone, so that the rest runs wherever Go does, and what only the
// command needs is in no other program.
func TestMachineryIsWhereItBelongs(t *testing.T) {
	for _, s := range goFiles(t) {
		if s.test {
			continue
		}
		for _, name := range s.imports {
			switch {
			case name == "unsafe" && !slices.Contains(raw, s.room):
				t.Errorf("%s: %s may not import unsafe", s.path, s.room)
			case name == "golang.org/x/sys/unix" && !strings.HasSuffix(s.path, "_linux.go"):
				t.Errorf("%s imports %s; want a file *_linux.go, with another for the other systems", s.path, name)
			case within(name, heavy) && !within(s.room, []string{"bench", "cmd"}):
				t.Errorf("%s: %s may not import %s", s.path, s.room, name)
			}
		}
	}
}
