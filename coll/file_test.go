package coll

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/program"
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
	return filed(t, s, bound)
}

// rooted is a schedule of one root through a file.
func rooted(t *testing.T, graph string, root int, task sched.Task) sched.Schedule {
	t.Helper()
	g, err := cayley.Parse(graph)
	if err != nil {
		t.Fatal(err)
	}
	s, bound, err := sched.Rooted(g, root, task)
	if err != nil {
		t.Fatal(err)
	}
	return filed(t, s, bound)
}

func filed(t *testing.T, s sched.Schedule, bound sched.Bound) sched.Schedule {
	t.Helper()
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
			es, err := program.Sends(list[0])
			if err != nil {
				t.Fatal(err)
			}
			m := machine(t, Config{P: es[0].Graph.Order(), Schedules: list})
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
			m = machine(t, Config{P: es[0].Graph.Order(), Schedules: list, Algorithm: File}) // by them unasked
			if got, _, err := m.Steps("allgather", ""); err != nil || got != tau[0] {
				t.Errorf("%s %v: allgather in %d steps, and the file has %d: %v", graph, model, got, tau[0], err)
			}
			if err := runAs[int64](m, trial{c: allgather, n: 30}); err != nil {
				t.Errorf("%s %v: %v", graph, model, err)
			}
		}
	}
}

// TestScheduleOfOneRoot: schedules of some roots, each for its own, and none for others.
func TestScheduleOfOneRoot(t *testing.T) {
	for _, graph := range []string{"hypercube:3", "petersen", "circulant:7:1"} {
		var list []sched.Schedule
		for _, task := range []sched.Task{sched.Accumulate, sched.Broadcast} {
			list = append(list, rooted(t, graph, 4, task), rooted(t, graph, 2, task))
		}
		es, err := program.Sends(list[0])
		if err != nil {
			t.Fatal(err)
		}
		p := es[0].Graph.Order()
		if !spans(p) {
			continue
		}
		m := machine(t, Config{P: p, Schedules: list})
		for i, c := range []collective{reduce, broadcast} {
			for _, n := range []int{1, 30, 3000} {
				for _, root := range []int{4, 2} {
					if err := runAs[float64](m, trial{c: c, a: File, n: n, root: root, inPlace: c == reduce && n == 30}); err != nil {
						t.Fatalf("%s: %v", graph, err)
					}
				}
				err := m.Run(context.Background(), func(q *Proc) error {
					x := make([]float64, n)
					if q = q.Using(File); c == reduce {
						Reduce(q, x, x, Sum, 3)
					} else {
						Broadcast(q, x, 3)
					}
					return nil
				})
				want := fmt.Sprintf("it needs %s root 3 for %d processors, and Config.Schedules has none", []string{"an accumulate schedule at", "a broadcast schedule from"}[i], p)
				if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: root 3: %v, want %q", graph, err, want)
				}
			}
			steps, bound, err := m.Steps(c.String(), File)
			if want := list[2*i+1].Tau(); err != nil || steps != want || bound != want {
				t.Errorf("%s: %v in %d steps, bound %d, want %d: %v", graph, c, steps, bound, want, err)
			}
		}
		if err := runAs[float64](m, trial{c: allgather, a: File, n: 1}); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "it needs a broadcast schedule for") {
			t.Errorf("%s: allgather by schedules of one root: %v", graph, err)
		}
	}
}

