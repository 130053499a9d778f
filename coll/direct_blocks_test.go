package coll

import "testing"

// dealt is a machine whose processors have the teams of that list.
func dealt(t *testing.T, homes []int) *Machine {
	m := teamed(t, Config{P: len(homes)}, 2)
	for r, home := range homes {
		m.fibers[r].team = home
	}
	regroup(m)
	return m
}

// halves is a list of teams: so many processors of the first, and of the second.
func halves(first, second int) []int {
	homes := make([]int, first+second)
	for i := first; i < len(homes); i++ {
		homes[i] = 1
	}
	return homes
}

// TestShortBlocks: blocks around the lengths at which teams of several processors
// change their way, also of teams whose ranks do not follow each other.
func TestShortBlocks(t *testing.T) {
	for _, homes := range [][]int{
		{0, 0, 0, 0, 1, 1, 1},
		{0, 1, 0, 1, 0, 1, 0},
		{0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1},
		{1, 1, 0, 0, 0, 2},
		halves(12, 12),
	} {
		p := len(homes)
		m := dealt(t, homes)
		lengths := []int{31, 32, 33, keptBlock / 8, keptBlock/8 + 1, 4 * p, 4*p + 1, 85, 86, gatherMost / 8, gatherMost/8 + 1, mergedMost/p + 1}
		for n := 1; n <= byWords+1; n++ {
			lengths = append(lengths, n)
		}
		for _, c := range []collective{allgather, allgatherv, reducescatter, reducescatterv, alltoall, alltoallv} {
			for _, n := range lengths {
				op := Sum
				if n%3 == 0 && c.folds() {
					op = Max
				}
				for _, mixed := range []uint64{0, 0b0101_0110_0101, ^uint64(0)} {
					if mixed != 0 && (c == alltoallv || c == alltoall && mixed != ^uint64(0)) {
						continue // none are in place, or all are or none
					}
					try := trial{c: c, a: Direct, op: op, n: n, mixed: mixed}
					for _, kind := range elems(n) {
						if err := runKind(m, kind, try, try); err != nil {
							t.Fatalf("teams %v: %v", homes, err)
						}
						if c != alltoall {
							continue
						}
						here := m.ways
						for _, to := range [][2]int{{0, 0}, {serveBlock, 0}, {0, p}} { // on any processor
							m.serveFrom, m.dealMost = to[0], to[1]
							if err := runKind(m, kind, try); err != nil {
								t.Fatalf("teams %v, served from %d bytes on, dealt in turn by %d: %v", homes, m.serveFrom, m.dealMost, err)
							}
						}
						m.ways = here
					}
				}
			}
		}
	}
}

// TestFoldedAside: a team folds blocks of its own aside where they are short and side by
// side, and only there.
func TestFoldedAside(t *testing.T) {
	many := halves(20, 20)
	for _, c := range []struct {
		homes []int
		c     collective
		n     int
		want  [2]bool // by team
	}{
		{[]int{0, 0, 0, 0, 1, 1, 1}, reducescatter, 1, [2]bool{true, true}},
		{[]int{0, 0, 0, 0, 1, 1, 1}, reducescatterv, 1, [2]bool{true, true}},
		{[]int{0, 0, 0, 0, 1, 1, 1}, reducescatter, 28, [2]bool{true, true}},
		{[]int{0, 0, 0, 0, 1, 1, 1}, reducescatter, 29, [2]bool{}},
		{[]int{0, 0, 0, 0, 1, 1, 1}, reducescatterv, 30, [2]bool{}}, // 15, 30, 45, 0; 15, 30, 45
		{[]int{0, 1, 0, 1, 0, 1, 0}, reducescatter, 1, [2]bool{}},
		{many, reducescatter, 128, [2]bool{true, true}},
		{many, reducescatter, 129, [2]bool{}},
		{[]int{0, 1, 0, 0, 1}, reducescatter, 3, [2]bool{true, false}},
	} {
		m := dealt(t, c.homes)
		if err := runKind(m, 0, trial{c: c.c, a: Direct, n: c.n}); err != nil {
			t.Fatal(err)
		}
		for i, s := range slotOf[float64](m.world).Load().teams {
			if got := s.merged != nil; got != c.want[i] {
				t.Errorf("%v of %d, teams %v: team %d merges: %v", c.c, c.n, c.homes, i, got)
			}
		}
	}
}
