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
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
)

// Where results go: stdout, or a file that is written whole or not at all.

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

// shown is the name of a file as a line has it: quoted if it would break the line.
func shown(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}

func isStdout(out string) bool { return out == "" || out == "-" }

// emit writes to the file that -o names.
func emit(cmd *cobra.Command, out string, write func(io.Writer) error) error {
	if isStdout(out) {
		err := patiently(cmd.Context(), func() error { return write(cmd.OutOrStdout()) })
		if errors.Is(err, errInterrupted) {
			return interrupted("a part was written to stdout")
		}
		return err
	}
	err := writeWhole(cmd.Context(), out, write)
	if errors.Is(err, errInterrupted) {
		return interrupted(shown(out) + " is as it was")
	}
	if at := (*unwritable)(nil); errors.As(err, &at) {
		return fmt.Errorf("-o %w", err)
	}
	return err
}

// unwritable is why a file cannot be written.
type unwritable struct {
	path string
	err  error
}

func (u *unwritable) Error() string { return shown(u.path) + ": " + u.err.Error() }

func (u *unwritable) Unwrap() error { return u.err }

// writeWhole writes a file beside path and renames it to path when all of it is
// there, so that path never holds a part. What is no regular file (a device, a
// pipe) is written to directly.
func writeWhole(ctx context.Context, path string, write func(io.Writer) error) (err error) {
	defer func() {
		bad, link := (*fs.PathError)(nil), (*os.LinkError)(nil)
		if errors.As(err, &bad) {
			err = &unwritable{path, bad.Err}
		} else if errors.As(err, &link) {
			err = &unwritable{path, link.Err}
		}
	}()
	mode := os.FileMode(0) // of the file that is replaced
	target := destination(path)
	if info, err := os.Stat(target); err == nil {
		if info.IsDir() {
			return &unwritable{path, errDirectory}
		}
		if !info.Mode().IsRegular() {
			return patiently(ctx, func() error { // a pipe opens when somebody reads it
				f, err := os.OpenFile(target, os.O_WRONLY, 0)
				if err != nil {
					return err
				}
				defer f.Close()
				return write(f)
			})
		}
		mode = info.Mode().Perm()
	}
	f, err := beside(target)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing there once it is renamed
	err = patiently(ctx, func() error { return write(f) })
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

var errDirectory = errors.New("is a directory")

// destination is where a chain of symbolic links ends, be there a file or not yet; path
// itself where it does not end.
func destination(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	const most = 40
	at := path
	for range most {
		to, err := os.Readlink(at)
		if err != nil {
			return at
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(at)) // a .. leads out of that
			if err != nil {
				return at
			}
			to = filepath.Join(folder, to)
		}
		at = to
	}
	return path
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
			return fmt.Errorf("%s: %s: %w", flag, shown(path), errDirectory)
		}
		return nil
	}
	f, err := beside(destination(path))
	if bad := (*fs.PathError)(nil); errors.As(err, &bad) {
		return fmt.Errorf("%s: %s: %w", flag, shown(path), bad.Err)
	} else if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	f.Close()
	return os.Remove(f.Name())
}
