package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestNoFolder: without a folder for temporary files the programs in Go are measured, and those
// in C absent.
func TestNoFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	for _, asked := range [][]string{{"go-atomics"}, {"go-atomics", "pthread"}} {
		pl := Quick()
		pl.Procs, pl.Colls, pl.Programs = []int{2}, []string{"barrier"}, asked
		res, err := Measure(t.Context(), pl, func(string) {})
		if err != nil || len(res.Rows) != 2 {
			t.Fatalf("%v: %v, %+v", asked, err, res.Rows)
		}
		want := 0
		if len(asked) > 1 {
			want = len(foreignNames())
		}
		if len(res.Absent) != want {
			t.Errorf("%v: %+v", asked, res.Absent)
		}
		for _, a := range res.Absent {
			if !strings.Contains(a.Why, "none: no such file or directory; set TMPDIR") {
				t.Errorf("%+v", a)
			}
		}
	}
}

// TestInterruptedCompiler: a compiler that is interrupted may end in order, its temporary files
// go, and no program is called absent for that.
func TestInterruptedCompiler(t *testing.T) {
	if _, err := lookAny("sh"); err != nil {
		t.Skip(err)
	}
	bin, temporary := t.TempDir(), t.TempDir()
	begun, ended := filepath.Join(bin, "begun"), filepath.Join(bin, "ended")
	script := fmt.Sprintf(`#!/bin/sh
trap ': > "%s"; exit 1' TERM
: > "$TMPDIR/cc1.s"
: > "%s"
while :; do sleep 0.02; done
`, ended, begun)
	if err := os.WriteFile(filepath.Join(bin, "gcc"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("TMPDIR", temporary)
	there := func(name string) bool { _, err := os.Stat(name); return err == nil }
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for since := time.Now(); !there(begun) && time.Since(since) < 10*time.Second; {
			time.Sleep(time.Millisecond)
		}
		cancel(enough)
	}()
	pl := Quick()
	pl.Procs, pl.Programs = []int{2}, []string{"openmp", "mpich"}
	res, err := Measure(ctx, pl, func(string) {})
	if !errors.Is(err, enough) || len(res.Absent) > 0 {
		t.Errorf("%v, absent: %+v", err, res.Absent)
	}
	if !there(begun) || !there(ended) {
		t.Errorf("the compiler has begun: %v, ended in order: %v", there(begun), there(ended))
	}
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}
