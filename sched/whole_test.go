package sched

import (
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestSchedulesWithoutGraph: what has no graph, segments or trees is an error of all that
// asks for one.
func TestSchedulesWithoutGraph(t *testing.T) {
	for _, s := range []Schedule{nil, &Template{}, &ExchangeTemplate{}, &Explicit{}, &OrbitSchedule{}, &Chunked{}, &Chunked{Segments: []Segment{nil}}, &Chunked{Segments: []Segment{(*OrbitSchedule)(nil)}},
		&GlobalSum{}, &GlobalSum{In: &Explicit{}, Out: &Explicit{}}, (*Template)(nil), (*ExchangeTemplate)(nil), (*Explicit)(nil), (*GlobalSum)(nil), (*OrbitSchedule)(nil), (*Chunked)(nil)} {
		var errs []error
		note := func(err error) { errs = append(errs, err) }
		if s != nil {
			note(s.Verify())
		}
		_, err := BoundOf(s)
		note(err)
		_, err = Restrict(s, Scope{Within: 1})
		note(err)
		if s, ok := s.(Expander); ok {
			_, err := s.Expand()
			note(err)
		}
		if s, ok := s.(interface{ OneWay() (*Explicit, error) }); ok {
			_, err := s.OneWay()
			note(err)
		}
		if s, ok := s.(*Template); ok {
			_, err := s.Reverse()
			note(err)
			_, err = s.Certify()
			note(err)
		}
		for i, err := range errs {
			if err == nil {
				t.Errorf("%T: call %d gives no error", s, i)
			}
		}
	}
	pair := parse(t, "ring:2")
	for want, s := range map[string]*Template{
		"sched: template of 2 generators and 0 times for 2 vertices":      {Graph: pair, Gen: []int32{-1, 0}},
		"sched: vertex 1 has generator 1: the graph has 0 to 0":           {Graph: pair, Steps: 1, Gen: []int32{-1, 1}, Time: []int32{0, 1}},
		"sched: a template is a broadcast or an accumulate, not exchange": {Graph: pair, Task: Exchange, Gen: []int32{-1, 0}, Time: []int32{0, 1}},
	} {
		if _, err := s.Reverse(); err == nil || err.Error() != want {
			t.Errorf("turned round: %v, want %s", err, want)
		}
	}
	for _, task := range []Task{Broadcast, Accumulate} {
		if _, err := Make(nil, task); err == nil {
			t.Errorf("%s on no graph", task)
		}
	}
}

// TestOneWayOfInvalid: the mistakes of a schedule are told as its Verify tells them, not as
// those of what was made of it.
func TestOneWayOfInvalid(t *testing.T) {
	cube, err := cayley.Hypercube(3)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Make(cube, Accumulate)
	if err != nil {
		t.Fatal(err)
	}
	lacking := *whole
	lacking.Gen, lacking.Time = slices.Clone(whole.Gen), slices.Clone(whole.Time)
	lacking.Gen[7], lacking.Time[7] = -1, 0
	orbits, _, err := BuildOrbits(cube, cayley.FreeActionOf(cube), Options{})
	if err != nil {
		t.Fatal(err)
	}
	orbits.Time[0] = slices.Clone(orbits.Time[0])
	orbits.Time[0][7]++
	for _, s := range []Schedule{&Template{Graph: cube}, &lacking, &ExchangeTemplate{Graph: cube}, &Explicit{Graph: cube}, orbits,
		&ExchangeTemplate{Graph: cube, Start: make([]int, 9)},
		&Explicit{Graph: cube, Steps: 1, Sends: []Send{{Time: 1, From: 9}}},
		&Explicit{Graph: cube, Task: Accumulate, Steps: 1, Sends: []Send{{Time: 1, From: 1}}}} {
		want := s.Verify()
		_, err := s.(interface{ OneWay() (*Explicit, error) }).OneWay()
		if want == nil || err == nil || err.Error() != want.Error() || strings.Contains(err.Error(), "internal") {
			t.Errorf("%T: %v, Verify says %v", s, err, want)
		}
	}
}
