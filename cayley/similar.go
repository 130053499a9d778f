package cayley

import "strings"

// similar is the first of the names from which name differs by case or by one letter; "" if
// there is none.
func similar(names []string, name string) string {
	name = strings.ToLower(name)
	for _, n := range names {
		if oneOff(n, name) {
			return n
		}
	}
	return ""
}

// oneOff reports whether one letter, changed, added or left out, makes a of b, or none.
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		return i == len(a) || a[i+1:] == b[i+1:]
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}
