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
)

// A file is written whole or not at all.

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
		if bare, named := nameless(err); named {
			err = &unwritable{path, bare}
		}
	}()
	mode := os.FileMode(0) // of the file that is replaced
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return &unwritable{path, errDirectory}
		}
		if !info.Mode().IsRegular() {
			return patiently(ctx, func() error { // a pipe opens when somebody reads it
				f, err := os.OpenFile(path, os.O_WRONLY, 0) // not its destination: that of /dev/stdout is no name
				if err != nil {
					return err
				}
				defer f.Close()
				return write(f)
			})
		}
		mode = info.Mode().Perm()
	}
	target := destination(path)
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
// file.
func writable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return &unwritable{path, errDirectory}
		}
		return nil
	}
	f, err := beside(destination(path))
	if err != nil {
		err, _ = nameless(err)
		return &unwritable{path, err}
	}
	f.Close()
	return os.Remove(f.Name())
}

// nameless is an error without the file's name, and whether it had one.
func nameless(err error) (bare error, named bool) {
	file, link := (*fs.PathError)(nil), (*os.LinkError)(nil)
	switch {
	case errors.As(err, &file):
		return file.Err, true
	case errors.As(err, &link):
		return link.Err, true
	}
	return err, false
}
