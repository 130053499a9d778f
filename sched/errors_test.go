package sched

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
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
		{"product(circulant:9:1;circulant:9:3,2,6,1)", Request{Method: "regular"}, ErrUndecided},
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

// TestWhatWouldBeRight: what breaks the form of a schedule is told with what would not.
func TestWhatWouldBeRight(t *testing.T) {
	pair := parse(t, "ring:2")
	act := cayley.FreeActionOf(pair)
	orbits := func(next, at int32) *OrbitSchedule {
		return &OrbitSchedule{Graph: pair, Action: act, Steps: 1, Roots: []int32{0}, Next: [][]int32{{-1, next}}, Time: [][]int32{{0, at}}}
	}
	for want, s := range map[string]Schedule{
		"sched: template of -1 steps: want 0 or more":                                                                                                 &Template{Graph: pair, Steps: -1, Gen: []int32{-1, 0}, Time: []int32{0, 1}},
		"sched: exchange of -1 steps: want 0 or more":                                                                                                 &ExchangeTemplate{Graph: pair, Steps: -1, Start: []int{0, 0, 0}},
		"sched: schedule of -1 steps: want 0 or more":                                                                                                 &Explicit{Graph: pair, Steps: -1},
		"sched: orbit schedule of -1 steps: want 0 or more":                                                                                           &OrbitSchedule{Graph: pair, Action: act, Steps: -1, Roots: []int32{0}, Next: [][]int32{nil}, Time: [][]int32{nil}},
		"sched: 1 orbits with 0 roots, and templates of 0 Next and 0 Time: want one of each for every orbit":                                          &OrbitSchedule{Graph: pair, Action: act},
		"sched: template 0 of root 0: vertex 1 with 2 at time 1: vertices are 0 to 1":                                                                 orbits(2, 1),
		"sched: template 0 of root 0: vertex 1 with 0 at time 2: times are 1 to 1":                                                                    orbits(0, 2),
		"sched: want one of the tasks and models of this package, not Task(7) and two-way":                                                            &Explicit{Graph: pair, Task: 7},
		"sched: want one of the tasks and models of this package, not broadcast and Model(7)":                                                         &Explicit{Graph: pair, Model: 7},
		"sched: segment 0 has 1 steps, all together -1":                                                                                               &Chunked{Steps: -1, Segments: []Segment{orbits(0, 1)}},
		"sched: exchange of 2 vertices with 0 starts, 1 generators and 0 times: want 3 starts, from 0 to the number of generators, and as many times": &ExchangeTemplate{Graph: pair, Gen: []int32{0}},
		"sched: an exchange has no root":                                                                                                              &Explicit{Graph: pair, Task: Exchange, Rooted: true},
		"sched: root 2 is not a vertex: they are 0 to 1":                                                                                              &Explicit{Graph: pair, Rooted: true, Root: 2},
		"sched: root -1 is not a vertex: they are 0 to 1":                                                                                             &Explicit{Graph: pair, Rooted: true, Root: -1},
		"sched: send 0 [1,0,1,0]: only an exchange names a destination (1)":                                                                           &Explicit{Graph: pair, Steps: 1, Sends: []Send{{Time: 1, To: 1, Dst: 1}}},
		"sched: send 0 [1,0,1,0]: the schedule is that of root 1 alone":                                                                               &Explicit{Graph: pair, Rooted: true, Root: 1, Steps: 1, Sends: []Send{{Time: 1, To: 1}}},
		"sched: an orbit schedule is a broadcast or an accumulate, not exchange":                                                                      &OrbitSchedule{Graph: pair, Action: act, Task: Exchange},
		"sched: template 0 has 1 and 2 entries for 2 vertices":                                                                                        &OrbitSchedule{Graph: pair, Action: act, Roots: []int32{0}, Next: [][]int32{{-1}}, Time: [][]int32{{0, 1}}},
		"sched: template 0 of root 0: vertex 1 is not served":                                                                                         orbits(-1, 0),
		"sched: vertex 0 has generator 0 and time 1: want -1 and 0, since all words start or end there":                                               &Template{Graph: pair, Steps: 1, Gen: []int32{0, 0}, Time: []int32{1, 1}},
	} {
		if err := s.Verify(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := (&RegularOrder{}).Verify(); err == nil || err.Error() != "sched: regular order without a graph" {
		t.Error(err)
	}
	if _, err := SegmentBound(pair, Broadcast, Scope{}, 0); err == nil || err.Error() != "sched: ring:2: 0 segments of 2 vertices: want 1 to 1073741823" {
		t.Error(err)
	}
	if _, err := Restrict(&Chunked{Steps: 1, Segments: []Segment{orbits(0, 1)}}, Scope{}); err == nil || err.Error() != "sched: a *sched.Chunked cannot be restricted to a scope: a Template, an OrbitSchedule and an Explicit can" {
		t.Error(err)
	}
	if err := (&Certificate{Gen: []int32{-1, 0}, Time: []int32{0}, Bound: Bound{1, "T"}}).Check(pair, Scope{}); err == nil || err.Error() != "sched: certificate of 2 generators and 1 times for 2 vertices" {
		t.Error(err)
	}
	if err := (&Certificate{Gen: []int32{-1, 1}, Time: []int32{0, 1}, Bound: Bound{1, "T"}}).Check(pair, Scope{}); err == nil || err.Error() != "sched: certificate gives vertex 1 generator 1 at time 1: want 0 to 0, at 1 to 1" {
		t.Error(err)
	}
}

// TestOtherTasks: who makes or bounds some tasks says which, to who asks for another.
func TestOtherTasks(t *testing.T) {
	g := parse(t, "ring:5")
	act := cayley.FreeActionOf(g)
	for want, make := range map[string]func(task Task) error{
		"a template is a broadcast or an accumulate, not %s: exchanges have BuildExchange": func(task Task) error { _, err := Make(g, task); return err },
		"an orbit schedule is a broadcast or an accumulate, not %s":                        func(task Task) error { _, err := buildOrbits(g, act, Options{Task: task}, 1, Bound{}); return err },
		"a tree serves broadcast and accumulate, not %s":                                   func(task Task) error { _, err := Tree(g, task); return err },
		"a ring serves broadcast and accumulate, not %s":                                   func(task Task) error { _, err := Ring(g, task); return err },
		"one root serves broadcast and accumulate, not %s":                                 func(task Task) error { _, _, err := Rooted(g, 0, task); return err },
		"a broadcast or an accumulate can be cut in segments, not %s":                      func(task Task) error { _, err := SegmentBound(g, task, Scope{}, 2); return err },
		"LB3 bounds broadcast and accumulate, not %s":                                      func(task Task) error { _, err := LB3(g, task, Scope{}); return err },
	} {
		for _, task := range []Task{Exchange, 7} {
			if err := make(task); err == nil || err.Error() != fmt.Sprintf("sched: "+want, task) {
				t.Errorf("%v, want %s of %s", err, want, task)
			}
		}
	}
	_, tree := OrbitTree(g, act, Exchange)
	_, ring := RingCycle(g, Exchange)
	_, _, orbits := BuildOrbits(g, act, Options{Task: Exchange})
	for want, err := range map[string]error{"a tree serves": tree, "a ring serves": ring, "an orbit schedule is": orbits} {
		if err == nil || !strings.HasPrefix(err.Error(), "sched: "+want) || !strings.HasSuffix(err.Error(), "not exchange") {
			t.Errorf("%v, want that %s some tasks, not exchange", err, want)
		}
	}
}
