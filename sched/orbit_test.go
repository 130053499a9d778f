package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func TestOrbits(t *testing.T) {
	for _, spec := range []string{"petersen", "johnson:5,2", "johnson:6,3", "johnson:7,3", "kneser:7,2", "odd:4", "odd:5", "hypercube:4", "johnson:4,2", "kneser:6,2"} {
		g, err := cayley.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range []Task{Broadcast, Accumulate} {
			act := cayley.FreeActionOf(g)
			s, bound, err := BuildOrbits(g, act, Options{Task: task})
			if err != nil {
				t.Fatalf("%s: %v", spec, err)
			}
			t.Logf("%s: P=%d, group of %d, %d steps, bound %v", spec, g.Order(), act.Order(), s.Steps, bound)
			if s.Steps != bound.Value {
				t.Errorf("%s %s: %d steps, bound %v", spec, task, s.Steps, bound)
			}
			if spec == "petersen" && s.Steps != 3 {
				t.Errorf("petersen in %d steps", s.Steps)
			}
			e, err := s.Expand()
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Verify(); err != nil {
				t.Errorf("%s: expanded: %v", spec, err)
			}
		}
	}
}

// turns is the group of two that carries v to v^1.
type turns struct{}

func (turns) Order() int       { return 2 }
func (turns) Mul(a, b int) int { return a ^ b }
func (turns) Inv(a int) int    { return a }
func (turns) Act(a, v int) int { return v ^ a }

// TestFewerArcsThanTheFirst: an action that carries an arc to none is refused, even if each
// arc of a vertex comes from one of the first of its orbit.
func TestFewerArcsThanTheFirst(t *testing.T) {
	g, err := cayley.NewGraph("path", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}, {0, 2}, {2, 0}})
	if err != nil {
		t.Fatal(err)
	}
	s := &OrbitSchedule{Graph: g, Action: turns{}, Steps: 3, Roots: []int32{0, 2},
		Next: [][]int32{{-1, 0, 0, 2}, {2, 0, -1, 2}}, Time: [][]int32{{0, 2, 1, 3}, {1, 3, 0, 2}}}
	const want = "sched: path: element 1 carries vertex 0, of 2 arcs, to 1, of 1; want as many"
	if err := s.Verify(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
