package hypercube

import (
	"errors"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestPlan: of every request on a cube the schedule is valid, and no longer than what
// sched.Plan finds; it is the closed form where there is one.
func TestPlan(t *testing.T) {
	const d = 5
	g, err := cube(d)
	if err != nil {
		t.Fatal(err)
	}
	for task := range sched.Task(3) {
		for _, model := range []sched.Model{sched.TwoWay, sched.OneWay} {
			for _, scope := range []sched.Scope{{}, {Within: 2}, {Within: d}, {Within: d + 2}, {At: []int{2, 4}}, {At: []int{5}}} {
				for _, method := range []string{"", "auto", "greedy"} {
					r := sched.Request{Task: task, Model: model, Scope: scope, Method: method}
					s, b, err := Plan(g, r)
					if err != nil {
						t.Fatalf("%+v: %v", r, err)
					}
					if err := s.Verify(); err != nil {
						t.Errorf("%+v: %v", r, err)
					}
					other, least, err := sched.Plan(g, r)
					if err != nil || s.Tau() > other.Tau() || b.Value < least.Value || s.Tau() < b.Value {
						t.Errorf("%+v: %d steps, bound %v; sched.Plan has %d, bound %v: %v", r, s.Tau(), b, other.Tau(), least, err)
					}
					exact := r
					exact.Method = "exact"
					if _, _, err := Plan(g, exact); method != "greedy" && (err == nil) != (s.Tau() == b.Value) || err != nil && !errors.Is(err, sched.ErrUndecided) {
						t.Errorf("%+v: %v, of %d steps and bound %v", exact, err, s.Tau(), b)
					}
				}
			}
		}
	}
}

// TestPlanLarge: the closed form is what makes large cubes fast.
func TestPlanLarge(t *testing.T) {
	g, err := cube(20)
	if err != nil {
		t.Fatal(err)
	}
	s, b, err := Plan(g, sched.Request{Task: sched.Accumulate, Method: "exact"})
	if err != nil || s.Tau() != 52429 || b.Value != 52429 {
		t.Errorf("%v, %v", b, err)
	}
}

// TestPlanOther: other graphs and wrong requests are sched.Plan's.
func TestPlanOther(t *testing.T) {
	ring, err := cayley.Ring(5)
	if err != nil {
		t.Fatal(err)
	}
	if s, b, err := Plan(ring, sched.Request{}); err != nil || s.Tau() != 2 || b.Value != 2 {
		t.Errorf("ring: %v, %v", b, err)
	}
	q, err := cube(3)
	if err != nil {
		t.Fatal(err)
	}
	point, err := cayley.Hypercube(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g cayley.Graph
		r sched.Request
	}{
		{nil, sched.Request{}},
		{q, sched.Request{Method: "magic"}},
		{q, sched.Request{Task: 3}},
		{q, sched.Request{Model: 2}},
		{q, sched.Request{Scope: sched.Scope{Within: -1}}},
		{q, sched.Request{Model: sched.OneWay, Scope: sched.Scope{Within: 1, At: []int{q.Degree()}}}},
		{q, sched.Request{Scope: sched.Scope{Within: 1, At: []int{2}}}},
		{q, sched.Request{Model: sched.OneWay, Scope: sched.Scope{At: []int{3, 3}}}},
		{q, sched.Request{Task: sched.Exchange, Method: "tree"}},
		{point, sched.Request{}},
	} {
		s, _, err := Plan(c.g, c.r)
		own, _, want := sched.Plan(c.g, c.r)
		if (err == nil) != (want == nil) || err != nil && (err.Error() != want.Error() || s != nil) || err == nil && s.Tau() != own.Tau() {
			t.Errorf("%v %+v: %v, want %v", c.g, c.r, err, want)
		}
	}
}
