package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestMutantsBuild: every mutant compiles, or nothing would be known about the tests. Mutants of
// different files are checked together.
func TestMutantsBuild(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("some are of files for Linux")
	}
	t.Chdir("../..")
	left := map[string][]mutant{} // by package
	for _, m := range mutants() {
		dir := path.Dir(m.file)
		left[dir] = append(left[dir], m)
	}
	dirs := slices.Collect(maps.Keys(left))
	exports := listed(t, dirs, "-deps", "-export", "-f", "{{.ImportPath}} {{.Export}}")
	files := token.NewFileSet()
	conf := types.Config{
		Sizes: types.SizesFor("gc", runtime.GOARCH),
		Importer: importer.ForCompiler(files, "gc", func(pkg string) (io.ReadCloser, error) {
			return os.Open(strings.Join(exports[pkg], " "))
		}),
	}
	for _, dir := range dirs {
		whole := map[string]*ast.File{}
		for name := range listed(t, []string{dir}, "-f", "{{join .GoFiles \"\\n\"}}") {
			whole[path.Join(dir, name)] = parsed(t, files, path.Join(dir, name), nil)
		}
		for ms := left[dir]; len(ms) > 0; {
			now, later := map[string]*ast.File{}, []mutant(nil)
			for _, m := range ms {
				text, err := m.mutated()
				switch {
				case err != nil: // TestMutants says so
				case whole[m.file] == nil:
					t.Errorf("%s: %q: no file of package %s on this platform", m.file, m.name, dir)
				case now[m.file] != nil:
					later = append(later, m)
				default:
					now[m.file] = parsed(t, files, m.file+": "+m.name, text)
				}
			}
			ms = later
			var all []*ast.File
			for name, file := range whole {
				if now[name] != nil {
					file = now[name]
				}
				all = append(all, file)
			}
			conf.Error = func(err error) { t.Error(err) }
			conf.Check(dir, files, all, nil)
		}
	}
}

// listed is what go list says of packages in a line each: the first word, and the others.
func listed(t *testing.T, dirs []string, flags ...string) map[string][]string {
	t.Helper()
	var paths []string
	for _, dir := range dirs {
		paths = append(paths, "./"+dir)
	}
	out, err := exec.Command("go", slices.Concat([]string{"list"}, flags, paths)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	list := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		if words := strings.Fields(line); len(words) > 0 {
			list[words[0]] = words[1:]
		}
	}
	return list
}

func parsed(t *testing.T, files *token.FileSet, name string, text any) *ast.File {
	f, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
