package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReportInterrupted: into a new folder goes what there is, marked; a complete report
// stays byte for byte, and what there is goes beneath it.
func TestReportInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := filepath.Join(t.TempDir(), "made")
	report := func(into string) {
		t.Helper()
		var out, errs strings.Builder
		code := run(ctx, &out, &errs, []string{"report", "--quick", "--out", dir})
		want := filepath.Join(into, "BENCHMARKS.md") + "\n" + filepath.Join(into, "benchmarks.json") + "\n" + filepath.Join(into, "report.html") + "\n"
		if code != 2 || out.String() != want || !strings.Contains(errs.String(), "\ncollbench: interrupted: wrote what is done") || !strings.Contains(errs.String(), into) {
			t.Errorf("exit %d, %q, %q", code, out.String(), errs.String())
		}
		for name := range strings.SplitSeq(strings.TrimSuffix(want, "\n"), "\n") {
			b, err := os.ReadFile(name)
			if err != nil || !strings.Contains(strings.ToLower(string(b)), "incomplete") || strings.Contains(string(b), "context canceled") {
				t.Errorf("%s does not say that it is incomplete, or says it badly: %v", name, err)
			}
		}
	}
	report(dir)
	report(dir) // over an incomplete one
	whole := `{"command":"collbench report","rows":[]}`
	files := []string{"BENCHMARKS.md", "benchmarks.json", "report.html"}
	for _, name := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	report(filepath.Join(dir, "incomplete"))
	for _, name := range files {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != whole {
			t.Errorf("%s of the complete report is gone: %v", name, err)
		}
	}
}

// TestReportUnwritable: that one of the files cannot be written is said before anything is
// measured, and nothing is written.
func TestReportUnwritable(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range []string{"BENCHMARKS.md", "benchmarks.json", "report.html"} {
		dir := t.TempDir()
		there := filepath.Join(dir, name)
		if err := os.Mkdir(there, 0o777); err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		code := run(ctx, &out, &errs, []string{"report", "--quick", "--out", dir})
		if want := "collbench: --out: " + there + ": is a directory\n"; code != 2 || out.String() != "" || errs.String() != want {
			t.Errorf("exit %d, %q, %q, want %q", code, out.String(), errs.String(), want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("%v, %v is left", err, left)
		}
	}
}
