package program

import (
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestCourse: where a generator leads some ranks out of their team and others not, the
// word of every source goes over every arc once: over one to another team in its step of the
// schedule, over others in that in which the tail has it, and not before that has. In the course that is
// given a word comes to another team at the end of the step.
func TestCourse(t *testing.T) {
	for _, name := range []string{"circulant:9:1,8,2,7", "circulant:12:1,11,2,10", "dihedral:6:r,r-1,f", "torus:4x5", "ring:8", "hypercube:4"} {
		graph, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, teams := range []int{2, 3} {
			g := teamedOn(graph, teams)
			g.Apart = true
			for _, a := range []struct {
				name      string
				algorithm func(*Compiler) error
			}{{"cayley", (*Compiler).CayleyAllgather}, {"chunked", (*Compiler).ChunkedAllgather}} {
				if far := made(t, processes(g), a.algorithm); far.Course != nil {
					t.Errorf("%s, %d processes, %s: sources have courses of their own, where all arcs keep their step", name, teams, a.name)
				}
				prog := made(t, g, a.algorithm)
				if mixed := mixes(g, graph.(cayley.Cayley), prog); mixed != (prog.Course != nil) {
					t.Errorf("%s, %d teams, %s: sources have courses of their own: %v, want %v", name, teams, a.name, prog.Course != nil, mixed)
				}
				courses := []*Course{prog.Given}
				if prog.Course != nil {
					courses = append(courses, prog.Course)
				}
				for _, course := range courses {
					if err := courseOf(g, graph.(cayley.Cayley), prog, course); err != nil {
						t.Errorf("%s, %d teams, %s, given: %v: %v", name, teams, a.name, course == prog.Given, err)
					}
				}
			}
		}
	}
}

// TestWhoGives: there is a course that is given where teams may be far apart, if it is not too long.
func TestWhoGives(t *testing.T) {
	graph, err := cayley.Parse("circulant:600:1,599")
	if err != nil {
		t.Fatal(err)
	}
	small, err := cayley.Parse("ring:8")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		g    *Group
		want bool
	}{
		{"apart", teamedOn(small, 2), true}, {"near", teamedOn(small, 2), false}, {"many", teamedOn(graph, 2), false},
	} {
		c.g.Apart = c.name != "near"
		if prog := made(t, c.g, (*Compiler).CayleyAllgather); c.want != (prog.Given != nil) {
			t.Errorf("%s: a course is given: %v", c.name, prog.Given != nil)
		}
	}
}

// TestGivers: of a partial sum in a destination it is known who gives the word that comes there.
func TestGivers(t *testing.T) {
	for _, name := range []string{"hypercube:3", "circulant:9:1,8,2,7", "dihedral:6:r,r-1,f", "circulant:7:1"} {
		graph, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g := teamedOn(graph, 2)
		g.Apart = true
		for _, algorithm := range []func(*Compiler) error{(*Compiler).CayleyAllreduce, (*Compiler).ChunkedAllreduce} {
			prog := made(t, g, algorithm)
			begin, sums := prog.First[0][prog.Steps-prog.BySource], 0
			type place struct {
				rank, block int
				chunk       int32
			}
			gives := map[place]int{}
			for _, o := range prog.Ops[0][begin:] {
				for source := range g.Size {
					head := prog.Labels.Product(source, int(prog.Via[o.A]))
					gives[place{head, source, o.Chunk}] = prog.Labels.Product(head, int(prog.From[o.A].Rank))
				}
			}
			for _, o := range prog.Ops[0][:begin] {
				for i := o.A; i < o.B; i++ {
					for x := 0; x < g.Size && prog.From[i].Vec == Dst; x++ {
						rank, block := prog.Locate(prog.From[i], x, 0)
						want, comes := gives[place{rank, block, o.Chunk}]
						if rank == block {
							want, comes = block, true // the sum itself, which nobody gives
						}
						if got := prog.Labels.Product(x, int(prog.Givers[i])); got != want || !comes {
							t.Fatalf("%s: %d gives the word of %d to %d, want %d", name, got, block, rank, want)
						}
						sums++
					}
				}
			}
			if sums == 0 {
				t.Errorf("%s: no partial sums", name)
			}
		}
	}
}

// mixes reports whether a generator leads some ranks out of their team and others not.
func mixes(g *Group, graph cayley.Cayley, prog *Program) (mixed bool) {
	for k := range graph.Degree() {
		next := func(r int) int { return prog.Labels.Product(r, graph.Gen(k)) }
		mixed = mixed || g.crosses(next) && g.stays(next)
	}
	return mixed
}

// courseOf checks a course of an allgather.
func courseOf(g *Group, graph cayley.Cayley, prog *Program, course *Course) error {
	segments := max(1, prog.Chunks)
	early := 0
	for source := range g.Size {
		when, comes, seen := make([]int, segments*g.Size), make([]int, segments*g.Size), make([]bool, segments*g.Size)
		team := func(v int32) int { return g.Team[prog.Labels.Product(source, int(v))] }
		for step := range prog.Steps {
			for _, i := range course.Of(source, step, prog.Steps) {
				o := &prog.Ops[0][i]
				v, from := prog.Via[o.A], prog.From[o.A]
				tail := int32(0)
				if v != 0 {
					tail = int32(graph.Mul(int(v), int(from.Rank)))
				}
				head, back := int(o.Chunk)*g.Size+int(v), int(o.Chunk)*g.Size+int(tail)
				if seen[head] || v != 0 && (!seen[back] || comes[back] > step+1) {
					return fmt.Errorf("the word of %d comes to vertex %d twice, or before to %d", source, v, tail)
				}
				seen[head], when[head], comes[head] = true, step+1, step+1
				if v == 0 {
					continue
				}
				if team(v) != team(tail) {
					if course == prog.Given {
						comes[head]++
					}
					continue
				}
				if when[head] != max(1, comes[back]) {
					return fmt.Errorf("the word of %d comes to vertex %d of one team in step %d, and is at %d in step %d", source, v, step+1, tail, comes[back])
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
