package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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

// script puts a shell script into the folder that PATH begins with.
func script(t *testing.T, dir, name, text string) {
	t.Helper()
	if _, err := lookAny("sh"); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestWhichMPI: an mpirun without a name of its own is asked which one it is.
func TestWhichMPI(t *testing.T) {
	dir := t.TempDir()
	script(t, dir, "mpirun", "echo 'mpirun (Open MPI) 4.1.4'")
	t.Setenv("PATH", dir)
	run := filepath.Join(dir, "mpirun")
	found, absent := findMPI(t.Context(), dir)
	ours, theirs := run+" is there, but no mpicc", run+" is another MPI's"
	want := []Absent{{"openmpi", ours}, {"openmpi-nocma", ours}, {"mpich", theirs}, {"mpich-posix", theirs}}
	if len(found) > 0 || !slices.Equal(absent, want) {
		t.Errorf("%d found, absent: %+v, want %+v", len(found), absent, want)
	}
}

// TestBind: Open MPI has to be told that ranks share the cores.
func TestBind(t *testing.T) {
	n := runtime.NumCPU()
	for _, c := range []struct {
		flavour, p int
		want       string
	}{
		{0, n, " --bind-to core"},
		{0, n + 1, " --oversubscribe --bind-to core:overload-allowed"},
		{1, n + 1, fmt.Sprintf("-np %d -bind-to core", n+1)},
	} {
		got := strings.Join(flavours[c.flavour].bind(c.p), " ")
		if !strings.HasPrefix(got, fmt.Sprintf("-np %d ", c.p)) || !strings.HasSuffix(got, c.want) {
			t.Errorf("%s, %d ranks on %d cores: %s, want %s", flavours[c.flavour].called, c.p, n, got, c.want)
		}
	}
}

// TestDoesNotStart: a program that ends at once is absent, with its last words; the others are
// measured, and of those that nobody asked for there is no word.
func TestDoesNotStart(t *testing.T) {
	dir := t.TempDir()
	script(t, dir, "gcc", `while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\necho no such core\nexit 3\n' > "$2" && chmod +x "$2"
`)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	pl := Quick()
	pl.Procs, pl.Colls, pl.Programs = []int{2}, []string{"barrier"}, []string{"go-atomics", "pthread"}
	res, err := Measure(t.Context(), pl, func(string) {})
	if err != nil || len(res.Rows) != 2 || len(res.Absent) == 0 {
		t.Fatalf("%v, %+v, absent: %+v", err, res.Rows, res.Absent)
	}
	for _, a := range res.Absent {
		if a.Peer == "pthread" && (!strings.HasPrefix(a.Why, "P=2: pthread does not start: ") || !strings.HasSuffix(a.Why, " (no such core)")) || a.Peer == "openmp" {
			t.Errorf("%+v", a)
		}
	}
	if !slices.ContainsFunc(res.Absent, func(a Absent) bool { return a.Peer == "pthread" }) {
		t.Errorf("pthread is not among %+v", res.Absent)
	}
}

// TestWrapperThatHangs: an mpirun whose child outlives it and keeps its output holds nobody up.
func TestWrapperThatHangs(t *testing.T) {
	if _, err := lookAny("sh"); err != nil {
		t.Skip(err)
	}
	run := filepath.Join(t.TempDir(), "mpirun")
	if err := os.WriteFile(run, []byte("#!/bin/sh\nsleep 20\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if flavours[0].says(ctx, run) {
		t.Error("it said nothing")
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("it took %v to give up", took)
	}
}
