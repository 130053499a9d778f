package hypercube

import (
	"errors"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/sched"
)

// TestOneWayAntipodes: the exchange with the opposite vertex over one-way links takes as
// long as its paths, and is what Plan makes of that scope, for every task.
func TestOneWayAntipodes(t *testing.T) {
	for d := 1; d <= 12; d++ {
		e, err := OneWayAntipodes(d)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Verify(); err != nil || e.Tau() != max(d, 2) || len(e.Sends) != d<<d {
			t.Errorf("d = %d: %d steps, %d sends: %v", d, e.Tau(), len(e.Sends), err)
		}
		for task := range sched.Task(3) {
			s, b, err := Plan(e.Graph, sched.Request{Task: task, Model: sched.OneWay, Scope: e.Scope, Method: "exact"})
			if err == nil {
				err = s.Verify()
			}
			if err != nil || s.Tau() != e.Tau() || b.Value != e.Tau() {
				t.Errorf("d = %d: %s: bound %v: %v", d, task, b, err)
			}
		}
	}
	for _, d := range []int{0, -1, MaxExchangeDim + 1} {
		if e, err := OneWayAntipodes(d); e != nil || err == nil || !strings.Contains(err.Error(), "must be 1 to") {
			t.Errorf("d = %d: %v, %v", d, e, err)
		}
	}
	large, err := cube(MaxExchangeDim + 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Plan(large, sched.Request{Model: sched.OneWay, Scope: sched.Scope{At: []int{large.Degree()}}}); !errors.Is(err, sched.ErrTooMany) {
		t.Errorf("a broadcast too large: %v", err)
	}
	if _, err := OneWayAntipodes(MaxExchangeDim); err == nil || err.Error() != "hypercube: too many sends to write out: 402653184, the limit is 268435456" {
		t.Errorf("too many sends: %v", err)
	}
}
