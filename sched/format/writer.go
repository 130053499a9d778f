package format

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// writer puts numbers and text out without fmt, for speed.
type writer struct {
	w     *bufio.Writer
	buf   []byte
	comma bool
}

func newWriter(w io.Writer) *writer { return &writer{w: bufio.NewWriterSize(w, 1<<16)} }

// text ignores errors: bufio keeps the first for Flush.
func (w *writer) text(parts ...string) {
	for _, p := range parts {
		w.w.WriteString(p)
	}
}

func (w *writer) ints(list ...int) {
	b := append(w.buf[:0], '[')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	w.buf = append(b, ']')
	w.w.Write(w.buf)
}

// element starts an element of the list on a line of its own.
func (w *writer) element() {
	if w.comma {
		w.w.WriteByte(',')
	}
	w.comma = true
	w.w.WriteString("\n  ")
}

// quote is JSON: strconv.Quote has escapes that JSON has not. Control characters, which Read
// refuses, are spaces.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
