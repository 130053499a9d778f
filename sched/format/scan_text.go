package format

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// maxText is the bytes of the longest string.
const maxText = 4096

// text reads a string of at most 4096 bytes in UTF-8. Control characters, which would
// forge a line of a message or steer a terminal, are errors, also by an escape.
func (s *scanner) text(where string) string {
	s.expect('"', where)
	var b []byte
	for s.err == nil {
		c := s.byte()
		switch {
		case s.err != nil:
		case c == '"':
			switch text := string(b); {
			case !utf8.ValidString(text):
				s.fail("%s: a string that is not UTF-8", where)
			case strings.ContainsFunc(text, unicode.IsControl):
				s.fail("%s: a control character in a string", where)
			default:
				return text
			}
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
		s.fail("%s: a control character in a string", where)
		return b
	case 'u':
		r := s.unit(where)
		if utf16.IsSurrogate(r) { // of two
			if s.byte() != '\\' || s.byte() != 'u' {
				s.fail("%s: a broken \\u escape", where)
				return b
			}
			if r = utf16.DecodeRune(r, s.unit(where)); r == unicode.ReplacementChar {
				s.fail("%s: a broken \\u escape", where)
			}
		}
		return utf8.AppendRune(b, r)
	}
	s.fail("%s: a broken escape", where)
	return b
}

// unit is the four digits of an escape.
func (s *scanner) unit(where string) (r rune) {
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
	return r
}
