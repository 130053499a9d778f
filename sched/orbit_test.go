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