// TestSchedulesInSegments: schedules that cut words are carried out segment for segment,
// templates and those of graphs without a group.
func TestSchedulesInSegments(t *testing.T) {
	for _, graph := range []string{"hypercube:3", "torus:3x4", "odd:4", "johnson:5,2"} {
		g, err := cayley.Parse(graph)
		if err != nil {
			t.Fatal(err)
		}
		if !spans(g.Order()) {
			continue
		}
		var list []sched.Schedule
		sum, segments := 0, 0
		for _, task := range []sched.Task{sched.Accumulate, sched.Broadcast} {
			s, _, err := sched.BuildChunks(g, task)
			if err != nil {
				t.Fatal(err)
			}
			list, sum, segments = append(list, s), sum+s.Tau(), len(s.Segments)
		}
		if segments < 2 {
			t.Errorf("%s: %d segments", graph, segments)
		}
		m := machine(t, Config{P: g.Order(), Schedules: list})
		taus := []int{list[0].Tau(), list[1].Tau(), sum}
		for i, c := range []collective{reducescatter, allgather, allreduce} {
			for _, n := range []int{1, 9, 100, 700} {
				if err := runAs[float64](m, trial{c: c, a: File, n: n, inPlace: n == 100}); err != nil {
					t.Fatalf("%s: %v", graph, err)
				}
			}
			if steps, bound, err := m.Steps(c.String(), File); err != nil || steps != taus[i] || bound != taus[i] {
				t.Errorf("%s: %v in %d short steps, bound %d, want %d: %v", graph, c, steps, bound, taus[i], err)
			}
		}
		whole := written(t, graph, sched.Request{Task: sched.Broadcast})
		m = machine(t, Config{P: g.Order(), Schedules: []sched.Schedule{list[0], whole}})
		if err := runAs[float64](m, trial{c: allreduce, a: File, n: 100}); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "segments for one task and 1 for the next") {
			t.Errorf("%s: %v", graph, err)
		}
	}
}

// unknown is a schedule of a type that package sched does not know.
type unknown struct{ sched.Schedule }

func TestBadSchedules(t *testing.T) {
	q3 := written(t, "hypercube:3", sched.Request{Task: sched.Broadcast})
	near, _, err := sched.Plan(q3.(*sched.Template).Graph, sched.Request{Task: sched.Broadcast, Scope: sched.Scope{Within: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		Config
		text string
	}{
		{Config{P: 4, Schedules: []sched.Schedule{q3}}, "Schedules[0] is for 8 processors, and P is 4"},
		{Config{P: 8, Schedules: []sched.Schedule{q3, q3}}, "two schedules for broadcast"},
		{Config{P: 8, Schedules: []sched.Schedule{nil}}, "Schedules[0] is nil"},
		{Config{P: 8, Schedules: []sched.Schedule{q3, (*sched.OrbitSchedule)(nil)}}, "Schedules[1] is nil"},
		{Config{P: 8, Schedules: []sched.Schedule{unknown{q3}}}, "Schedules[0]: a schedule of type coll.unknown cannot be written out"},
		{Config{P: 8, Schedules: []sched.Schedule{near}}, "Schedules[0] serves some distances only"},
		{Config{P: 8, Schedules: []sched.Schedule{rooted(t, "ring:8", 3, sched.Broadcast), q3, rooted(t, "hypercube:3", 3, sched.Broadcast)}}, "two schedules for broadcast from root 3"},
		{Config{P: 8, Schedules: []sched.Schedule{&sched.Explicit{Graph: q3.(*sched.Template).Graph}}}, "Schedules[0]: "},
	} {
		if _, err := New(c.Config); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%v, want %q", err, c.text)
		}
	}
	if _, err := FromSchedule(strings.NewReader(`{"format":"x"}`)); plain(err, `line 1: format is "x"`) != "" {
		t.Error("reads anything")
	}
	var file bytes.Buffer
	if err := format.Write(&file, written(t, "ring:3", sched.Request{Task: sched.Broadcast}), sched.Bound{}); err != nil {
		t.Fatal(err)
	}
	if s, err := FromSchedule(strings.NewReader(strings.Replace(file.String(), "[1,0,1]", "[1,0,0]", 1))); s != nil || !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "element ") {
		t.Errorf("a schedule that sends one way twice and the other never: %v, %v", s, err)
	}
	file.Reset()
	if err := format.Write(&file, near, sched.Bound{}); err != nil {
		t.Fatal(err)
	}
	if _, err := FromSchedule(&file); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "serves some distances only") {
		t.Error(err)
	}
	es, err := program.Sends(q3)
	if err != nil {
		t.Fatal(err)
	}
	m := machine(t, Config{P: 8, Schedules: []sched.Schedule{es[0]}})
	for i := range es[0].Sends { // the machine has its own
		es[0].Sends[i].Item = 0
	}
	if err := runAs[int64](m, trial{c: allgather, a: File, n: 1}); err != nil {
		t.Error(err)
	}
	m = machine(t, Config{P: 8, Schedules: []sched.Schedule{q3}})
	err = runAs[int64](m, trial{c: alltoall, a: File, n: 1})
	if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "it needs an exchange schedule for 8 processors, and Config.Schedules has none") {
		t.Error(err)
	}
}

