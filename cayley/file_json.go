package cayley

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Reading the JSON of a graph file, key by key, so that every error has its line.

type graphFile struct {
	name  string
	text  []byte
	dec   *json.Decoder
	keys  []string       // in the order of the file
	after map[string]int // by key: where in the text it ends
	n     int
	mul   [][]int
	gens  []int
	perm  [][]int
	arcs  [][2]int
}

// fail is an error at the present line; JSON's own messages are put in plain words.
func (f *graphFile) fail(err error) error {
	var syntax *json.SyntaxError
	at := f.line()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the file ends too early")
		at = f.lineAt(len(f.text))
	case errors.As(err, &syntax):
		// The decoder's offset leaves out all tokens; of the whole text it is that of what is wrong.
		errors.As(json.Unmarshal(f.text, new(any)), &syntax)
		err = syntax
		at = f.lineAt(int(max(0, syntax.Offset-1)))
	}
	return errf("%s:%d: %w", f.name, at, err)
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
		if f.after[key] > 0 {
			return f.fail(fmt.Errorf("key %q a second time", clip(key)))
		}
		f.keys, f.after[key] = append(f.keys, key), int(f.dec.InputOffset())
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
		var one jsonInt
		err := f.decode(&one)
		f.n = int(one)
		return err
	case "gens":
		return f.decode((*jsonInts)(&f.gens))
	case "mul":
		return f.list(func() error {
			var row jsonInts
			if len(f.mul) > 0 {
				row = make(jsonInts, 0, len(f.mul[0]))
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
			var list jsonInts
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
		var arc jsonInts
		return f.list(func() error {
			if err := f.decode(&arc); err != nil {
				return err
			}
			if len(arc) != 2 {
				return f.fail(fmt.Errorf("arc %d has %d numbers, not 2", len(f.arcs), len(arc)))
			}
			f.arcs = append(f.arcs, [2]int{arc[0], arc[1]})
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
