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
	const head = `{"format":"cayleycoll/schedule/1","task":"broadcast","graph":{"type":"hypercube","d":1},"steps":1,`
	for text, want := range map[string]struct{ schedule, fault bool }{
		`"sends":[[1,0,1,0],[1,1,0,1]]}`: {true, false},
		`"sends":[[1,0,1,0],[1,1,1,1]]}`: {true, true},
		`"template":[[1,0,0]]}`:          {true, false},
		`"template":[]}`:                 {true, true},
		`"template":[[1,0,1]]}`:          {false, true},
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
