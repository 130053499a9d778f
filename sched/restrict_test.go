package sched

import (
	"reflect"
	"testing"
)

// TestPlanEnclosing: a scope with gaps takes no more steps than one that encloses
// it, and one without gaps what it takes as Within.
func TestPlanEnclosing(t *testing.T) {
	for _, spec := range []string{"hypercube:2", "circulant:16:1,2,4,8", "johnson:5,2", "kneser:7,2", "product(ring:3;star:3)", "ring:7"} {
		for _, task := range []Task{Broadcast, Accumulate} {
			for _, model := range []Model{TwoWay, OneWay} {
				r := Request{Task: task, Model: model}
				tau := func(scope Scope) int {
					r.Scope = scope
					s, b, err := Plan(graph(t, spec), r)
					if err != nil {
						t.Fatalf("%s %+v: %v", spec, r, err)
					}
					if err := s.Verify(); err != nil || s.Tau() < b.Value {
						t.Errorf("%s %+v: %d steps, bound %v: %v", spec, r, s.Tau(), b, err)
					}
					if got := reflect.ValueOf(s).Elem().FieldByName("Scope").Interface(); !reflect.DeepEqual(got, scope) {
						t.Errorf("%s %+v: the schedule is for %v", spec, r, got)
					}
					return s.Tau()
				}
				two, within := tau(Scope{At: []int{2}}), tau(Scope{Within: 2})
				if all := tau(Scope{}); two > min(within, all) {
					t.Errorf("%s %s %s: %d steps for distance 2, %d within 2, %d for all", spec, task, model, two, within, all)
				}
				if both := tau(Scope{At: []int{2, 1}}); both > within {
					t.Errorf("%s %s %s: %d steps for 1 and 2, %d within 2", spec, task, model, both, within)
				}
			}
		}
	}
}

// TestRestrict: what is left serves the scope and nothing that leads nowhere; a
// greater scope than that of the schedule, and an exchange, are refused.
func TestRestrict(t *testing.T) {
	tm, err := Make(parse(t, "ring:7"), Accumulate)
	if err != nil {
		t.Fatal(err)
	}
	e, err := tm.Expand()
	if err != nil {
		t.Fatal(err)
	}
	one := Scope{At: []int{1}}
	for _, s := range []Schedule{tm, e} {
		r, err := Restrict(s, one)
		if err != nil || r.Tau() != 1 {
			t.Fatalf("%T: %d steps: %v", s, r.Tau(), err)
		}
		if _, err := Restrict(r, Scope{}); err == nil {
			t.Errorf("%T: all distances from a schedule for 1", s)
		}
	}
	for _, s := range []Schedule{tm, e} { // what passes through others keeps them
		r, err := Restrict(s, Scope{At: []int{3}})
		if err != nil || r.Tau() != 3 {
			t.Fatalf("%T for distance 3: %v", s, err)
		}
		if tm, ok := r.(*Template); ok {
			if r, err = tm.Expand(); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(r.(*Explicit).Sends); n != 7*6 {
			t.Errorf("%T for distance 3: %d sends, want all 42", s, n)
		}
	}
	if r, _ := Restrict(e, one); len(r.(*Explicit).Sends) != 14 {
		t.Errorf("%d sends, want the 14 between neighbours", len(r.(*Explicit).Sends))
	}
	x, err := MakeExchange(parse(t, "ring:7"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Restrict(x, one); err == nil {
		t.Error("an exchange was restricted")
	}
	if _, err := Restrict(nil, one); err == nil {
		t.Error("no schedule was restricted")
	}
}
