package format

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf8"
)

// scanner reads JSON piece by piece and knows its line. It keeps the first
// error; after that every read is empty.
type scanner struct {
	r    *bufio.Reader
	line int
	err  *Error
}

func newScanner(r io.Reader) *scanner { return &scanner{r: bufio.NewReaderSize(r, 1<<16), line: 1} }

func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = onLine(s.line, format, args...)
	}
}

// byte is the next byte, 0 at the end.
func (s *scanner) byte() byte {
	if s.err != nil {
		return 0
	}
	c, err := s.r.ReadByte()
	if err == io.EOF {
		s.fail("the file is cut short")
		return 0
	}
	if err != nil {
		s.fail("%w", err)
		return 0
	}
	if c == '\n' {
		s.line++
	}
	return c
}

// peek is the next byte that is not white space, left unread; 0 at the end.
func (s *scanner) peek() byte {
	for {
		switch c := s.byte(); c {
		case ' ', '\t', '\r', '\n':
		case 0:
			s.fail("a zero byte")
			return 0
		default:
			s.r.UnreadByte() // which does not fail after a byte was read
			return c
		}
	}
}

func (s *scanner) expect(want byte, where string) {
	switch c := s.peek(); {
	case c == want:
		s.byte()
	case s.err != nil:
	case kinds[want] != "":
		s.fail("%s: %s, want %s", where, s.kind(), kinds[want])
	default:
		s.fail("%s: %s where %q should be", where, s.next(), string(rune(want)))
	}
}

// kinds are the values of JSON that are known by their first byte.
var kinds = map[byte]string{'"': "a string", '{': "an object", '[': "a list"}

// kind is what the next byte begins.
func (s *scanner) kind() string {
	c := s.peek()
	if kind := kinds[c]; kind != "" {
		return kind
	}
	if c == '-' || c >= '0' && c <= '9' {
		return "a number"
	}
	for _, word := range [...]string{"null", "true", "false"} {
		if next, _ := s.r.Peek(len(word)); string(next) == word {
			return word
		}
	}
	return s.next()
}

// next is the next character, quoted.
func (s *scanner) next() string {
	text, _ := s.r.Peek(utf8.UTFMax) // fewer bytes before the end
	r, _ := utf8.DecodeRune(text)
	return strconv.Quote(string(r))
}

// colon follows a key, which may be any text of the file.
func (s *scanner) colon(key string) { s.expect(':', fmt.Sprintf("key %.80q", key)) }

// more steps through a list or an object: it reports whether another member
// follows, given whether this is the first, and eats the comma or the end.
func (s *scanner) more(first bool, end byte, where string) bool {
	c := s.peek()
	switch {
	case s.err != nil:
		return false
	case c == end:
		s.byte()
		return false
	case first:
		return true
	case c == ',':
		s.byte()
		if s.peek() == end {
			s.fail("%s: a comma before the end", where)
			return false
		}
		return s.err == nil
	}
	s.fail("%s: %s where a comma or %q should be", where, s.next(), string(rune(end)))
	return false
}

// int reads a whole number of at most 31 bits and a sign.
func (s *scanner) int(where string) int {
	c := s.peek()
	neg := c == '-'
	if neg {
		s.byte()
		c, _ = s.first()
	}
	if c < '0' || c > '9' {
		s.fail("%s: %s, want a whole number", where, s.kind())
		return 0
	}
	n, digits, lead := int64(0), 0, c == '0'
	for {
		c, ok := s.first()
		if !ok || c < '0' || c > '9' {
			switch {
			case ok && c == '.':
				s.fail("%s: a fraction, want a whole number", where)
			case ok && (c == 'e' || c == 'E'):
				s.fail("%s: a number with an exponent, want all its digits", where)
			}
			break
		}
		s.byte()
		digits++
		if n = n*10 + int64(c-'0'); n > math.MaxInt32 {
			if neg {
				s.fail("%s: a number below %d", where, -math.MaxInt32)
			}
			s.fail("%s: a number above %d", where, math.MaxInt32)
			return 0
		}
	}
	if lead && digits > 1 {
		s.fail("%s: a number with a leading zero", where)
	}
	if neg {
		n = -n
	}
	return int(n)
}

// first is the next byte, white space or not, left unread.
func (s *scanner) first() (byte, bool) {
	b, err := s.r.Peek(1)
	if err != nil {
		return 0, false
	}
	return b[0], true
}

// end checks that nothing follows the object.
func (s *scanner) end() {
	for {
		c, err := s.r.ReadByte()
		switch {
		case err == io.EOF:
			return
		case err != nil:
			s.fail("%w", err)
			return
		case c == '\n':
			s.line++
		case c != ' ' && c != '\t' && c != '\r':
			s.r.UnreadByte()
			s.fail("%s after the end of the schedule", s.next())
			return
		}
	}
}
