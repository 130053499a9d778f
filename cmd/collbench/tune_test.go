package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// TestTune writes a table over a broken one that is installed, from repeated sizes
// and numbers of processors, and coll reads it.
func TestTune(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tuning.json")
	if err := os.WriteFile(file, []byte("no table"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CAYLEYCOLL_TUNING", file)
	if code, _, errs := collbench("bench", "--quick", "--procs", "2", "--coll", "scan", "--sizes", "8B"); code != 2 || !strings.Contains(errs, file) {
		t.Fatalf("with a broken table bench exits with %d: %s", code, errs)
	}
	code, out, errs := collbench("tune", "--quick", "--coll", "scan", "--procs", "3,2,2", "--sizes", "64B,8B,8B", "-o", file)
	if code != 0 || out != "" {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := coll.ReadTuning(f)
	if err != nil {
		t.Fatal(err)
	}
	// Each part is told once, and so is what came out.
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	for i, line := range lines {
		if slices.Contains(lines[:i], line) {
			t.Errorf("twice: %s", line)
		}
	}
	if !strings.Contains(errs, "measuring scan, float64: ") || strings.Count(errs, "measuring allreduce past the caches") != 1 {
		t.Errorf("what is measured is not told: %s", errs)
	}
	if in, err := bench.Inspect(); err != nil || len(in.Cores) > 1 && !strings.Contains(errs, "cache-line round trip: ") { // beside it, a noisy machine
		t.Errorf("what the machine was like is not told: %s", errs)
	}
	if !strings.Contains(errs, "rule") {
		t.Errorf("what the table says is not told: %s", errs)
	}
	if code, out, errs := collbench("tune", "--quick", "--fresh", "--coll", "barrier", "--procs", "2"); code != 0 || !strings.Contains(out, ", vectors in use\"") {
		t.Errorf("the table does not say what it is of, exit %d: %s%s", code, out, errs)
	}
	for _, r := range table.Rules {
		if r.Collective != "scan" || r.Algorithm != coll.Doubling {
			t.Errorf("rule %+v", r)
		}
	}
}

// TestTuneWithoutSums: where nothing sums, no time is spent on the stores of sums.
func TestTuneWithoutSums(t *testing.T) {
	code, out, errs := collbench("tune", "--quick", "--coll", "alltoall", "--procs", "2", "--sizes", "8B")
	if code != 0 || strings.Contains(errs, "past the caches") || strings.Contains(out, "stream_bytes") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

func TestFindings(t *testing.T) {
	some := make([]coll.Rule, 5)
	for _, c := range []struct {
		want  string
		colls []string
		rules []coll.Rule
	}{
		{"direct is fastest everywhere, or within 5 %: no rules", []string{"scan"}, nil},
		{"direct is fastest everywhere, or within 5 %: no rules", nil, nil}, // all of them
		{"the default is fastest everywhere, or within 5 %: no rules", []string{"exchange"}, nil},
		{"one rule, for cases where the default algorithm is not the fastest", nil, some[:1]},
		{"5 rules, for cases where the default algorithm is not the fastest", nil, some},
	} {
		if got := findings(&bench.Plan{Colls: c.colls}, &coll.Tuning{Rules: c.rules}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestTuningHere: the help names the file that is read here, if there can be one.
func TestTuningHere(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData", "home"} { // home: of Plan 9
		t.Setenv(name, "")
	}
	for table, want := range map[string]string{"": "configuration\ndirectory.\n\nUsage:", "my.json": "directory. Here that is\n  my.json\n\nUsage:"} {
		t.Setenv("CAYLEYCOLL_TUNING", table)
		if _, out, _ := collbench("tune", "--help"); !strings.Contains(out, want) {
			t.Errorf("CAYLEYCOLL_TUNING is %q: no %q in\n%s", table, want, out)
		}
	}
}
