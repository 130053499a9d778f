package coll

import "testing"

// TestWhoServes: teams copy what they give in long allgathers and where each has one
// processor, but where one would have much more to copy than another.
func TestWhoServes(t *testing.T) {
	even, uneven := []int{0, 10, 20, 30, 40}, []int{0, 10, 25, 30, 40}
	for _, c := range []struct {
		teams   int
		c       collective
		n       int
		offsets []int
		want    bool
	}{
		{4, allgather, 1, nil, true},
		{2, allgather, serveLeast/8/20 - 1, nil, false},
		{2, allgather, serveLeast/8/20 + 1, nil, true},
		{4, allgatherv, 10, even, true},
		{4, allgatherv, 10, uneven, false},
		{4, allgatherv, 0, make([]int, 5), true},
		{2, allgatherv, 1 << 20, []int{0, 1 << 20, 2 << 20, 3 << 20, 4 << 20}, true},
		{2, allgatherv, 1 << 20, []int{0, 1 << 20, 2 << 20, 2 << 20, 3 << 20}, false},
		{2, allgatherv, 10, even, false},
	} {
		m := teamed(t, Config{P: 4}, c.teams)
		p := m.world.members[0].using(byDirect)
		p.offsets = c.offsets
		j := newJob(p, c.c, byDirect, make([]float64, 1), make([]float64, 1), c.n, 0, 0)
		if got := j.serves(); got != c.want {
			t.Errorf("%d teams, %v, n %d, offsets %v: they serve %v, want %v", c.teams, c.c, c.n, c.offsets, got, c.want)
		}
	}
}
