package coll

import (
	"errors"
	"math"
	"sync/atomic"
	"testing"
)

// TestWhatGoesPast: between far cores, what a team writes to others goes past the caches if it has learned
// to, and not if it has not; nothing else, nothing between near ones, and nothing if nothing is to.
func TestWhatGoesPast(t *testing.T) {
	const n = 2048
	for _, c := range []struct {
		try  trial
		p    int
		past int // elements
	}{
		{trial{c: allgather, n: n / 2}, 2, n},
		{trial{c: alltoall, n: n / 2}, 2, n},
		{trial{c: broadcast, n: n}, 2, n / 2},
		{trial{c: gather, n: n / 2}, 2, n / 2},
		{trial{c: gatherv, n: n / 2}, 2, n / 4},
		{trial{c: scatterv, n: n / 2}, 2, 0},
		{trial{c: alltoallv, n: n}, 2, n},       // what rank 0 gives: see count
		{trial{c: alltoallv, n: n/2 - 4}, 2, 0}, // vectors too short
		{trial{c: alltoallv, n: 32 * n}, 2, 32 * n},
		{trial{c: scatter, n: n / 2}, 2, 0},
		{trial{c: allreduce, n: n}, 2, 0},
		{trial{c: reduce, n: n}, 2, 0},

		{trial{c: allgather, n: n / 4}, 4, 4 * n / 2},
		{trial{c: alltoall, n: n / 4}, 4, 4 * n / 2},
		{trial{c: broadcast, n: n}, 4, 3 * n / 2},
		{trial{c: gather, n: n / 4}, 4, n / 2},
		{trial{c: gather, n: 4 * n}, 4, 8 * n},
		{trial{c: alltoallv, n: n / 4}, 4, 8 * n / 4},
		{trial{c: alltoallv, n: n / 8}, 4, 0}, // vectors too short
		{trial{c: alltoallv, n: 160}, 16, 0},  // blocks too short

		{trial{c: allgather, n: n}, 2 * (fewGiven + 1), 0},
		{trial{c: broadcast, n: 4 * n}, 2 * (fewGiven + 1), 0},

		{trial{c: allreduce, n: n}, 4, 0},
		{trial{c: broadcast, n: n/2 - 1}, 4, 0}, // one too few
		{trial{c: broadcast, n: n/2 - 1}, 2, 0},
		{trial{c: alltoall, n: 64}, 16, 0},      // short blocks
		{trial{c: broadcast, n: 128 * n}, 4, 0}, // more than the last cache holds
	} {
		for _, is := range []struct{ far, taught, never bool }{{true, true, false}, {true, false, false}, {false, true, false}, {true, true, true}} {
			tuning := &Tuning{StreamBytes: 8*64*n*8 + 8}
			if is.never {
				tuning.StreamBytes = -1
			}
			m := teamed(t, Config{P: c.p, Tuning: tuning}, 2)
			m.ways, m.isFar, m.past = ways{apartFrom: math.MaxInt, spreadFrom: math.MaxInt, serveFrom: math.MaxInt, copiesTurn: math.MaxInt, bankElems: wideElems, rangeTile: nearTile}, is.far, new(atomic.Int64)
			if is.taught {
				learned(m)
			}
			c.try.a, c.try.root = Direct, 1
			if err := runAs[float64](m, c.try); err != nil {
				t.Fatal(err)
			}
			want := int64(8 * c.past)
			if !is.far || !is.taught || is.never {
				want = 0
			}
			if got := m.past.Load(); got != want {
				t.Errorf("%v by %d, %+v: %d bytes go past the caches, want %d", c.try, c.p, is, got, want)
			}
		}
	}
}

// learned has the machine's teams write past the caches if they are far apart.
func learned(m *Machine) {
	for _, t := range m.world.teams {
		t.lessons = new(lessons)
		for c := range t.lessons.of {
			for i := range t.lessons.of[c] {
				t.lessons.of[c][i].left = lessonMost
			}
		}
		for i := range t.lessons.given {
			t.lessons.given[i].left = lessonMost
		}
	}
}

// TestTaught: what teams of far cores write to others is timed, and they learn from it.
func TestTaught(t *testing.T) {
	const p, n = 4, 2048
	for _, teams := range []int{2, 4} {
		for _, c := range []struct {
			try   trial
			teams int // that write to others
		}{
			{trial{c: allgather, n: n / p}, teams}, {trial{c: alltoall, n: n / p}, teams},
			{trial{c: alltoallv, n: n / p}, teams}, {trial{c: broadcast, n: n}, teams}, {trial{c: gather, n: n / p}, teams - 1}, {trial{c: gather, n: 4 * n, inPlace: true}, teams - 1},
		} {
			m := teamed(t, Config{P: p}, teams)
			m.isFar, c.try.a = true, Direct
			if err := runAs[float64](m, c.try); err != nil {
				t.Fatal(err)
			}
			learn := 0
			for _, o := range m.world.teams {
				if o.lessons == nil {
					continue
				}
				if o.lessons.now != nil {
					t.Errorf("%v, %d teams: a team is in the midst of a lesson after it", c.try, teams)
				}
				for _, l := range o.lessons.of[c.try.c] {
					if l != (lesson{}) {
						learn++
					}
				}
			}
			if learn != c.teams {
				t.Errorf("%v: %d of %d teams have learned, want %d", c.try, learn, teams, c.teams)
			}
		}
	}
}

// TestFarResults: results between far cores are right, before teams have learned anything and after.
func TestFarResults(t *testing.T) {
	for _, p := range []int{2, 3, 4, 5, 8, 11} {
		var tries []trial
		for _, n := range []int{2048, 2051, 9000} { // of float32, the longer vector
			for root := range min(p, 3) {
				for _, c := range []collective{allreduce, allgather, allgatherv, alltoall, alltoallv, broadcast, gather, gatherv, scatter, scatterv, reduce, reducescatter, scan} {
					try := trial{c: c, a: Direct, n: n, root: root}
					switch {
					case root > 0 && !c.rooted():
						continue
					case c != allreduce && c != broadcast && c != reduce && c != scan:
						try.n = (n + p - 1) / p
					}
					tries = append(tries, try)
					try.inPlace = true
					tries = append(tries, try)
				}
			}
		}
		machines := []*Machine{machine(t, Config{P: p, Host: Threads, Cores: everyCore()})}
		for teams := 2; teams <= min(p, 3); teams++ {
			machines = append(machines, teamed(t, Config{P: p}, teams))
		}
		for _, m := range machines {
			m.isFar, m.farCounts = true, false
			untaught := runAs[float32](m, tries...)
			learned(m)
			if err := errors.Join(untaught, runAs[float32](m, tries...)); err != nil {
				t.Errorf("%v: %v", m, err)
			}
		}
	}
}
