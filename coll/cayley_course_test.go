package coll

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
			m := teamed(t, Config{P: graph.Order(), Graph: graph}, teams)
			for _, a := range []algorithmID{byCayley, byChunked} {
				if err := courseOf(m.world, graph.(cayley.Cayley), a); err != nil {
					t.Errorf("%s, %d teams, %v: %v", name, teams, algorithms[a], err)
				}
			}
		}
	}
}

// courseOf checks that of an allgather.
func courseOf(g *group, graph cayley.Cayley, a algorithmID) error {
	prog, err := g.compiled(allgather, a, 0)
	if err != nil {
		return err
	}
	mixed := false
	for k := range graph.Degree() {
		next := func(r int) int { return prog.labels.product(r, graph.Gen(k)) }
		mixed = mixed || g.parts(next) && g.stays(next)
	}
	if mixed != (prog.course != nil) {
		return fmt.Errorf("sources have courses of their own: %v, want %v", prog.course != nil, mixed)
	}
	if !mixed {
		return nil
	}
	segments := max(1, prog.chunks)
	early := 0
	for source := range g.size {
		when, seen := make([]int, segments*g.size), make([]bool, segments*g.size)
		team := func(v int32) *team { return g.members[prog.labels.product(source, int(v))].t }
		for step := range prog.steps {
			for _, i := range prog.course.of(source, step, prog.steps) {
				o := &prog.ops[0][i]
				v, from := prog.via[o.a], prog.from[o.a]
				tail := int32(0)
				if v != 0 {
					tail = int32(graph.Mul(int(v), int(from.rank)))
				}
				head, back := int(o.chunk)*g.size+int(v), int(o.chunk)*g.size+int(tail)
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
func inTime(g *group, prog *program, source int, when []int) error {
	for step := range prog.steps {
		for _, o := range prog.ops[0][prog.first[0][step]:prog.first[0][step+1]] {
			x := prog.labels.product(source, int(prog.via[o.a]))
			y := prog.labels.product(x, int(prog.from[o.a].rank))
			if at := when[int(o.chunk)*g.size+int(prog.via[o.a])]; g.members[x].t != g.members[y].t && at != step+1 {
				return fmt.Errorf("the word of %d goes from %d to %d in step %d, want %d", source, y, x, at, step+1)
			}
		}
	}
	return nil
}

// TestCrossing: a word within a team is taken from where it is near, one from another team from
// the parent's vector.
func TestCrossing(t *testing.T) {
	graph, err := cayley.Parse("ring:4")
	if err != nil {
		t.Fatal(err)
	}
	m := teamed(t, Config{P: 4, Graph: graph}, 2)
	prog, err := m.world.compiled(allgather, byCayley, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := stateOf[int64](m.world)
	for i, team := range m.world.teams {
		s.teams[i].src, s.teams[i].dst = nil, nil
		for _, r := range team.ranks {
			s.teams[i].src = append(s.teams[i].src, []int64{int64(10 + r)})
			s.teams[i].dst = append(s.teams[i].dst, []int64{int64(r), int64(r), int64(r), int64(r)})
		}
	}
	r := run[int64]{p: m.world.members[0].using(byCayley), s: s, prog: prog, n: 1, block: 1, stride: 1, hi: 1}
	within, across := 0, 0
	for _, o := range prog.ops[0] {
		for source := range 4 {
			x := prog.labels.product(source, int(prog.via[o.a]))
			tail := prog.labels.product(x, int(prog.from[o.a].rank))
			if x == tail {
				continue
			}
			parents := int64(tail)
			if prog.from[o.a].vec == inSrc {
				parents += 10
			}
			got := func(near []int64) int64 {
				seat := m.world.seats[x]
				to := &s.teams[seat.t.id].dst[seat.place][source]
				defer func(v int64) { *to = v }(*to)
				r.take(&o, x, source, 0, 1, near)
				return *to
			}
			want := int64(99)
			if m.world.seats[x].t != m.world.seats[tail].t {
				want = parents
				across++
			} else {
				within++
			}
			if v := got([]int64{99}); v != want {
				t.Errorf("the word of %d comes from %d to %d as %d, want %d", source, tail, x, v, want)
			}
			if v := got(nil); v != parents {
				t.Errorf("the word of %d comes from %d to %d, not near, as %d, want %d", source, tail, x, v, parents)
			}
		}
	}
	if within == 0 || across == 0 {
		t.Errorf("%d arcs within teams, %d across", within, across)
	}
}
