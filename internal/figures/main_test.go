package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestFiguresAreThere: every test that is run for a figure exists.
func TestFiguresAreThere(t *testing.T) {
	tests := map[string]map[string]bool{}
	for _, f := range figures(0) {
		pkg, name := f.command[len(f.command)-1], strings.Trim(f.command[4], "^$")
		if tests[pkg] == nil {
			tests[pkg] = testsOf(t, filepath.Join("..", "..", filepath.FromSlash(pkg)))
		}
		if !tests[pkg][name] {
			t.Errorf("%s: no test %s in %s", f.name, name, pkg)
		}
	}
}

// testsOf are the tests that go test finds in a folder on this machine.
func testsOf(t *testing.T, dir string) map[string]bool {
	pkg, err := build.ImportDir(dir, 0) // which leaves out what build tags exclude
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]bool{}
	for _, name := range append(pkg.TestGoFiles, pkg.XTestGoFiles...) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				list[fn.Name.Name] = true
			}
		}
	}
	return list
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
