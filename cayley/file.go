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
		return nil, errf("file:%s: %w", path, err)
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
	f := &graphFile{name: name, text: text, dec: json.NewDecoder(bytes.NewReader(text)), seen: map[string]bool{}}
	if err := f.read(); err != nil {
		return nil, err
	}
	return f.graph()
}

type graphFile struct {
	name     string
	text     []byte
	dec      *json.Decoder
	counted  int64 // offset up to which lines are counted
	lines    int
	seen     map[string]bool
	n        int
	mul      [][]int
	gens     []int
	perm     [][]int
	arcs     [][2]int
	arcLines []int32
}

// line is where the decoder stands; calls must not go backwards.
func (f *graphFile) line() int {
	at := f.dec.InputOffset()
	f.lines += bytes.Count(f.text[f.counted:at], []byte{'\n'})
	f.counted = at
	return f.lines + 1
}

// fail is an error at the present line; JSON's own messages are made plain.
func (f *graphFile) fail(err error) error {
	what := err.Error()
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	at := f.line()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		what = "the file ends too early"
		at = bytes.Count(f.text, []byte{'\n'}) + 1
	case errors.As(err, &kind):
		what = "a whole number or a list of such is needed, not " + clip(kind.Value)
	case errors.As(err, &syntax):
		what = strings.TrimPrefix(syntax.Error(), "json: ")
		at = bytes.Count(f.text[:min(int(syntax.Offset), len(f.text))], []byte{'\n'}) + 1
	}
	return errf("%s:%d: %s", f.name, at, what)
}

func (f *graphFile) read() error {
	if err := f.delim('{'); err != nil {
		return err
	}
	for f.dec.More() {
		token, err := f.dec.Token()
		if err != nil {
			return f.fail(err)
		}
		key, _ := token.(string)
		if f.seen[key] {
			return f.fail(fmt.Errorf("key %q a second time", clip(key)))
		}
		f.seen[key] = true
		if err := f.value(key); err != nil {
			return err
		}
	}
	if err := f.delim('}'); err != nil {
		return err
	}
	if _, err := f.dec.Token(); err != io.EOF {
		return f.fail(errors.New("text after the graph"))
	}
	return nil
}

func (f *graphFile) value(key string) error {
	switch key {
	case "n":
		return f.decode(&f.n)
	case "gens":
		return f.decode(&f.gens)
	case "mul":
		return f.list(func() error {
			var row []int
			if len(f.mul) > 0 {
				row = make([]int, 0, len(f.mul[0]))
			}
			if len(f.mul) == MaxTable {
				return f.fail(fmt.Errorf("%w: more than %d rows in the table", ErrSize, MaxTable))
			}
			if err := f.decode(&row); err != nil {
				return err
			}
			if len(f.mul) > 0 && len(row) != len(f.mul[0]) {
				return f.fail(fmt.Errorf("row %d of mul has %d entries, row 0 has %d", len(f.mul), len(row), len(f.mul[0])))
			}
			f.mul = append(f.mul, row)
			return nil
		})
	case "perm":
		return f.list(func() error {
			var list []int
			if err := f.decode(&list); err != nil {
				return err
			}
			if len(list) > MaxPoints {
				return f.fail(fmt.Errorf("%w: permutation %d of more than %d points", ErrSize, len(f.perm), MaxPoints))
			}
			f.perm = append(f.perm, list)
			return nil
		})
	case "arcs":
		var arc []int
		return f.list(func() error {
			if err := f.decode(&arc); err != nil {
				return err
			}
			if len(arc) != 2 {
				return f.fail(fmt.Errorf("arc %d has %d numbers, not 2", len(f.arcs), len(arc)))
			}
			f.arcs = append(f.arcs, [2]int{arc[0], arc[1]})
			f.arcLines = append(f.arcLines, int32(f.line()))
			return nil
		})
	}
	return f.fail(fmt.Errorf("unknown key %q; a graph has mul and gens, or perm, or n and arcs", clip(key)))
}

func (f *graphFile) decode(x any) error {
	if err := f.dec.Decode(x); err != nil {
		return f.fail(err)
	}
	return nil
}

func (f *graphFile) delim(want json.Delim) error {
	token, err := f.dec.Token()
	if err != nil {
		return f.fail(err)
	}
	if token != want {
		return f.fail(fmt.Errorf("%v is needed here", want))
	}
	return nil
}

func (f *graphFile) list(element func() error) error {
	if err := f.delim('['); err != nil {
		return err
	}
	for f.dec.More() {
		if err := element(); err != nil {
			return err
		}
	}
	return f.delim(']')
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
			return nil, errf("%s: %s", f.name, strings.TrimPrefix(err.Error(), "cayley: "))
		}
		return NewCayley(f.name, group, f.gens)
	case has("perm"):
		c, err := NewPermCayley(f.name, f.perm)
		if err != nil && !strings.HasPrefix(err.Error(), "cayley: "+f.name) {
			err = errf("%s: %w", f.name, unprefixed{err})
		}
		return c, err
	case has("n", "arcs"):
		g, err := newExplicit(f.name, f.n, f.arcs, func(i int) string { return fmt.Sprintf(":%d", f.arcLines[i]) })
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
