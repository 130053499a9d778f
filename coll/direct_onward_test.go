package coll

import "testing"

// TestOnward: sums that go from team to team, of lengths around those at which they change
// where they lie, and their way; and which calls do.
func TestOnward(t *testing.T) {
	const words = onwardMost / 8
	for _, c := range []struct {
		homes []int
		n     int // float64
		want  bool
	}{
		{halves(8, 8), 1, false}, {halves(8, 8), 2, true}, {halves(8, 8), onwardEach, true}, {halves(8, 8), onwardEach + 1, false},
		{halves(8, 7), 13, true}, {halves(7, 8), 14, true}, {halves(9, 8), 64, true}, {halves(7, 7), 14, false},
		{halves(32, 32), 13, true}, {halves(32, 32), 14, true}, {halves(32, 32), words, true}, {halves(32, 32), words + 1, false},
		{append(halves(12, 12), 2), 20, false},                // three teams
		{append(halves(9, 9), 0), 20, false},                  // of ranks that do not follow one another
		{append(halves(0, 10), make([]int, 10)...), 20, true}, // the first team is that of rank 0
		{halves(20, 0), 20, false}, {halves(1, 20), 20, true}, {halves(20, 1), 20, true}, {halves(2, 20), 300, true},
	} {
		m, p := dealt(t, c.homes), len(c.homes)
		var tries []trial
		for _, inPlace := range []bool{false, true} {
			for _, root := range []int{p - 1, p / 2, 0} {
				for _, op := range []Op{Sum, Max, Sum, Min} { // what is handed on differs from call to call
					tries = append(tries, trial{c: reduce, a: Direct, n: c.n, op: op, inPlace: inPlace, root: root})
				}
			}
			for _, op := range []Op{Sum, Max} {
				tries = append(tries, trial{c: allreduce, a: Direct, n: c.n, op: op, inPlace: inPlace})
			}
		}
		before := m.world.teams[0].staged
		if err := runKind(m, 0, tries...); err != nil {
			t.Fatalf("teams %v, %d elements: %v", c.homes, c.n, err)
		}
		if got := m.world.teams[0].staged > before; got != c.want {
			t.Errorf("teams %v, %d elements: goes onward: %v", c.homes, c.n, got)
		}
		for kind := 1; kind < 4; kind++ {
			if err := runKind(m, kind, tries...); err != nil {
				t.Fatalf("teams %v, %d elements: %v", c.homes, c.n, err)
			}
		}
	}
}
