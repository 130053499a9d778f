package program

import (
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestCourse: where a generator leads some ranks out of their team and others not, the
// word of every source goes over every arc once: over one to another team in its step of the
// schedule, over others in that in which the tail has it, and not before that has.
func TestCourse(t *testing.T) {
	for _, name := range []string{"circulant:9:1,8,2,7", "circulant:12:1,11,2,10", "dihedral:6:r,r-1,f", "torus:4x5", "ring:8"} {
		graph, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, teams := range []int{2, 3} {
			g := teamedOn(graph, teams)
			for _, a := range []struct {
				name      string
				algorithm func(*Compiler) error
			}{{"cayley", (*Compiler).CayleyAllgather}, {"chunked", (*Compiler).ChunkedAllgather}} {
				if err := courseOf(g, graph.(cayley.Cayley), made(t, g, a.algorithm)); err != nil {
					t.Errorf("%s, %d teams, %s: %v", name, teams, a.name, err)
				}
			}
		}
	}
}

// courseOf checks that of an allgather.
func courseOf(g *Group, graph cayley.Cayley, prog *Program) error {
	mixed := false
	for k := range graph.Degree() {
		next := func(r int) int { return prog.Labels.Product(r, graph.Gen(k)) }
		mixed = mixed || g.crosses(next) && g.stays(next)
	}
	if mixed != (prog.Course != nil) {
		return fmt.Errorf("sources have courses of their own: %v, want %v", prog.Course != nil, mixed)
	}
	if !mixed {
		return nil
	}
	segments := max(1, prog.Chunks)
	early := 0
	for source := range g.Size {
		when, seen := make([]int, segments*g.Size), make([]bool, segments*g.Size)
		team := func(v int32) int { return g.Team[prog.Labels.Product(source, int(v))] }
		for step := range prog.Steps {
			for _, i := range prog.Course.Of(source, step, prog.Steps) {
				o := &prog.Ops[0][i]
				v, from := prog.Via[o.A], prog.From[o.A]
				tail := int32(0)
				if v != 0 {
					tail = int32(graph.Mul(int(v), int(from.Rank)))
				}
				head, back := int(o.Chunk)*g.Size+int(v), int(o.Chunk)*g.Size+int(tail)
				if seen[head] || v != 0 && !seen[back] {
					return fmt.Errorf("the word of %d comes to vertex %d twice, or before to %d", source, v, tail)
				}
				seen[head], when[head] = true, step+1
				if v == 0 || team(v) != team(tail) {
					continue
				}
				if when[head] != max(1, when[back]) {
					return fmt.Errorf("the word of %d comes to vertex %d of one team in step %d, and is at %d in step %d", source, v, step+1, tail, when[back])
				}
				early++
			}
		}
		for v, there := range seen {
			if !there {
				return fmt.Errorf("the word of %d does not come to vertex %d", source, v)
			}
		}
		if err := inTime(g, prog, source, when); err != nil {
			return err
		}
	}
	if early == 0 {
		return fmt.Errorf("no arc stays in a team")
	}
	return nil
}

// inTime compares the steps in which a source's word goes to other teams with the schedule's.
func inTime(g *Group, prog *Program, source int, when []int) error {
	for step := range prog.Steps {
		for _, o := range prog.Ops[0][prog.First[0][step]:prog.First[0][step+1]] {
			x := prog.Labels.Product(source, int(prog.Via[o.A]))
			y := prog.Labels.Product(x, int(prog.From[o.A].Rank))
			if at := when[int(o.Chunk)*g.Size+int(prog.Via[o.A])]; g.Team[x] != g.Team[y] && at != step+1 {
				return fmt.Errorf("the word of %d goes from %d to %d in step %d, want %d", source, y, x, at, step+1)
			}
		}
	}
	return nil
}
