package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	for _, r := range table.Rules {
		if r.Collective != "scan" || r.Algorithm != coll.Doubling {
			t.Errorf("rule %+v", r)
		}
	}
}
