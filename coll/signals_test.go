package coll

import (
	"context"
	"testing"
)

// TestSignals: a call by direct costs the signals that the package doc says: one more than
// its steps, or than what a sum that goes onward hands back. Words travel with the first if a
// processor, or the processors of a team, have at most 128 elements for it, of whatever type; of a
// team of several it is two or four times as many on some CPUs.
func TestSignals(t *testing.T) {
	for _, c := range []struct {
		p, teams int
		c        collective
		n        int // of as many elements one signal is enough; of one more it takes two
	}{
		{2, 2, allreduce, 128}, {3, 3, allreduce, 64}, {8, 2, allreduce, 32}, {16, 2, allreduce, 1},
		{2, 2, reduce, 128}, {3, 3, reduce, 128}, {8, 2, reduce, 32}, {16, 2, reduce, 1},
		{3, 3, broadcast, 128}, {8, 2, broadcast, 32},
		{3, 3, gather, 128}, {8, 2, gather, 32},
		{3, 3, scatter, 64}, {8, 2, scatter, 16},
		{3, 3, allgather, 64}, {8, 2, allgather, 32},
		{3, 3, reducescatter, 64}, {8, 2, reducescatter, 4},
		{3, 3, alltoall, 64}, {8, 2, alltoall, 4},
		{3, 3, scan, 128}, {8, 2, exscan, 32},
		// Of these the blocks of ranks 0, 1, 2, 3, 4, … have 1/2, 1, 3/2, 0, 1/2, … of n, rounded:
		// in an alltoallv of 2 what rank 0 sends and rank 1 receives has n.
		{2, 2, gatherv, 128}, {2, 2, scatterv, 128}, {2, 2, alltoallv, 128},
		{2, 2, allgatherv, 85}, {8, 2, allgatherv, 42}, {2, 2, reducescatterv, 85}, {8, 2, reducescatterv, 5},
	} {
		for bank := wideElems; bank <= 2*wideElems; bank *= 2 {
			m, most := teamed(t, Config{P: c.p}, c.teams), c.n
			switch m.bankElems, m.bankEach = bank, bank; {
			case bank == wideElems || c.teams == c.p || m.world.onward:
			case c.c == allgatherv:
				most = 85 // of 3/2·n in all
			default:
				most *= 2
			}
			for more := range 2 {
				try := trial{c: c.c, a: Direct, op: Max, n: most + more}
				if a, b := signals[float64](t, m, try), signals[int32](t, m, try); a != 1+more || b != 1+more {
					t.Errorf("P=%d, %d teams, banks of %d: %v: %d signals, of int32 %d, want %d", c.p, c.teams, bank, try, a, b, 1+more)
				}
			}
		}
	}
	for p, want := range map[int]int{4: wideElems, 6: 3 * 64, 8: 4 * 64, 10: 5 * 64} { // so many for each of a team
		m := teamed(t, Config{P: p}, 2)
		m.bankElems, m.bankEach = 300, 64
		want = min(want, 300) / (p / 2)
		for more := range 2 {
			if got := signals[float64](t, m, trial{c: allgather, a: Direct, n: want + more}); got != 1+more {
				t.Errorf("P=%d: allgather of %d: %d signals, want %d", p, want+more, got, 1+more)
			}
		}
	}
	for _, teams := range []int{2, 4} {
		m := teamed(t, Config{P: 4}, teams)
		for v, want := range map[collective]int{gatherv: 2, scatterv: 2, alltoallv: 2, allreducefunc: 2} {
			if teams == 4 && v != allreducefunc {
				want = 1
			}
			if got := signals[float64](t, m, trial{c: v, a: Direct, n: 1}); got != want {
				t.Errorf("%d teams: %v: %d signals, want %d", teams, v, got, want)
			}
		}
	}
	m := teamed(t, Config{P: 16}, 2)
	for root, want := range map[int]int{0: 2, 7: 2, 8: 1, 15: 1} {
		if got := signals[float64](t, m, trial{c: reduce, a: Direct, n: 2, root: root}); got != want {
			t.Errorf("reduce to %d of 16: %d signals, want %d", root, got, want)
		}
	}
	for p, most := range map[int]int{10: 14, 11: 13, 20: 13} { // short blocks of many
		m = teamed(t, Config{P: p}, p)
		for more := range 2 {
			for _, c := range []collective{allgather, allreduce} {
				try := trial{c: c, a: Direct, op: Sum, n: most + more}
				if a, b := signals[float64](t, m, try), signals[int32](t, m, try); a != 1+more || b != 1+more {
					t.Errorf("P=%d: %v: %d signals, of int32 %d, want %d", p, try, a, b, 1+more)
				}
			}
		}
	}
	m = teamed(t, Config{P: 4}, 4)
	for n, want := range map[int]int{42: 1, 43: 2} {
		if got := signals[float64](t, m, trial{c: alltoall, a: Direct, n: n, inPlace: true}); got != want {
			t.Errorf("alltoall in place of %d elements: %d signals, want %d", n, got, want)
		}
	}
}

// signals is how many one call takes: the first, in which all meet, its steps, and what is
// on the stage line.
func signals[T Elem](t *testing.T, m *Machine, try trial) (count int) {
	t.Helper()
	err := m.Run(context.Background(), func(q *Proc) error {
		call := prepare(q, try, inputs[T](try, q.Rank(), m.cfg.P)).call
		if q.Rank() > 0 {
			call()
			return nil
		}
		own := m.world.teams[0]
		before := own.steps + own.staged
		call()
		count = 1 + int(own.steps+own.staged-before)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}
