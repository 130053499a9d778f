package format

import (
	"errors"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/sched"
)

// TestVerified: the schedule comes beside the verdict, also where that is a fault in it, and
// the sends of a file are not copied.
func TestVerified(t *testing.T) {
	const head, line, square = `{"format":"cayleycoll/schedule/1","task":"broadcast","steps":1,"graph":{"type":"hypercube",`, `"d":1},`, `"d":2},`
	for text, want := range map[string]struct{ schedule, fault bool }{
		line + `"sends":[[1,0,1,0],[1,1,0,1]]}`:          {true, false},
		line + `"sends":[[1,0,1,0],[1,1,1,1]]}`:          {true, true},
		line + `"template":[[1,0,0]]}`:                   {true, false},
		line + `"template":[]}`:                          {true, true},
		line + `"template":[[1,0,1]]}`:                   {false, true},
		square + `"template":[[1,0,0],[1,0,1],[1,1,1]]}`: {true, true}, // the fault is of an element
	} {
		f, err := Read(strings.NewReader(head + text))
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Verified()
		var at *sched.Fault
		if (s != nil) != want.schedule || (err != nil) != want.fault || want.schedule && want.fault != errors.As(err, &at) {
			t.Errorf("%s: %v, %v", text, s, err)
		}
		if e, ok := s.(*sched.Explicit); ok && &e.Sends[0] != &f.entries[0] {
			t.Errorf("%s: the sends were copied", text)
		}
	}
}
