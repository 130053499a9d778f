package sched

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestFaults: what verifiers refuse says where it stands, in numbers.
func TestFaults(t *testing.T) {
	g := parse(t, "hypercube:2")
	exchange := func(times ...int32) *ExchangeTemplate {
		return &ExchangeTemplate{Graph: g, Steps: 2, Start: []int{0, 0, 1, 2, 4}, Gen: []int32{0, 1, 0, 1}, Time: times}
	}
	var near []Send // the words for neighbours
	for v := range int32(4) {
		for k := range int32(2) {
			near = append(near, Send{Time: 2, From: v, To: v ^ 1<<k, Item: v, Dst: v ^ 1<<k})
		}
	}
	for want, s := range map[Fault]Schedule{
		{3, -1, "sched: vertex 3 uses generator 1 at time 2, and so does vertex 2"}: &Template{Graph: g, Steps: 2,
			Gen: []int32{-1, 0, 1, 1}, Time: []int32{0, 1, 2, 2}},
		{3, 3, "sched: the word for vertex 3 moves at time 1 after 1: times rise from 1 to 2"}:            exchange(2, 2, 1, 1),
		{3, 3, "sched: the word for vertex 3 moves at time 3 after 1: times rise from 1 to 2"}:            exchange(2, 2, 1, 3),
		{3, 2, "sched: the word for vertex 3 takes generator 0 at time 1, and so does that for vertex 1"}: exchange(1, 2, 1, 2),
		{1, 0, "sched: the word for vertex 1 takes generator 2: the graph has 0 to 1"}:                    &ExchangeTemplate{Graph: g, Steps: 1, Start: []int{0, 0, 1, 1, 1}, Gen: []int32{2}, Time: []int32{1}},
		{-1, 8, "sched: send 8 [1,0,2,[0,3]]: the word stops at 2"}:                                       &Explicit{Graph: g, Task: Exchange, Scope: Scope{Within: 1}, Steps: 2, Sends: append(slices.Clone(near), Send{Time: 1, To: 2, Dst: 3})},
		{-1, 9, "sched: send 9 [3,2,0,[0,3]]: the word comes to vertex 0 twice"}: &Explicit{Graph: g, Task: Exchange, Scope: Scope{Within: 1}, Steps: 5, Sends: append(slices.Clone(near),
			Send{Time: 1, To: 2, Dst: 3}, Send{Time: 3, From: 2, Dst: 3}, Send{Time: 4, To: 1, Dst: 3}, Send{Time: 5, From: 1, To: 3, Dst: 3})},
		{-1, 1, "sched: send 1 [1,0,1,0]: its link carries another word at time 1"}: &Explicit{Graph: g, Steps: 1,
			Sends: []Send{{Time: 1, To: 1}, {Time: 1, To: 1}}},
		{-1, 1, "sched: send 1 [1,3,2,0]: vertex 3 passes its sum on twice"}: &Explicit{Graph: g, Task: Accumulate, Rooted: true, Steps: 2,
			Sends: []Send{{Time: 1, From: 3, To: 1}, {Time: 1, From: 3, To: 2}, {Time: 2, From: 1}, {Time: 2, From: 2}}},
		{-1, 3, "sched: send 3 [2,2,3,0]: vertex 3 receives this word twice"}: &Explicit{Graph: g, Rooted: true, Steps: 2,
			Sends: []Send{{Time: 1, To: 1}, {Time: 1, To: 2}, {Time: 2, From: 1, To: 3}, {Time: 2, From: 2, To: 3}}},
	} {
		var f *Fault
		if err := s.Verify(); !errors.As(err, &f) || *f != want {
			t.Errorf("%v, want %+v", err, want)
		}
	}
}

// TestVerifyIn: the first fault is the first in the order that is asked for, which may be
// any.
func TestVerifyIn(t *testing.T) {
	g := parse(t, "hypercube:2")
	tm := &Template{Graph: g, Task: Accumulate, Steps: 2, Gen: []int32{-1, 0, 0, 1}, Time: []int32{0, 1, 2, 2}}
	for want, order := range map[string][]int{
		"sched: the sum of 2 leaves at time 2 but 3 has passed its own on at 2":   {1, 2, 3},
		"sched: the sum of 3 leaves at time 2 but 1 has passed its own on at 1":   {3, 1, 2},
		"sched: vertex 1 uses generator 0 at time 1, and so does an entry before": {1, 1},
		"sched: vertex 4 is none to look at: they are 1 to 3":                     {4},
	} {
		if err := tm.VerifyIn(slices.Values(order)); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", order, err, want)
		}
	}
}

// TestUnserved: a template may leave out what is not in its scope, but nothing that it
// passes through; and who is left out is named.
func TestUnserved(t *testing.T) {
	g := parse(t, "hypercube:2")
	for _, task := range []Task{Broadcast, Accumulate} {
		tm := &Template{Graph: g, Task: task, Scope: Scope{At: []int{2}}, Steps: 1, Gen: []int32{-1, -1, -1, 0}, Time: []int32{0, 0, 0, 1}}
		if err := tm.Verify(); err == nil || err.Error() != "sched: vertex 3 is joined to 2, which is not served" {
			t.Errorf("%s: %v", task, err)
		}
	}
	for _, c := range []struct {
		task Task
		want string
	}{
		{Broadcast, "vertex 1 has no part in the broadcast of 0"},
		{Accumulate, "vertex 0 has no part in the accumulate of 1"},
		{Exchange, "the word of 0 for 1 does not arrive"},
	} {
		if err := (&Explicit{Graph: g, Task: c.task}).Verify(); err == nil || err.Error() != "sched: "+c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestImpossibleScopes: all that takes a scope refuses one that names no distance, or is
// given in two ways.
func TestImpossibleScopes(t *testing.T) {
	g := parse(t, "ring:7")
	for _, scope := range []Scope{{Within: -1}, {At: []int{0}}, {At: []int{1, -2}}, {At: []int{2, 1, 2}}, {Within: 1, At: []int{2}}} {
		var errs []error
		note := func(err error) { errs = append(errs, err) }
		_, _, err := BuildExchange(g, scope)
		note(err)
		_, _, err = BuildOrbitExchange(g, cayley.FreeActionOf(g), scope)
		note(err)
		_, err = LB3(g, Broadcast, scope)
		note(err)
		for task := range Task(3) {
			_, _, err := Plan(g, Request{Task: task, Scope: scope})
			note(err)
			_, err = LowerBound(g, task, TwoWay, scope)
			note(err)
		}
		for i, err := range errs {
			if err == nil || !strings.HasPrefix(err.Error(), "sched: scope ") {
				t.Errorf("%+v, call %d: %v", scope, i, err)
			}
		}
	}
}
