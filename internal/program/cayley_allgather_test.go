package program

import (
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestHastened: of an allgather by cayley, what goes to another team goes in its step
// of the schedule, and what stays in a team in the step in which its parent has it.
// Between processes all go in their steps.
func TestHastened(t *testing.T) {
	for d := 2; d <= 6; d++ {
		p := 1 << d
		plan, err := hypercube.NearBroadcast(d, d-1)
		if err != nil {
			t.Fatal(err)
		}
		early := func(v int) int {
			for v != 0 && plan.Gen[v] != int32(d-1) {
				v ^= 1 << plan.Gen[v]
			}
			return max(1, int(plan.Time[v]))
		}
		g := teamed(t, p, 2)
		servedIn(t, g, plan, early)
		servedIn(t, processes(g), plan, func(v int) int { return int(plan.Time[v]) })
	}
}

// servedIn compares the steps in which an allgather by cayley serves the vertices, all
// of them once and after their parents.
func servedIn(t *testing.T, g *Group, plan *sched.Template, want func(v int) int) {
	t.Helper()
	prog := made(t, g, (*Compiler).CayleyAllgather)
	served := make([]bool, g.Size)
	for step := range prog.Steps {
		for _, o := range prog.Ops[0][prog.First[0][step]:prog.First[0][step+1]] {
			v := int(prog.Via[o.A])
			if w := want(v); v != 0 && w != step+1 || served[v] {
				t.Errorf("P=%d: %d is served in step %d, want %d, once", g.Size, v, step+1, w)
			}
			if v != 0 && !served[v^1<<plan.Gen[v]] {
				t.Errorf("P=%d: %d is served before its parent", g.Size, v)
			}
			served[v] = true
		}
	}
	if i := slices.Index(served, false); i >= 0 {
		t.Errorf("P=%d: %d is not served", g.Size, i)
	}
}
