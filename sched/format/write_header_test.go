package format

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestHeaders: Write refuses what Read would, in one line, before the first byte, and Read takes all that is written.
func TestHeaders(t *testing.T) {
	g, err := cayley.Ring(4)
	if err != nil {
		t.Fatal(err)
	}
	huge := math.MaxInt32
	huge++ // on 32 bits the least number there is
	for _, c := range []struct {
		scope sched.Scope
		steps int
		bound sched.Bound
		want  string // of the error
	}{
		{steps: 2},
		{steps: math.MaxInt32, bound: sched.Bound{Value: math.MaxInt32, Kind: "T"}},
		{bound: sched.Bound{Kind: "a \"kind\" – of one's own"}},
		{scope: sched.Scope{Within: 1}},
		{scope: sched.Scope{At: []int{2, 1}}},
		{bound: sched.Bound{Value: -1}}, // of no kind, so it is not written
		{scope: sched.Scope{Within: -1}, want: "scope within -1: want 1 to"},
		{scope: sched.Scope{Within: huge}, want: "scope within "},
		{scope: sched.Scope{Within: 1, At: []int{1}}, want: "scope within 1 and at [1]: want one"},
		{scope: sched.Scope{At: []int{1, 0}}, want: "scope at 0: want 1 to"},
		{scope: sched.Scope{At: []int{huge}}, want: "scope at "},
		{scope: sched.Scope{At: []int{1, 2, 1}}, want: "scope at 1 twice"},
		{steps: -1, want: "-1 steps: want 0 to"},
		{steps: huge, want: " steps: want 0 to"},
		{bound: sched.Bound{Value: -1, Kind: "T"}, want: "a bound of -1: want 0 to"},
		{bound: sched.Bound{Value: huge, Kind: "T"}, want: "a bound of "},
	} {
		var b bytes.Buffer
		err := Write(&b, &sched.Explicit{Graph: g, Scope: c.scope, Steps: c.steps}, c.bound)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || b.Len() > 0 {
				t.Errorf("%+v: %v after %d bytes", c, err, b.Len())
			}
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		f, err := Read(&b)
		if err != nil || f.Steps != c.steps || f.Scope.Within != c.scope.Within || len(f.Scope.At) != len(c.scope.At) || f.BoundKind != c.bound.Kind {
			t.Errorf("%+v was read as %+v: %v", c, f, err)
		}
	}
}
