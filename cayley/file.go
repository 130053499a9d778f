package cayley

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
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

// ReadJSON reads a graph in one of three forms: {"mul":[[…]],"gens":[…]}, a group's
// multiplication table with identity 0 and generators (a Cayley); {"perm":[[…],…]}, generators
// as permutations (NewPermCayley); or {"n":P,"arcs":[[u,v],…]}, which must be strongly
// connected. An error in the text gives name:line. For an arc, a row of the table, a generator or a
// permutation that is the line where it begins; for what is wrong with no single one, such as
// generators that do not generate the group, it is the line of the key. At most 256 MiB are
// read; memory is proportional to the input.
func ReadJSON(name string, r io.Reader) (Graph, error) {
	if r == nil {
		return nil, errf("%s: no reader", name)
	}
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
	f := &graphFile{name: name, text: text, dec: json.NewDecoder(bytes.NewReader(text)), after: map[string]int{}}
	if err := f.read(); err != nil {
		return nil, err
	}
	return f.graph()
}

func (f *graphFile) graph() (Graph, error) {
	if err := f.form(); err != nil {
		return nil, err
	}
	switch f.keys[0] {
	case "mul", "gens":
		group, err := NewTable(f.mul)
		if err != nil {
			return nil, f.at("mul", err)
		}
		c, err := NewCayley(f.name, group, f.gens)
		if err != nil {
			return nil, f.at("gens", err)
		}
		return c, nil
	case "perm":
		c, err := NewPermCayley(f.name, f.perm)
		if err != nil {
			return nil, f.at("perm", err)
		}
		return c, nil
	}
	g, err := NewGraph(f.name, f.n, f.arcs)
	if arc := (*EntryError)(nil); err != nil && !errors.As(err, &arc) {
		return nil, f.at("n", err)
	}
	if err == nil {
		err = CheckConnected(g)
	}
	if err != nil {
		return nil, f.at("arcs", err)
	}
	return g, nil
}

// form is an error unless the keys are those of one form. The first key says which.
func (f *graphFile) form() error {
	const want = "a graph has the keys mul and gens, or perm, or n and arcs"
	if len(f.keys) == 0 {
		return errf("%s:%d: no key; %s", f.name, f.line(), want)
	}
	own := [][]string{{"mul", "gens"}, {"perm"}, {"n", "arcs"}}
	i := slices.IndexFunc(own, func(form []string) bool { return slices.Contains(form, f.keys[0]) })
	for _, key := range f.keys {
		if !slices.Contains(own[i], key) {
			return errf("%s:%d: key %q does not go with %q; %s", f.name, f.lineAt(f.after[key]), key, f.keys[0], want)
		}
	}
	for _, key := range own[i] {
		if f.after[key] == 0 {
			return errf("%s:%d: key %q is missing beside %q; %s", f.name, f.line(), key, f.keys[0], want)
		}
	}
	return nil
}

// unprefixed is an error of this package within another of this package, which begins
// with the name of the graph itself.
type unprefixed struct {
	error
	name string
}

func (u unprefixed) Error() string {
	return strings.TrimPrefix(strings.TrimPrefix(u.error.Error(), "cayley: "), u.name)
}
func (u unprefixed) Unwrap() error { return u.error }
