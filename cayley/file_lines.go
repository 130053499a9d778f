package cayley

import (
	"bytes"
	"errors"
)

// Where in a graph file something stands that is wrong.

// at is an error of this package with the line of the entry that it names, else of the key.
func (f *graphFile) at(key string, err error) error {
	where := f.after[key]
	if in := (*EntryError)(nil); errors.As(err, &in) {
		where = f.entry(key, in.Entry)
	}
	return errf("%s:%d: %w", f.name, f.lineAt(where), unprefixed{err, short(f.name) + ": "})
}

// line is where the decoder stands.
func (f *graphFile) line() int { return f.lineAt(int(f.dec.InputOffset())) }

// lineAt is the line of a place in the text. It is asked for once, of an error.
func (f *graphFile) lineAt(at int) int { return bytes.Count(f.text[:at], []byte{'\n'}) + 1 }

// entry is where entry i of a key's list begins, which has been read: nothing but brackets,
// commas, numbers and blanks. To look for it takes no memory, as lines kept for all would.
func (f *graphFile) entry(key string, i int) int {
	at, depth := f.after[key], 0
	for ; depth == 0 || i > 0; at++ {
		switch f.text[at] {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth == 1 {
				i--
			}
		}
	}
	return len(f.text) - len(bytes.TrimLeft(f.text[at:], " \t\r\n"))
}
