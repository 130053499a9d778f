package sched

import (
	"errors"
	"testing"
)

// TestAnswers: what a method cannot make is told from a request that makes no sense.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		graph string
		r     Request
		want  error
	}{
		{"circulant:12:1,11,5,7,6", Request{Method: "regular"}, ErrNoOrder},
		{"circulant:12:1,11,5,7,6", Request{Task: Accumulate, Method: "regular", Model: OneWay}, ErrNoOrder},
		{"ring:220", Request{Task: Exchange, Method: "exact"}, ErrUndecided},
		{"petersen", Request{Method: "ring"}, ErrNoRing},
		{"circulant:12:1,11,5,7,6", Request{Method: "regular", Scope: Scope{Within: 1}}, nil},
		{"petersen", Request{Method: "regular"}, nil},
		{"ring:5", Request{Task: Exchange, Method: "tree"}, nil},
	} {
		_, _, err := Plan(graph(t, c.graph), c.r)
		if err == nil {
			t.Errorf("%s %+v: no error", c.graph, c.r)
		}
		for _, answer := range []error{ErrNoRing, ErrNoOrder, ErrUndecided} {
			if errors.Is(err, answer) != (answer == c.want) {
				t.Errorf("%s %+v: %v, want %v", c.graph, c.r, err, c.want)
			}
		}
		var wrong *MethodError
		if errors.As(err, &wrong) != (c.want == nil) || c.want == nil && wrong.Method != c.r.Method {
			t.Errorf("%s %+v: %v of the method %+v", c.graph, c.r, err, wrong)
		}
	}
}