// TestStepsOfFiledRoots: the steps of reduce by file are those of an accumulation, where
// there are schedules of other roots for broadcast.
func TestStepsOfFiledRoots(t *testing.T) {
	g, err := cayley.Parse("hypercube:2")
	if err != nil {
		t.Fatal(err)
	}
	var list []sched.Schedule
	for root, task := range map[int]sched.Task{1: sched.Broadcast, 2: sched.Accumulate} {
		e, _, err := sched.Rooted(g, root, task)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	m := machine(t, Config{P: 4, Graph: g, Schedules: list})
	for _, c := range []string{"broadcast", "reduce"} {
		if steps, bound, err := m.Steps(c, File); steps != 2 || bound != 2 || err != nil {
			t.Errorf("%s: %d steps, bound %d: %v", c, steps, bound, err)
		}
	}
}

// TestGraphOfFile: a schedule from a file has the bound and the graph of its own, which no longer knows that it is a
// product, and there is neither where no schedule serves the collective.
func TestGraphOfFile(t *testing.T) {
	s := written(t, "torus:3x4x5", sched.Request{Task: sched.Exchange})
	want, err := sched.BoundOf(s)
	if err != nil {
		t.Fatal(err)
	}
	m := machine(t, Config{P: 60, Schedules: []sched.Schedule{s}})
	if steps, bound, err := m.Steps("alltoall", File); steps != 36 || bound != want.Value || want.Value != 36 || err != nil {
		t.Errorf("%d steps, bound %d, of the schedule %d: %v", steps, bound, want.Value, err)
	}
	if g, err := m.GraphOf("alltoall", File); err != nil || g.Degree() != 6 {
		t.Errorf("the graph of the schedule: %v, %v", g, err)
	}
	for _, c := range []string{"allgather", "allreduce", "broadcast", "reduce"} {
		if g, err := m.GraphOf(c, File); g != nil || !errors.Is(err, ErrUsage) {
			t.Errorf("%s: %v, %v, want ErrUsage", c, g, err)
		}
	}
}

// TestFileOfGroup: schedules of the caller's are not those of a group.
func TestFileOfGroup(t *testing.T) {
	g, err := cayley.Parse("hypercube:2")
	if err != nil {
		t.Fatal(err)
	}
	e, _, err := sched.Rooted(g, 0, sched.Broadcast)
	if err != nil {
		t.Fatal(err)
	}
	m := machine(t, Config{P: 4, Graph: g, Schedules: []sched.Schedule{e}})
	for _, c := range []struct{ colors, n int }{{1, 1}, {2, 1}, {1, 0}, {4, 1}} { // where nothing moves, too
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				Broadcast(q.Using(File).Split(q.Rank()%c.colors, -q.Rank()), make([]float64, c.n), 0)
				return nil
			})
		})
		if why := plain(err, "not for the group of color"); why != "" {
			t.Errorf("%d groups, %d elements: %v %s", c.colors, c.n, err, why)
		}
	}
}

// TestFileOfNothing: calls that move nothing are refused like others, whoever else calls.
func TestFileOfNothing(t *testing.T) {
	schedules := []sched.Schedule{rooted(t, "ring:4", 0, sched.Broadcast)}
	for _, c := range []struct {
		p, n, colors int // colors 0: no groups
		want         string
	}{
		{4, 0, 0, "it needs an exchange schedule for 4 processors"}, {4, 1, 0, "it needs an exchange schedule for 4 processors"},
		{4, 0, 1, "not for the group of color"}, {4, 1, 4, "not for the group of color"}, {1, 1, 0, "it needs an exchange schedule for 1 processors"},
	} {
		if !spans(c.p) {
			continue
		}
		cfg := Config{P: c.p}
		if c.p == 4 {
			cfg.Schedules = schedules
		}
		m := machine(t, cfg)
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				r := q.Rank()
				if c.colors > 0 {
					q = q.Split(r%c.colors, 0)
				}
				if r == c.p-1 { // the others return
					x := make([]float64, c.n*q.Size())
					Alltoall(q.Using(File), x, x)
				}
				return nil
			})
		})
		if why := plain(err, c.want); why != "" {
			t.Errorf("%+v: %v %s", c, err, why)
		}
	}
}
