package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestFiguresAreThere: every test that is run for a figure exists, and the line
// that is looked for is what it prints.
func TestFiguresAreThere(t *testing.T) {
	tests := map[string]string{}
	for _, f := range figures(0) {
		pkg, name := f.command[len(f.command)-1], strings.Trim(f.command[4], "^$")
		if tests[pkg] == "" {
			out, err := exec.Command("go", "test", "-list", ".", "../../"+strings.TrimPrefix(pkg, "./")).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", pkg, err, out)
			}
			tests[pkg] = "\n" + string(out)
		}
		if !strings.Contains(tests[pkg], "\n"+name+"\n") {
			t.Errorf("%s: no test %s in %s", f.name, name, pkg)
		}
	}
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
