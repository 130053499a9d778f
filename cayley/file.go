package cayley

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// maxFile bounds a graph file, and with it the memory that reading takes.
const maxFile = 256 << 20

// ReadFile reads a graph file (ReadJSON); the graph's name is file:PATH.
func ReadFile(path string) (Graph, error) {
	info, err := os.Stat(path) // before opening: opening a pipe would wait
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(path)
	}
	if err != nil {
		if bad := (*fs.PathError)(nil); errors.As(err, &bad) {
			err = bad.Err
		}
		return nil, errf("file:%s: %w", plain(path), err)
	}
	defer f.Close()
	return ReadJSON("file:"+path, f)
}

// ReadJSON reads {"mul":[[…]],"gens":[…]}, a group's multiplication table with
// identity 0 and generators (a Cayley), {"perm":[[…],…]}, generators as
// permutations (NewPermCayley), or {"n":P,"arcs":[[u,v],…]}. Errors say
// name:line. At most 256 MiB are read; memory is proportional to the input.
func ReadJSON(name string, r io.Reader) (Graph, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, errf("%s: %v", name, err)
	}
	if len(text) > maxFile {
		return nil, errf("%s: %w: more than %d bytes", name, ErrSize, maxFile)
	}
	if len(text) > 0 && text[0] >= 0x80 {
		return nil, errf("%s:1: want JSON in UTF-8, without a byte order mark", name)
	}
	f := &graphFile{name: name, text: text, dec: json.NewDecoder(bytes.NewReader(text)), seen: map[string]bool{}}
	if err := f.read(); err != nil {
		return nil, err
	}
	return f.graph()
}

func (f *graphFile) graph() (Graph, error) {
	has := func(keys ...string) bool {
		for _, k := range keys {
			if !f.seen[k] {
				return false
			}
		}
		return len(f.seen) == len(keys)
	}
	switch {
	case has("mul", "gens"):
		group, err := NewTable(f.mul)
		if err != nil {
			return nil, errf("%s: %w", f.name, unprefixed{err})
		}
		return NewCayley(f.name, group, f.gens)
	case has("perm"):
		c, err := NewPermCayley(f.name, f.perm)
		if err != nil && !strings.HasPrefix(err.Error(), "cayley: "+short(f.name)) {
			err = errf("%s: %w", f.name, unprefixed{err})
		}
		return c, err
	case has("n", "arcs"):
		g, err := newExplicit(f.name, f.n, f.arcs, func(i int) string { return fmt.Sprintf("%s:%d:", f.name, f.arcLines[i]) })
		if err != nil {
			return nil, err
		}
		return g, nil
	}
	return nil, errf("%s: a graph has the keys mul and gens, or perm, or n and arcs", f.name)
}

// unprefixed is an error of this package within another of this package.
type unprefixed struct{ error }

func (u unprefixed) Error() string { return strings.TrimPrefix(u.error.Error(), "cayley: ") }
func (u unprefixed) Unwrap() error { return u.error }
