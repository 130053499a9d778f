package main

import (
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"testing"
)

// TestMutants: every mutant can be made: its text is where it was, and what comes
// out is Go. Whether the tests notice is for go run to say.
func TestMutants(t *testing.T) {
	t.Chdir("../..")
	all := mutants()
	if len(all) < 40 {
		t.Errorf("%d mutants", len(all))
	}
	names := map[string]bool{}
	for _, m := range all {
		if names[m.file+m.name] {
			t.Errorf("%s: two mutants are called %q", m.file, m.name)
		}
		names[m.file+m.name] = true
		text, err := m.mutated()
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), m.file, text, 0); err != nil {
			t.Errorf("%s: %q: %v", m.file, m.name, err)
		}
		if before, _ := os.ReadFile(m.file); string(before) == text {
			t.Errorf("%s: %q changes nothing", m.file, m.name)
		}
	}
}

func TestChoose(t *testing.T) {
	all := mutants()
	tried := map[string]bool{}
	for day := range len(all) {
		some := choose(all, regexp.MustCompile(""), 7, day)
		if len(some) != 7 {
			t.Fatalf("%d mutants on day %d", len(some), day)
		}
		today := map[string]bool{}
		for _, m := range some {
			tried[m.file+m.name], today[m.file+m.name] = true, true
		}
		if len(today) != 7 {
			t.Errorf("only %d of 7 on day %d", len(today), day)
		}
	}
	if len(tried) != len(all) {
		t.Errorf("%d of %d mutants are ever tried", len(tried), len(all))
	}
	if n := len(choose(all, regexp.MustCompile("no such name"), 7, 0)); n != 0 {
		t.Errorf("%d mutants have no such name", n)
	}
}
