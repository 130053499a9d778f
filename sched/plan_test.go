package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestMethodGreedy: "greedy" does without a reserve, which is enough on one graph, and without
// the exact search, which the others need.
func TestMethodGreedy(t *testing.T) {
	for spec, want := range map[string]int{"dihedral:13:r12,r12f,f": 9, "dihedral:9:r,f,r8f": 6} {
		for _, task := range []Task{Broadcast, Accumulate} {
			steps := map[string]int{}
			for _, method := range []string{"auto", "exact", "greedy"} {
				s, b, err := Plan(graph(t, spec), Request{Task: task, Method: method})
				if err != nil || b.Value != want {
					t.Fatalf("%s: bound %v, want %d: %v", method, b, want, err)
				}
				steps[method] = s.Tau()
			}
			if steps["auto"] != want || steps["exact"] != want || steps["greedy"] <= want {
				t.Errorf("%s %s: steps by method: %v, want %d, and more of greedy", spec, task, steps, want)
			}
		}
	}
}

func TestPlan(t *testing.T) {
	for _, spec := range []string{"hypercube:4", "torus:3x5", "petersen", "star:4", "circulant:9:1,3,4,6", "ring:1"} {
		g := graph(t, spec)
		_, isCayley := g.(cayley.Cayley)
		for _, method := range append(Methods(), "") {
			for task := range Task(3) {
				s, b, err := Plan(g, Request{Task: task, Method: method})
				if err != nil {
					if isCayley && task != Exchange && method != "regular" && method != "ring" {
						t.Errorf("%s %s %s: %v", spec, task, method, err)
					}
					continue
				}
				if err := s.Verify(); err != nil || s.Tau() < b.Value {
					t.Errorf("%s %s %s: %d steps, bound %v: %v", spec, task, method, s.Tau(), b, err)
				}
			}
		}
	}
	if _, _, err := Plan(parse(t, "ring:5"), Request{Method: "magic"}); err == nil {
		t.Error("method magic")
	}
}

// TestUnknownNames: what is none of this package's constants has a name or is refused.
func TestUnknownNames(t *testing.T) {
	if got := fmt.Sprint(Answer(7), Model(7), Task(7)); got != "Answer(7) Model(7) Task(7)" {
		t.Error(got)
	}
	for _, r := range []Request{{Task: 7}, {Model: 7}} {
		if _, _, err := Plan(parse(t, "ring:5"), r); err == nil {
			t.Errorf("%v %v was planned", r.Task, r.Model)
		}
	}
}

// TestNoGraph: what has no graph is refused in a line.
func TestNoGraph(t *testing.T) {
	if _, _, err := Plan(nil, Request{}); err == nil || err.Error() != "sched: plan without a graph" {
		t.Errorf("plan: %v", err)
	}
	if err := (&TaskGraph{}).Verify(); err == nil {
		t.Error("a task without a graph is valid")
	}
	if _, err := (&TaskGraph{}).Reverse(); err == nil {
		t.Error("a task without a graph was reversed")
	}
}

// TestLongNames: an error is a line even on a graph whose name is not.
func TestLongNames(t *testing.T) {
	g, err := cayley.NewCayley(strings.Repeat("1x", 20_000), parse(t, "circulant:12:1,11,5,7,6"), []int{1, 11, 5, 7, 6})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Plan(g, Request{Method: "regular"}); err == nil || len(err.Error()) > 300 {
		t.Errorf("an error of %d bytes", len(fmt.Sprint(err)))
	}
}
