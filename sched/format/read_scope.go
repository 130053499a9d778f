package format

func (f *File) scope(s *scanner) {
	if s.peek() == '"' {
		if v := s.text("scope"); v != "all" {
			s.fail("scope is %.80q: it must be \"all\", {\"within\":l} or {\"at\":[…]}", v)
		}
		return
	}
	s.expect('{', "scope")
	switch key := s.text("scope"); key {
	case "within":
		s.colon(key)
		if f.Scope.Within = s.int(key); f.Scope.Within < 1 {
			s.fail("scope within %d: a distance is at least 1", f.Scope.Within)
		}
	case "at":
		s.colon(key)
		seen := map[int]bool{}
		for _, d := range s.list(key) {
			if d < 1 {
				s.fail("scope at %d: a distance is at least 1", d)
			}
			if seen[d] {
				s.fail("scope at names distance %d twice", d)
			}
			seen[d] = true
			f.Scope.At = append(f.Scope.At, d)
		}
		if len(f.Scope.At) == 0 {
			s.fail("scope at no distance: want one at least, or no scope for all")
		}
	default:
		s.fail("scope has the key %.80q: it must be \"within\" or \"at\"", key)
	}
	s.expect('}', "scope")
}
