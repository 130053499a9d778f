package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFiguresAreThere: every test that is run for a figure exists, and its package prints
// such a line as is looked for.
func TestFiguresAreThere(t *testing.T) {
	packages := map[string]tests{}
	for _, f := range figures(0) {
		pkg, name := f.command[len(f.command)-1], strings.Trim(f.command[4], "^$")
		in, read := packages[pkg]
		if !read {
			in = testsOf(t, filepath.Join("..", "..", filepath.FromSlash(pkg)))
			packages[pkg] = in
		}
		if !in.names[name] {
			t.Errorf("%s: no test %s in %s", f.name, name, pkg)
		}
		format := strings.NewReplacer(`\d+`, "%d", ".*", "").Replace(f.line.String())
		if !strings.Contains(in.text, `Logf("`+format) {
			t.Errorf("%s: no test of %s prints a line that begins with %q", f.name, pkg, format)
		}
	}
}

// tests are those that go test finds in a folder on this machine.
type tests struct {
	names map[string]bool
	text  string // of their files
}

func testsOf(t *testing.T, dir string) tests {
	pkg, err := build.ImportDir(dir, 0) // which leaves out what build tags exclude
	if err != nil {
		t.Fatal(err)
	}
	in := tests{names: map[string]bool{}}
	for _, name := range append(pkg.TestGoFiles, pkg.XTestGoFiles...) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		in.text += string(text)
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				in.names[fn.Name.Name] = true
			}
		}
	}
	return in
}

func TestFind(t *testing.T) {
	version := figure{"version", []string{"version"}, figures(0)[0].line}
	if _, err := version.find(nil); err == nil || !strings.Contains(err.Error(), "prints no line") {
		t.Errorf("a command that counts nothing: %v", err)
	}
	version.command = []string{"no-such-command"}
	if _, err := version.find(nil); err == nil || !strings.Contains(err.Error(), "no-such-command") {
		t.Errorf("a command that fails: %v", err)
	}
}
