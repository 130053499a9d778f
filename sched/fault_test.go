package sched

import (
	"errors"
	"testing"
)

// TestFaults: what verifiers refuse says where it stands, in numbers.
func TestFaults(t *testing.T) {
	g := parse(t, "hypercube:2")
	exchange := func(times ...int32) *ExchangeTemplate {
		return &ExchangeTemplate{Graph: g, Steps: 2, Start: []int{0, 0, 1, 2, 4}, Gen: []int32{0, 1, 0, 1}, Time: times}
	}
	for want, s := range map[Fault]Schedule{
		{3, -1, "sched: vertex 3 uses generator 1 at time 2, and so does another vertex"}: &Template{Graph: g, Steps: 2,
			Gen: []int32{-1, 0, 1, 1}, Time: []int32{0, 1, 2, 2}},
		{3, 3, "sched: the word for vertex 3 moves at time 1 after 1: times rise from 1 to 2"}:       exchange(2, 2, 1, 1),
		{3, 2, "sched: the word for vertex 3 takes generator 0 at time 1, and so does another word"}: exchange(1, 2, 1, 2),
		{-1, 1, "sched: send 1 [1,0,1,0]: its link carries another word at time 1"}: &Explicit{Graph: g, Steps: 1,
			Sends: []Send{{Time: 1, To: 1}, {Time: 1, To: 1}}},
	} {
		var f *Fault
		if err := s.Verify(); !errors.As(err, &f) || *f != want {
			t.Errorf("%v, want %+v", err, want)
		}
	}
}
