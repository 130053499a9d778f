package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
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
	flags := figure{"flags", []string{"env", "GOFLAGS"}, regexp.MustCompile(`-count=\d`)}
	if got, err := flags.find([]string{"GOFLAGS=-count=7"}); err != nil || got != "-count=7" {
		t.Errorf("%q in its environment, %v", got, err)
	}
	version.command = []string{"no-such-command"}
	if _, err := version.find(nil); err == nil || !strings.Contains(err.Error(), "no-such-command") {
		t.Errorf("a command that fails: %v", err)
	}
}

// TestMutants: as many mutants as are asked for, which are 0 for all in the command that breaks the
// code, and no such command for none.
func TestMutants(t *testing.T) {
	none := figures(0)
	for mutants, want := range map[int]string{8: "-n 8", -1: "-n 0"} {
		list := figures(mutants)
		if last := strings.Join(list[len(list)-1].command, " "); len(list) != len(none)+1 || !strings.HasSuffix(last, want) {
			t.Errorf("%d mutants: %d figures, and without them %d; %s, want %s", mutants, len(list), len(none), last, want)
		}
	}
}

// TestRun: a figure that fails is an error and keeps no other from being found; a name that none
// has and what is no flag are errors too.
func TestRun(t *testing.T) {
	var asked int
	list := func(mutants int) []figure {
		asked = mutants
		return []figure{
			{"no command", []string{"no-such-command"}, regexp.MustCompile(".*")},
			{"version", []string{"version"}, regexp.MustCompile("go version .*")},
			{"no count", []string{"version"}, regexp.MustCompile("no such line")},
		}
	}
	for _, c := range []struct {
		args    string
		mutants int
		want    []string // of the error
	}{
		{"", -1, []string{"no-such-command", "no such line"}}, {"-only version -mutants 3", 3, nil}, {"-only count", -1, []string{"no such line"}},
		{"-only what", -1, []string{`no figure has "what" in its name`}}, {"more", 0, []string{`unexpected argument "more"`}},
	} {
		asked = 0
		err := run(strings.Fields(c.args), list)
		if (err == nil) != (c.want == nil) || asked != c.mutants {
			t.Errorf("%s: %v, of %d mutants, want %d", c.args, err, asked, c.mutants)
		}
		for _, want := range c.want {
			if err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", c.args, err, want)
			}
		}
	}
}
