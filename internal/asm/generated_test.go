package asm

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGenerated runs the generator and compares what it writes with what is
// committed, byte for byte.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the generator")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(goTool, "run", ".", "-out", dir)
	cmd.Dir = "_gen"
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		if os.Getenv("CAYLEYCOLL_REQUIRE") != "" {
			t.Fatalf("required, but the generator fails: %v\n%s", err, out)
		}
		t.Skipf("the generator cannot be built here: %v\n%s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < 10 {
		t.Fatalf("the generator wrote %v (%v)", files, err)
	}
	for _, f := range files {
		want, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Base(f))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes; run: cd internal/asm/_gen && go run . -out ..", filepath.Base(f))
		}
	}
}
