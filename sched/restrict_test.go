package sched

import (
	"math"
	"reflect"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
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

// TestPlanBeyond: within a distance too, what is just beyond may lead back in time.
func TestPlanBeyond(t *testing.T) {
	const spec = "dihedral:18:r17,r5f,r11f,r17f"
	scope := Scope{Within: 2}
	for _, task := range []Task{Broadcast, Accumulate} {
		alone, _, err := Build(parse(t, spec), Options{Task: task, Scope: scope})
		if err != nil || alone.Steps != 5 {
			t.Fatalf("%s: %d steps without a vertex beyond: %v", task, alone.Steps, err)
		}
		for model, want := range map[Model]Bound{TwoWay: {4, "T"}, OneWay: {6, "T"}} {
			s, b, err := Plan(parse(t, spec), Request{Task: task, Model: model, Scope: scope, Method: "exact"})
			if err != nil || s.Tau() != want.Value || b != want {
				t.Fatalf("%s %s: bound %v, want %v: %v", task, model, b, want, err)
			}
			if got := reflect.ValueOf(s).Elem().FieldByName("Scope").Interface(); !reflect.DeepEqual(got, scope) || s.Verify() != nil {
				t.Errorf("%s %s: the schedule is for %v: %v", task, model, got, s.Verify())
			}
		}
	}
	if _, _, err := Plan(graph(t, "petersen"), Request{Model: OneWay, Scope: Scope{Within: math.MaxInt}}); err != nil {
		t.Errorf("as far as a number can say: %v", err)
	}
}

// TestRestrictIsCheap: what one word needs of a schedule written out is found by a search as
// deep as the scope, or none.
func TestRestrictIsCheap(t *testing.T) {
	const p = 2048
	n := 0
	ring := counted{parse(t, "ring:2048"), &n}
	for _, g := range []cayley.Graph{ring, struct{ cayley.Graph }{ring}} {
		for _, task := range []Task{Broadcast, Accumulate} {
			e := &Explicit{Graph: g, Task: task, Scope: Scope{Within: 2}, Steps: 2}
			for v := range int32(p) {
				for _, by := range []int32{1, p - 1} {
					one, two := (v+by)%p, (v+2*by)%p
					sends := [2]Send{{Time: 1, From: v, To: one, Item: v}, {Time: 2, From: one, To: two, Item: v}}
					if task == Accumulate {
						sends = [2]Send{{Time: 2, From: one, To: v, Item: v}, {Time: 1, From: two, To: one, Item: v}}
					}
					e.Sends = append(e.Sends, sends[:]...)
				}
			}
			n = 0
			r, err := Restrict(e, Scope{At: []int{1}})
			if err != nil || r.Tau() != 1 || len(r.(*Explicit).Sends) != 2*p || n > 100*p {
				t.Errorf("%s: %d looks at a ring of %d vertices: %v", task, n, p, err)
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
	all, err := x.Expand()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Restrict(all, one); err == nil || err.Error() != "sched: an exchange has no tree to restrict: make it for the smaller scope" {
		t.Errorf("an exchange written out: %v", err)
	}
	for _, task := range []Task{Broadcast, Accumulate} { // of one root others have no sends
		alone, _, err := Rooted(parse(t, "ring:7"), 2, task)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Restrict(alone, Scope{At: []int{2}})
		if err != nil || r.Tau() != 2 || len(r.(*Explicit).Sends) != 4 || r.Verify() != nil {
			t.Errorf("%s of one root: %+v: %v", task, r, err)
		}
	}
	if _, err := Restrict(nil, one); err == nil {
		t.Error("no schedule was restricted")
	}
}
