package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
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
