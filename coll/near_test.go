package coll

import "testing"

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
