package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/sched/format"
)

// forms are the formats. A word has as many bytes as --bytes says.
var forms = []struct {
	name  string
	write func(w io.Writer, m made, bytes int) error
}{
	{"json", func(w io.Writer, m made, _ int) error { return format.Write(w, m.Schedule, m.bound) }},
	{"dot", func(w io.Writer, m made, _ int) error { return format.WriteScheduleDOT(w, m.Schedule) }},
	{"graphml", func(w io.Writer, m made, _ int) error { return format.WriteGraphML(w, m.graph) }},
	{"goal", func(w io.Writer, m made, bytes int) error { return format.WriteGOAL(w, m.Schedule, bytes) }},
	{"msccl", func(w io.Writer, m made, _ int) error { return format.WriteMSCCL(w, m.Schedule, m.title()) }},
}

// title is the graph's name, cut to what MSCCL takes.
func (m made) title() string {
	const most = 63
	name := m.graph.Name()
	return name[:min(len(name), most)]
}

// interruptible stops what writes to it when its context ends.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i interruptible) Write(b []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.w.Write(b)
}

// outputUsage says what -o takes.
const outputUsage = "file to write, whole or not at all (default, and -: stdout)"

func isStdout(out string) bool { return out == "" || out == "-" }

// emit writes to the file that -o names.
func emit(cmd *cobra.Command, out string, write func(io.Writer) error) error {
	if isStdout(out) {
		err := write(cmd.OutOrStdout())
		if err == errInterrupted {
			return interrupted("a part was written to stdout")
		}
		return err
	}
	switch err := writeWhole(out, write); err {
	case nil:
		return nil
	case errInterrupted:
		return interrupted(out + " is as it was")
	default:
		return fmt.Errorf("-o %w", err)
	}
}

// writeWhole writes a file beside path and renames it to path when all of it is
// there, so that path never holds a part. What is no regular file (a device, a
// pipe) is written to directly.
func writeWhole(path string, write func(io.Writer) error) (err error) {
	defer func() {
		bad, link := (*fs.PathError)(nil), (*os.LinkError)(nil)
		if errors.As(err, &bad) {
			err = bad.Err
		} else if errors.As(err, &link) {
			err = link.Err
		}
		if err != nil && err != errInterrupted {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	mode := os.FileMode(0) // of the file that is replaced
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	if info, err := os.Stat(target); err == nil {
		if info.IsDir() {
			return fmt.Errorf("is a directory")
		}
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(target, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			return write(f)
		}
		mode = info.Mode().Perm()
	}
	f, err := beside(target)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing there once it is renamed
	err = write(f)
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), target)
}

// beside is a new file in the folder of another. Not os.CreateTemp, whose files nobody
// else may read: it is as the umask has it.
func beside(path string) (*os.File, error) {
	name := fmt.Sprintf(".collbench-%016x", rand.Uint64())
	return os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// writable checks, before long work begins, that writeWhole will be able to write the
// file that the flag names.
func writable(flag, path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return fmt.Errorf("%s: %s: is a directory", flag, path)
		}
		return nil
	}
	f, err := beside(path)
	if bad := (*fs.PathError)(nil); errors.As(err, &bad) {
		return fmt.Errorf("%s: %s: %w", flag, path, bad.Err)
	} else if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	f.Close()
	return os.Remove(f.Name())
}
