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
	report := func(into string, how ...string) {
		t.Helper()
		var out, errs strings.Builder
		code := run(ctx, &out, &errs, append(append([]string{"report"}, how...), "--out", dir))
		want := filepath.Join(into, "BENCHMARKS.md") + "\n" + filepath.Join(into, "benchmarks.json") + "\n" + filepath.Join(into, "report.html") + "\n"
		if code != 2 || out.String() != want || !strings.Contains(errs.String(), "\ncollbench: interrupted: wrote what is done") || !strings.Contains(errs.String(), into) {
			t.Errorf("exit %d, %q, %q", code, out.String(), errs.String())
		}
		for name := range strings.SplitSeq(strings.TrimSuffix(want, "\n"), "\n") {
			b, err := os.ReadFile(name)
			if err != nil || !strings.Contains(strings.ToLower(string(b)), "incomplete") || strings.Contains(string(b), "context canceled") {
				t.Errorf("%s does not say that it is incomplete, or says it badly: %v", name, err)
			}
			if command := strings.Join(append([]string{"collbench report"}, how...), " "); strings.HasSuffix(name, ".md") && !strings.Contains(string(b), "Written by `"+command+"` on ") {
				t.Errorf("%s does not say that it is of %s", name, command)
			}
		}
	}
	report(dir, "--quick")
	report(dir) // over an incomplete one
	whole := `{"command":"collbench report","rows":[]}`
	files := []string{"BENCHMARKS.md", "benchmarks.json", "report.html"}
	for _, name := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	report(filepath.Join(dir, "incomplete"), "--quick")
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

// TestReportUnwritableBeneath: nor is anything measured where a complete report leaves no room for an
// incomplete one. Where no report is complete, none goes beneath.
func TestReportUnwritableBeneath(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	const inTheWay = " is no folder, as it must be for what an interrupted run has measured; remove it, or name another folder\n"
	for what, c := range map[string]struct {
		make func(incomplete string) error
		want string // after the path; "": it is measured
	}{
		"a file":   {func(path string) error { return os.WriteFile(path, nil, 0o644) }, inTheWay},
		"a link":   {func(path string) error { return os.Symlink("nowhere", path) }, inTheWay},
		"a folder": {func(path string) error { return os.Mkdir(path, 0o755) }, ""},
		"a folder of folders": {func(path string) error { return os.MkdirAll(filepath.Join(path, "report.html"), 0o755) },
			string(filepath.Separator) + "report.html: is a directory\n"},
	} {
		for _, report := range []string{`{"command":"collbench report"}`, `{"command":"collbench report","incomplete":"interrupted"}`} {
			dir := t.TempDir()
			json, beneath := filepath.Join(dir, "benchmarks.json"), filepath.Join(dir, "incomplete")
			if err := os.WriteFile(json, []byte(report), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := c.make(beneath); err != nil {
				t.Skip(err) // links are not everybody's to make
			}
			want := "collbench: --out: " + beneath + c.want
			if c.want == "" || strings.Contains(report, "incomplete") {
				want = "\ncollbench: interrupted: wrote what is done"
			}
			var out, errs strings.Builder
			code := run(ctx, &out, &errs, []string{"report", "--quick", "--out", dir})
			if code != 2 || !strings.Contains(errs.String(), want) {
				t.Errorf("%s beside %s: exit %d, %q, want %q", what, report, code, errs.String(), want)
			}
			if strings.HasSuffix(want, "\n") && (out.Len() > 0 || errs.String() != want) {
				t.Errorf("%s beside %s: more than %q: %q, %q", what, report, want, out.String(), errs.String())
			}
		}
	}
}

// TestReportUnwritten: a report that cannot be written in the end is not done. What can be written of
// it is.
func TestReportUnwritten(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for want, c := range map[string]struct {
		during func(dir string) error // while it measures
		files  []string               // that are written
	}{
		"BENCHMARKS.md: ": {os.RemoveAll, nil},
		"BENCHMARKS.md: is a directory\n": {func(dir string) error { return os.Mkdir(filepath.Join(dir, "BENCHMARKS.md"), 0o755) },
			[]string{"benchmarks.json", "report.html"}},
		`incomplete" is a file; name a folder` + "\n": {func(dir string) error {
			if err := os.WriteFile(filepath.Join(dir, "benchmarks.json"), []byte(`{"command":"collbench report"}`), 0o644); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, "incomplete"), nil, 0o644)
		}, nil},
	} {
		dir, begun, said := t.TempDir(), false, ""
		var out strings.Builder
		code := run(ctx, &out, writes(func(b []byte) (int, error) {
			said += string(b)
			if begun {
				return len(b), nil
			}
			begun = true
			return len(b), c.during(dir)
		}), []string{"report", "--quick", "--out", dir})
		if _, last, _ := strings.Cut(said, "\ncollbench: "); code != 2 || !strings.Contains(last, want) || strings.Count(last, "\n") != 1 {
			t.Errorf("exit %d, %q, want %s", code, said, want)
		}
		var files string
		for _, name := range c.files {
			files += filepath.Join(dir, name) + "\n"
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Errorf("%s: %v", want, err)
			}
		}
		if out.String() != files {
			t.Errorf("%swrote %q, want %q", want, out.String(), files)
		}
	}
}
