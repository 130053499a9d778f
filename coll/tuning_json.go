package coll

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// tuningReader reads the JSON of a tuning table key by key, so that every error has its line.
// It keeps the first error; after that every read is empty.
type tuningReader struct {
	name string
	text []byte
	dec  *json.Decoder
	rule int // that is being read; -1: none
	err  error
}

// fail is an error at an offset of the text.
func (f *tuningReader) fail(at int64, format string, args ...any) {
	if f.err != nil {
		return
	}
	line := 1 + bytes.Count(f.text[:min(at, int64(len(f.text)))], []byte("\n"))
	where := fmt.Sprintf("tuning table, line %d: ", line)
	if f.name != "" {
		where = fmt.Sprintf("%s:%d: ", f.name, line)
	}
	if f.rule >= 0 {
		where += fmt.Sprintf("rule %d: ", f.rule)
	}
	f.err = usage("%s%s", where, fmt.Sprintf(format, args...))
}

// wrong is an error at what was read last.
func (f *tuningReader) wrong(format string, args ...any) {
	f.fail(f.dec.InputOffset(), format, args...)
}

// object reads an object, whose values value reads, and says where it begins.
func (f *tuningReader) object(what string, needs []string, value func(key string)) (begun int64) {
	f.open('{', what, "an object")
	begun = f.dec.InputOffset()
	seen := map[string]bool{}
	for f.more() {
		key, _ := f.token().(string)
		if seen[key] {
			f.wrong("key %.80q comes twice", key)
		}
		seen[key] = true
		if f.err == nil {
			value(key)
		}
	}
	f.token()
	for _, key := range needs {
		if !seen[key] {
			f.fail(begun, "%q is missing", key)
		}
	}
	return begun
}

// list reads a list, whose elements element reads.
func (f *tuningReader) list(what, want string, element func()) {
	f.open('[', what, want)
	for f.more() {
		element()
	}
	f.token()
}

func (f *tuningReader) open(d json.Delim, what, want string) {
	if t := f.token(); t != d {
		f.wrong("%s is %s, want %s", what, noun(t), want)
	}
}

func (f *tuningReader) more() bool { return f.err == nil && f.dec.More() }

// pair reads two numbers, or none.
func (f *tuningReader) pair(key string, bits int) (v [2]int64) {
	const want = "two numbers, from and to"
	n := 0
	f.list(key, want, func() {
		x := f.number(key, bits)
		if n < len(v) {
			v[n] = x
		}
		n++
	})
	if n != 0 && n != len(v) {
		f.wrong("%s has %d numbers, want %s, or none for any", key, n, want)
	}
	return v
}

func (f *tuningReader) number(key string, bits int) int64 {
	t := f.token()
	n, ok := t.(json.Number)
	if !ok {
		f.wrong("%s is %s, want a whole number", key, noun(t))
		return 0
	}
	v, err := strconv.ParseInt(n.String(), 10, bits)
	if err != nil {
		f.wrong("%s is %.80s, want a whole number below 2^%d", key, n, bits-1)
	}
	return v
}

func (f *tuningReader) string(key string) string {
	t := f.token()
	s, ok := t.(string)
	if !ok {
		f.wrong("%s is %s, want a string", key, noun(t))
	}
	return s
}

// token is the next piece of the text, nil after an error.
func (f *tuningReader) token() json.Token {
	if f.err != nil {
		return nil
	}
	t, err := f.dec.Token()
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return t
	case errors.As(err, &syntax):
		f.fail(syntax.Offset, "%s", strings.TrimPrefix(syntax.Error(), "json: "))
	case len(bytes.TrimSpace(f.text)) == 0:
		f.fail(0, "there is nothing, want an object")
	default:
		f.fail(int64(len(f.text)), "the table does not end")
	}
	return nil
}

// noun is what a piece of JSON begins, in words.
func noun(t json.Token) string {
	switch t := t.(type) {
	case nil:
		return "null"
	case json.Number:
		return "a number"
	case string:
		return "a string"
	case json.Delim:
		if t == '[' {
			return "an array"
		}
		return "an object"
	}
	return fmt.Sprint(t) // true or false
}
