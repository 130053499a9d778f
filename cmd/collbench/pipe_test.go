//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestNobodyReads: a command whose stdout was closed early, as head does, ends with exit 2,
// without a word of it, and leaves nothing behind; one whose stderr was goes on.
func TestNobodyReads(t *testing.T) {
	const line = "COLLBENCH_TEST_LINE"
	if args := os.Getenv(line); args != "" {
		os.Args = append([]string{"collbench"}, strings.Fields(args)...)
		main()
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, closed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer closed.Close()
	dir := t.TempDir()
	for _, c := range []struct {
		args   string
		stderr bool // is the one that was closed
		code   int
	}{
		{"schedule --graph petersen --task broadcast", false, 2},
		{"schedule --graph petersen --task broadcast", true, 0},
		{"schedule --graph petersen", true, 2},
		{"help schedule", false, 2},
		{"peers --quick --procs 2 --coll barrier --peer go-cond,pthread", false, 2},
		{"peers --quick --procs 2 --coll barrier --peer go-cond,pthread", true, 0},
	} {
		var said bytes.Buffer
		cmd := exec.Command(self, "-test.run=^TestNobodyReads$")
		cmd.Env = append(os.Environ(), line+"="+c.args, "TMPDIR="+dir, "PATH=") // no compiler
		cmd.Stdout, cmd.Stderr = closed, &said
		if c.stderr {
			cmd.Stdout, cmd.Stderr = &said, closed
		}
		err := cmd.Run()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != c.code || strings.Contains(said.String(), "collbench: ") || strings.Contains(said.String(), "pipe") {
			t.Errorf("%s, stderr %v: %v, %q; want exit %d and no word of it", c.args, c.stderr, cmd.ProcessState, said.String(), c.code)
		}
		if c.stderr && c.code == 0 && said.Len() == 0 {
			t.Errorf("%s: nothing on stdout", c.args)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: %v is left", c.args, left)
		}
	}
}
