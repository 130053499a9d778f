package format

import (
	"strings"
	"unicode"
)

// maxText is the bytes of the longest string.
const maxText = 4096

// text reads a string of at most 4096 bytes. It has no control characters, which would
// forge a line of a message or steer a terminal: as they are they are errors, and by an
// escape they are spaces.
func (s *scanner) text(where string) string {
	s.expect('"', where)
	var b []byte
	for s.err == nil {
		c := s.byte()
		switch {
		case s.err != nil:
		case c == '"':
			if strings.ContainsFunc(string(b), unicode.IsControl) {
				s.fail("%s: a control character in a string", where)
			}
			return string(b)
		case c == '\\':
			b = s.escape(b, where)
		case c < ' ':
			s.fail("%s: a control character in a string", where)
		default:
			b = append(b, c)
		}
		if len(b) > maxText {
			s.fail("%s: a string of more than %d bytes", where, maxText)
		}
	}
	return ""
}

func (s *scanner) escape(b []byte, where string) []byte {
	switch c := s.byte(); c {
	case '"', '\\', '/':
		return append(b, c)
	case 'b', 'f', 'n', 'r', 't':
		return append(b, ' ')
	case 'u':
		r := rune(0)
		for range 4 {
			c := s.byte()
			switch {
			case c >= '0' && c <= '9':
				r = r<<4 | rune(c-'0')
			case c|32 >= 'a' && c|32 <= 'f':
				r = r<<4 | rune(c|32-'a'+10)
			default:
				s.fail("%s: a broken \\u escape", where)
			}
		}
		if unicode.IsControl(r) {
			r = ' '
		}
		return append(b, string(r)...)
	}
	s.fail("%s: a broken escape", where)
	return b
}
