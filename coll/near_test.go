package coll

import (
	"slices"
	"testing"
)

// TestTeamsOfTheCube: by cayley, teams that are parts of the cube and others come to the same
// results, whatever the order in which a team takes its copies.
func TestTeamsOfTheCube(t *testing.T) {
	for _, p := range []int{4, 8, 16, 32, 64} {
		for _, teams := range []int{2, 3} {
			m := teamed(t, Config{P: p}, teams)
			for _, n := range []int{1, bySourceLeast - 1, bySourceLeast, 1000} {
				if err := runAs[float32](m, trial{c: allgather, a: Cayley, n: n}, trial{c: allreduce, a: Cayley, n: n * p, inPlace: true}); err != nil {
					t.Errorf("P=%d, %d teams: %v", p, teams, err)
				}
			}
		}
	}
}

// TestOutline: programs see which team each rank has or, where there are several processes,
// which process, with one team in each.
func TestOutline(t *testing.T) {
	m := teamed(t, Config{P: 6}, 3)
	if g := m.world.outline(); g.Size != 6 || g.Teams != 3 || !slices.Equal(g.Team, []int{0, 0, 1, 1, 2, 2}) || g.Process != nil {
		t.Errorf("%+v", g)
	}
	processes := []int{0, 0, 0, 1, 1, 1}
	far := &group{m: m, size: 6, far: &far{process: processes}}
	if g := far.outline(); g.Size != 6 || g.Teams != 1 || !slices.Equal(g.Team, make([]int, 6)) || !slices.Equal(g.Process, processes) {
		t.Errorf("%+v", g)
	}
}
