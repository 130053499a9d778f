package coll

import (
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
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
		m := teamed(t, Config{P: p}, 2)
		servedIn(t, m.world, plan, early)
		home := make([]int, p)
		for r := range home {
			home[r] = 2 * r / p
		}
		servedIn(t, (&group{m: m, size: p, far: &far{home: home}}).shadow(), plan, func(v int) int { return int(plan.Time[v]) })
	}
}

// servedIn compares the steps in which an allgather by cayley serves the vertices, all
// of them once and after their parents.
func servedIn(t *testing.T, g *group, plan *sched.Template, want func(v int) int) {
	t.Helper()
	prog, err := g.compiled(allgather, byCayley, 0)
	if err != nil {
		t.Fatal(err)
	}
	served := make([]bool, g.size)
	for step := range prog.steps {
		for _, o := range prog.ops[0][prog.first[0][step]:prog.first[0][step+1]] {
			v := int(prog.via[o.a])
			if w := want(v); v != 0 && w != step+1 || served[v] {
				t.Errorf("P=%d: %d is served in step %d, want %d, once", g.size, v, step+1, w)
			}
			if v != 0 && !served[v^1<<plan.Gen[v]] {
				t.Errorf("P=%d: %d is served before its parent", g.size, v)
			}
			served[v] = true
		}
	}
	if i := slices.Index(served, false); i >= 0 {
		t.Errorf("P=%d: %d is not served", g.size, i)
	}
}

// TestFinal: the copies that nobody reads, and may go past the caches, are those that are
// called final.
func TestFinal(t *testing.T) {
	for _, name := range []string{"hypercube:4", "circulant:9:1,3", "star:4", "complete:6", "ring:2"} {
		graph, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		m := machine(t, Config{P: graph.Order(), Graph: graph})
		for _, by := range []struct {
			collective
			algorithmID
		}{{allgather, byCayley}, {allgather, byChunked}, {allreduce, byCayley}, {allreduce, byChunked}} {
			prog, err := m.world.compiled(by.collective, by.algorithmID, 0)
			if err != nil {
				t.Fatal(err)
			}
			type copied struct{ segment, v int32 }
			read, ops := map[copied]bool{}, prog.ops[0][prog.first[0][prog.steps-prog.bySource]:]
			for _, o := range ops {
				if f := prog.from[o.a]; f.vec == inDst {
					read[copied{o.chunk, int32(prog.labels.product(int(prog.via[o.a]), int(f.rank)))}] = true
				}
			}
			final := 0
			for _, o := range ops {
				v := prog.via[o.a]
				if inner := read[copied{o.chunk, v}]; o.final == inner {
					t.Errorf("%s, %s by %s: the copy to %d is final: %v; it is read: %v", name, by.collective, by.algorithmID, v, o.final, inner)
				}
				if o.final {
					final++
				}
			}
			if final == 0 || len(read) == 0 && graph.Order() > 6 {
				t.Errorf("%s, %s by %s: %d copies are final and %d read", name, by.collective, by.algorithmID, final, len(read))
			}
		}
	}
}
