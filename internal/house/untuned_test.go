package house

import "testing"

// TestTestsAreUntuned: tests of what makes machines obey no tuning table of the
// developer's.
func TestTestsAreUntuned(t *testing.T) {
	makes := map[string]bool{"coll": true, "internal/house": true} // machines, here in the pages' programs
	tested, untuned := map[string]bool{}, map[string]bool{}
	for _, s := range goFiles(t) {
		tested[s.room] = tested[s.room] || s.test
		for _, name := range s.imports {
			makes[s.room] = makes[s.room] || name == module+"coll"
			untuned[s.room] = untuned[s.room] || name == module+"internal/untuned"
		}
	}
	for room, does := range makes {
		if does && tested[room] && !untuned[room] {
			t.Errorf("no test of %s imports internal/untuned, and its machines obey the developer's tuning table", room)
		}
	}
}
