package hypercube

import (
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/sched"
)

// TestPlanScope: a schedule is of the task that was asked for, and serves the scope, by that name.
func TestPlanScope(t *testing.T) {
	const d = 4
	g, err := cube(d)
	if err != nil {
		t.Fatal(err)
	}
	for task := range sched.Task(3) {
		for _, model := range []sched.Model{sched.TwoWay, sched.OneWay} {
			for _, want := range []sched.Scope{{}, {Within: 2}, {Within: d}, {Within: d + 2}, {At: []int{1}}, {At: []int{d - 1}}, {At: []int{d}}, {At: []int{d - 1, d}}} {
				s, _, err := Plan(g, sched.Request{Task: task, Model: model, Scope: want})
				if err != nil {
					t.Fatal(err)
				}
				var has sched.Scope
				of := sched.Exchange
				switch s := s.(type) {
				case *sched.Template:
					has, of = s.Scope, s.Task
				case *sched.ExchangeTemplate:
					has = s.Scope
				case *sched.Explicit:
					has, of = s.Scope, s.Task
				default:
					t.Fatalf("%T", s)
				}
				if of != task || has.Within != want.Within || !slices.Equal(has.At, want.At) {
					t.Errorf("%v %v: the schedule is of %v and its scope %+v, want %+v", task, model, of, has, want)
				}
			}
		}
	}
}

// TestPlanPart: of the closed form within the greatest distance there may be less left than
// what sched.Plan finds for the scope.
func TestPlanPart(t *testing.T) {
	g, err := cube(7) // on those of up to 64 vertices sched.Plan has everything as short
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []sched.Task{sched.Broadcast, sched.Accumulate} {
		r := sched.Request{Task: task, Model: sched.OneWay, Scope: sched.Scope{At: []int{1, 7}}}
		other, bound, err := sched.Plan(g, r)
		if err != nil {
			t.Fatal(err)
		}
		s, b, err := Plan(g, r)
		if err != nil || s.Tau() != 13 || other.Tau() != 14 || b != bound || s.Verify() != nil {
			t.Errorf("%s: %d steps, sched.Plan's %d, want 13 and 14; bound %v, %v: %v", task, s.Tau(), other.Tau(), b, bound, err)
		}
	}
}
