package coll

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

// written is a schedule through a file.
func written(t *testing.T, graph string, r sched.Request) sched.Schedule {
	t.Helper()
	g, err := cayley.Parse(graph)
	if err != nil {
		t.Fatal(err)
	}
	s, bound, err := sched.Plan(g, r)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := format.Write(&b, s, bound); err != nil {
		t.Fatal(err)
	}
	read, err := FromSchedule(&b)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// TestFromSchedule: schedules of all tasks, templates and lists of sends, two-way
// and one-way, out of files.
func TestFromSchedule(t *testing.T) {
	for _, graph := range []string{"hypercube:3", "petersen", "star:4", "ring:5"} {
		for _, model := range []sched.Model{sched.TwoWay, sched.OneWay} {
			var list []sched.Schedule
			var tau [3]int
			for _, task := range []sched.Task{sched.Broadcast, sched.Accumulate, sched.Exchange} {
				s := written(t, graph, sched.Request{Task: task, Model: model})
				list, tau[task] = append(list, s), s.Tau()
			}
			e, err := sends(list[0])
			if err != nil {
				t.Fatal(err)
			}
			m := machine(t, Config{P: e.Graph.Order(), Schedules: list})
			for c, steps := range map[collective]int{
				allgather: tau[0], reducescatter: tau[1], allreduce: tau[0] + tau[1], alltoall: tau[2],
			} {
				for _, n := range []int{1, 30, 3000} {
					try := trial{c: c, a: File, n: n}
					if err := runAs[int64](m, try); err != nil {
						t.Fatalf("%s %v: %v: %v", graph, model, try, err)
					}
				}
				got, bound, err := m.Steps(c.String(), File)
				if err != nil || got != steps || got < bound {
					t.Errorf("%s %v: %s in %d steps, bound %d, and the file has %d: %v", graph, model, c, got, bound, steps, err)
				}
			}
		}
	}
}

func TestBadSchedules(t *testing.T) {
	q3 := written(t, "hypercube:3", sched.Request{Task: sched.Broadcast})
	near := written(t, "hypercube:3", sched.Request{Task: sched.Broadcast, Scope: sched.Scope{Within: 1}})
	for _, c := range []struct {
		Config
		text string
	}{
		{Config{P: 4, Schedules: []sched.Schedule{q3}}, "Schedules[0] is for 8 processors, and P is 4"},
		{Config{P: 8, Schedules: []sched.Schedule{q3, q3}}, "two schedules for broadcast"},
		{Config{P: 8, Schedules: []sched.Schedule{nil}}, "Schedules[0] is nil"},
		{Config{P: 8, Schedules: []sched.Schedule{near}}, "want a universal schedule"},
		{Config{P: 8, Schedules: []sched.Schedule{&sched.Explicit{Graph: q3.(*sched.Template).Graph}}}, "Schedules[0]: "},
	} {
		if _, err := New(c.Config); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%v, want %q", err, c.text)
		}
	}
	if _, err := FromSchedule(strings.NewReader(`{"format":"x"}`)); err == nil {
		t.Error("reads anything")
	}
	m := machine(t, Config{P: 8, Schedules: []sched.Schedule{q3}})
	err := runAs[int64](m, trial{c: alltoall, a: File, n: 1})
	if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "Config.Schedules has none for exchange of 8 processors") {
		t.Error(err)
	}
}
