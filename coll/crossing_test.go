package coll

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/program"
)

// TestCrossing: a word of a team's own is taken from where it is near, be it for another team or not, one
// from another team from the parent's vector.
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
	r := run[int64]{s: s, prog: prog, n: 1, block: 1, stride: 1, hi: 1}
	within, across := 0, 0
	for _, o := range prog.Ops[0] {
		for source := range 4 {
			x := prog.Labels.Product(source, int(prog.Via[o.A]))
			tail := prog.Labels.Product(x, int(prog.From[o.A].Rank))
			if x == tail {
				continue
			}
			parents := int64(tail)
			if prog.From[o.A].Vec == program.Src {
				parents += 10
			}
			got := func(by int, near []int64) int64 {
				r.p = m.world.members[by].using(byCayley)
				seat := m.world.seats[x]
				to := &s.teams[seat.t.id].dst[seat.place][source]
				defer func(v int64) { *to = v }(*to)
				r.copyBlock(&o, x, source, 0, 1, near)
				return *to
			}
			want := int64(99)
			if m.world.seats[x].t != m.world.seats[tail].t {
				want = parents
				across++
			} else {
				within++
			}
			if v := got(x, []int64{99}); v != want {
				t.Errorf("the word of %d comes from %d to %d as %d, want %d", source, tail, x, v, want)
			}
			if v := got(tail, []int64{99}); v != 99 {
				t.Errorf("the word of %d is given by %d to %d as %d, want 99", source, tail, x, v)
			}
			if v := got(x, nil); v != parents {
				t.Errorf("the word of %d comes from %d to %d, not near, as %d, want %d", source, tail, x, v, parents)
			}
		}
	}
	if within == 0 || across == 0 {
		t.Errorf("%d arcs within teams, %d across", within, across)
	}
}
