package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWriteWholeOrNot: a writer that fails half way leaves what was there.
func TestWriteWholeOrNot(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "x"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	half := func(w io.Writer) error { io.WriteString(w, "half"); return broken }
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := writeWhole(t.Context(), name, half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if err := writeWhole(t.Context(), filepath.Join(dir, "new"), half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if err := writeWhole(t.Context(), name, func(w io.Writer) error { _, err := interruptible{ctx, w}.Write(nil); return err }); err != errInterrupted {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile(name); string(got) != "before" {
		t.Errorf("%q is left", got)
	}
	want := 1
	sub := filepath.Join(dir, "sub")
	if err := os.MkdirAll(filepath.Join(sub, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if want++; os.Symlink("x", link) == nil { // where the system allows it
		want++
		if err := writeWhole(t.Context(), link, func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }); err != nil {
			t.Error(err)
		}
		if got, _ := os.ReadFile(name); string(got) != "after" {
			t.Errorf("the link's file has %q", got)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link is no more: %v", err)
		}
		// A link to a file that is not there yet, by way of another.
		os.Symlink("alias/hop", filepath.Join(dir, "early"))
		os.Symlink("sub/folder", filepath.Join(dir, "alias"))
		os.Symlink("../../late", filepath.Join(sub, "folder", "hop"))
		want += 3
		if err := writeWhole(t.Context(), filepath.Join(dir, "early"), func(w io.Writer) error { _, err := io.WriteString(w, "late"); return err }); err != nil {
			t.Error(err)
		}
		if got, _ := os.ReadFile(filepath.Join(dir, "late")); string(got) != "late" {
			t.Errorf("beyond the link is %q", got)
		}
		if info, err := os.Lstat(filepath.Join(dir, "early")); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link is no more: %v", err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != want {
		t.Errorf("%d files are left, want %d: %v", len(left), want, left)
	}
}

// TestWritePipe: what is no regular file is written to, also where the links that lead to it
// end in no name, as those of /dev/stdout do.
func TestWritePipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	name := fmt.Sprintf("/dev/fd/%d", w.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip(err) // where the system has no such names
	}
	code, out, errs := collbench("schedule", "--graph", "ring:3", "--task", "broadcast", "--format", "dot", "-o", name)
	w.Close()
	got, err := io.ReadAll(r)
	if code != 0 || out != "" || err != nil || !strings.HasPrefix(string(got), "digraph ") || !strings.HasSuffix(string(got), "}\n") {
		t.Errorf("exit %d, %q, %q; %v, %q from the pipe", code, out, errs, err, got)
	}
}

// TestWriteStdout: a file that is stdout, under whatever name, is written to after what is there,
// and not replaced: the results would be lost.
func TestWriteStdout(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	defer func(was *os.File) { os.Stdout = was }(os.Stdout)
	os.Stdout = f
	io.WriteString(f, "before\n")
	var errs strings.Builder
	if code := run(t.Context(), f, &errs, []string{"schedule", "--graph", "ring:3", "--task", "broadcast", "--format", "dot", "-o", name}); code != 0 {
		t.Errorf("exit %d, %q", code, errs.String())
	}
	io.WriteString(f, "after\n")
	got, _ := os.ReadFile(name)
	if text := string(got); !strings.HasPrefix(text, "before\ndigraph ") || !strings.HasSuffix(text, "}\nafter\n") {
		t.Errorf("the file has %q", text)
	}
	code, out, said := collbench("bench", "--quick", "--coll", "barrier", "--procs", "2", "--meta", name)
	if want := "collbench: --meta: want a file other than " + name + ": stdout, where the results are, goes there\n"; code != 2 || out != "" || said != want {
		t.Errorf("exit %d, %q, %q, want %q", code, out, said, want)
	}
}
