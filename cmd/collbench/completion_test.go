package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestEveryHelpHasAnExample: of the root, of every command and of the commands
// below it; help gives the same.
func TestEveryHelpHasAnExample(t *testing.T) {
	var all [][]string
	var walk func(c *cobra.Command, path []string)
	walk = func(c *cobra.Command, path []string) {
		if c.Name() == "help" {
			return
		}
		all = append(all, path)
		for _, sub := range c.Commands() {
			walk(sub, append(path[:len(path):len(path)], sub.Name()))
		}
	}
	walk(newRoot(io.Discard, io.Discard), nil)
	if len(all) < 10 {
		t.Errorf("%d commands; the walk has lost its way", len(all))
	}
	for _, path := range all {
		code, out, errs := collbench(append(path, "--help")...)
		if code != 0 || errs != "" || !strings.Contains(out, "Examples:\n  collbench ") && !strings.Contains(out, "Examples:\n  source <(collbench ") {
			t.Errorf("collbench %v --help: exit %d, %s\n%s", path, code, errs, out)
		}
		if code, same, _ := collbench(append([]string{"help"}, path...)...); code != 0 || same != out {
			t.Errorf("help %v is another text than %v --help: %s", path, path, same)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, errs := collbench("completion", shell); code != 0 || !strings.Contains(out, "collbench") {
			t.Errorf("%s: exit %d, %s", shell, code, errs)
		}
	}
	for args, want := range map[string]string{
		"bench --coll ":       "allreduce",
		"bench --coll scan,":  "scan,alltoallv",
		"bench --format ":     "benchfmt",
		"schedule --format ":  "msccl",
		"schedule --task acc": "accumulate",
		"schedule --graph pe": "petersen",
		"schedule --method ":  "regular",
		"bench --alg ":        "cayley",
		"bench --alg ring,a":  "ring,auto",
		"tune --type int32,":  "int32,float64",
		"peers --peer go-c":   "go-cond",
		"bench --type ":       "float32",
		"the":                 "theorems",
	} {
		code, out, _ := collbench(append([]string{"__complete"}, strings.Split(args, " ")...)...)
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("collbench %s: exit %d, completes to\n%s; want %s among it", args, code, out, want)
		}
	}
	for args, unwanted := range map[string]string{"peers --coll ": "gather\n", "peers --format ": "benchfmt"} {
		if _, out, _ := collbench(append([]string{"__complete"}, strings.Split(args, " ")...)...); strings.Contains(strings.ReplaceAll(out, "allgather\n", ""), unwanted) {
			t.Errorf("collbench %s completes to\n%s; %q is refused", args, out, unwanted)
		}
	}
	offered := words("graph")["graph"]
	for _, form := range cayley.Syntax() {
		family := form[:len(form)-len(strings.TrimLeft(form, "abcdefghijklmnopqrstuvwxyz"))]
		if !slices.ContainsFunc(offered, func(g string) bool { return strings.HasPrefix(g, family) }) {
			t.Errorf("completion offers no %s", form)
		}
	}
	for _, g := range offered {
		if g == "file:" {
			continue
		}
		if _, err := cayley.Parse(g); err != nil {
			t.Errorf("completion offers %s: %v", g, err)
		}
	}
}
