package coll

import (
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/internal/race"
)

// apart is a machine of teams that may be far apart, whose allgathers have been compiled so.
func apart(t *testing.T, c Config, teams int) *Machine {
	t.Helper()
	m := teamed(t, c, teams)
	m.farCounts = true
	for _, c := range []collective{allgather, allreduce} {
		for _, a := range []algorithmID{byCayley, byChunked} {
			if _, err := m.world.compiled(c, a, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	m.farCounts, m.isFar = false, true
	return m
}

// TestWhatIsGiven: between far cores the words of an allgather by cayley or chunked that go from one team to another
// are written there, past the caches, where the first team has learned that ordinary calls take long, and those of an
// allreduce in any case; nothing else is.
func TestWhatIsGiven(t *testing.T) {
	const n = 2 * bySourceLeast
	first := func(m *Machine) { m.world.teams[1].lessons = nil }
	for _, c := range []struct {
		name     string
		c        collective
		a        Algorithm
		graph    string
		teams, n int
		change   func(m *Machine)
		want     bool
	}{
		{"cayley", allgather, Cayley, "hypercube:3", 2, n, first, true},
		{"mixed", allgather, Cayley, "dihedral:6:r,r-1,f", 2, n, first, true},
		{"two words", allgather, Cayley, "ring:2", 2, 4 * n, first, true},
		{"three teams", allgather, Cayley, "hypercube:3", 3, n, first, true},
		{"chunked", allgather, Chunked, "hypercube:3", 2, 3 * n, first, true},
		{"short segments", allgather, Chunked, "hypercube:3", 2, bySourceLeast, first, false},
		{"short", allgather, Cayley, "hypercube:3", 2, bySourceLeast - 1, first, false},
		{"untaught", allgather, Cayley, "hypercube:3", 2, n, func(m *Machine) { m.world.teams[0].lessons = nil }, false},
		{"near", allgather, Cayley, "hypercube:3", 2, n, func(m *Machine) { m.isFar = false }, false},
		{"never past", allgather, Cayley, "hypercube:3", 2, n, func(m *Machine) { m.spill.sums = math.MaxInt64 }, false},
		{"sums", allreduce, Cayley, "hypercube:3", 2, 8 * n, func(m *Machine) {}, true},
		{"sums in segments", allreduce, Chunked, "hypercube:3", 2, 24 * n, func(m *Machine) { m.world.teams[0].lessons = nil }, true},
		{"sums, mixed", allreduce, Cayley, "dihedral:6:r,r-1,f", 3, 12*n - 100, func(m *Machine) {}, true},
		{"short sums", allreduce, Cayley, "hypercube:3", 2, 8 * (bySourceLeast - 8), func(m *Machine) {}, false},
		{"near sums", allreduce, Cayley, "hypercube:3", 2, 8 * n, func(m *Machine) { m.isFar = false }, false},
		{"no group", allgather, Cayley, "petersen", 2, n, func(m *Machine) {}, false},
		{"tree", allgather, Tree, "hypercube:3", 2, n, func(m *Machine) {}, false},
	} {
		g, err := cayley.Parse(c.graph)
		if err != nil {
			t.Fatal(err)
		}
		m := apart(t, Config{P: g.Order(), Graph: g, Tuning: &Tuning{StreamBytes: 1 << 40}}, c.teams)
		learned(m)
		c.change(m)
		m.past = new(atomic.Int64)
		if err := runAs[float64](m, trial{c: c.c, a: c.a, n: c.n}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		want := int64(0)
		if c.want {
			prog, err := m.world.compiled(c.c, mustID(c.a), 0)
			if err != nil {
				t.Fatal(err)
			}
			block, stride := prog.Pieces(c.n)
			for source := range m.cfg.P {
				here := block
				if c.c == allreduce {
					here = min(block, c.n-source*block)
				}
				for _, o := range prog.Ops[0][prog.First[0][prog.Steps-prog.BySource]:] {
					x := prog.Labels.Product(source, int(prog.Via[o.A]))
					y := prog.Labels.Product(x, int(prog.From[o.A].Rank))
					if m.world.seats[x].t != m.world.seats[y].t {
						want += 8 * int64(min(stride, here-int(o.Chunk)*stride))
					}
				}
			}
		}
		if got := m.past.Load(); got != want || c.want != (want > 0) {
			t.Errorf("%s: %d bytes go past the caches, want %d", c.name, got, want)
		}
	}
}

// TestGivenResults: results are right, given or not, one call after another, in place or not on some.
func TestGivenResults(t *testing.T) {
	for turn, graph := range []string{"ring:2", "complete:3", "circulant:5:1,4", "hypercube:3", "dihedral:5:r,r-1,f", "circulant:13:1,12,5,8"} {
		if race.Enabled && turn%2 > 0 {
			continue
		}
		g, err := cayley.Parse(graph)
		if err != nil {
			t.Fatal(err)
		}
		var tries []trial
		for i, n := range []int{nearTile + 77, 1025, 4 * bySourceLeast} {
			for _, a := range []Algorithm{Cayley, Chunked} {
				for _, mixed := range []uint64{0, 0b10, 0b101} {
					tries = append(tries, trial{c: allgather, a: a, n: n, inPlace: i == 1, mixed: mixed})
					tries = append(tries, trial{c: allreduce, a: a, n: n*g.Order() - 9, inPlace: i == 1, mixed: mixed})
				}
			}
		}
		machines := []*Machine{machine(t, Config{P: g.Order(), Graph: g, Host: Threads, Cores: everyCore()})}
		for teams := 2; teams <= min(g.Order(), 4); teams++ {
			machines = append(machines, apart(t, Config{P: g.Order(), Graph: g}, teams))
		}
		for i, m := range machines {
			m.farCounts, m.isFar = false, true
			kind := (turn + i) % len(elemNames)
			untaught := runKind(m, kind, tries...)
			learned(m)
			if err := errors.Join(untaught, runKind(m, kind, tries...)); err != nil {
				t.Errorf("%v on %s: %v", m, graph, err)
			}
			for i := range m.world.teams[0].lessons.given { // one more, then one that is not given
				m.world.teams[0].lessons.given[i] = lesson{left: 1, rest: 1}
			}
			if err := runKind(m, kind, tries...); err != nil {
				t.Errorf("%v on %s, in turn: %v", m, graph, err)
			}
		}
	}
}

// TestGivenSums: a partial sum that another team has read is handed back if the word that comes there is written by its
// own team, and not if it is given by another.
func TestGivenSums(t *testing.T) {
	const size = 16
	m := apart(t, Config{P: size}, 2)
	m.freshMost, m.handing = math.MaxInt, true
	prog, err := m.world.compiled(allreduce, byCayley, 0)
	if err != nil {
		t.Fatal(err)
	}
	const n = handedBackLeast / 8
	s := stateOf[float64](m.world)
	for i, team := range m.world.teams {
		s.teams[i].src, s.teams[i].dst = nil, nil
		for range team.ranks {
			s.teams[i].src, s.teams[i].dst = append(s.teams[i].src, make([]float64, size*n)), append(s.teams[i].dst, make([]float64, size*n))
		}
	}
	for _, given := range []bool{false, true} {
		r := run[float64]{s: s, prog: prog, n: size * n, block: n, stride: n, hi: n, given: given}
		handed, kept := 0, 0
		for _, o := range prog.Ops[0][:prog.First[0][prog.Steps-prog.BySource]] {
			for x := range size {
				r.p = m.world.members[x].using(byCayley)
				r.apply(&o, x, 0, 1)
				for i, f := range prog.From[o.A:o.B] {
					rank, _ := prog.Locate(f, x, 0)
					y := m.world.seats[rank].t
					giver := m.world.seats[prog.Labels.Product(x, int(prog.Givers[int(o.A)+i]))].t
					hands := f.Last && f.Vec == program.Dst && y != r.p.t
					if got := s.teams[r.p.t.id].hands[:o.B-o.A][i]; got != (hands && !(given && giver != y)) {
						t.Fatalf("given %v: a sum of %d for %d is handed back: %v", given, rank, x, got)
					} else if got {
						handed++
					} else if hands {
						kept++
					}
				}
			}
		}
		if handed == 0 || given != (kept > 0) {
			t.Errorf("given %v: %d sums are handed back, and %d are not", given, handed, kept)
		}
	}
}

// TestTaughtToGive: the first team alone times its ordinary calls, and learns from them nothing about direct.
func TestTaughtToGive(t *testing.T) {
	g, err := cayley.Parse("hypercube:3")
	if err != nil {
		t.Fatal(err)
	}
	m := apart(t, Config{P: 8, Graph: g}, 2)
	if err := runAs[float64](m, trial{c: allgather, a: Cayley, n: 4096}); err != nil {
		t.Fatal(err)
	}
	own := m.world.teams[0].lessons
	if m.world.teams[1].lessons != nil || own == nil || own.now != nil || own.of != new(lessons).of {
		t.Fatalf("lessons %+v and %+v", own, m.world.teams[1].lessons)
	}
	learnt := 0
	for _, l := range own.given {
		if l != (lesson{}) {
			learnt++
		}
	}
	if learnt != 1 {
		t.Errorf("%d lessons of one length", learnt)
	}
}

// TestSlowToRead: how long a call takes that is slow.
func TestSlowToRead(t *testing.T) {
	for _, c := range []struct {
		bytes, steps int
		least, most  time.Duration
	}{
		{64 << 10, 2, 2900 * time.Nanosecond, 3100 * time.Nanosecond},
		{1 << 20, 3, 26 * time.Microsecond, 27 * time.Microsecond}, // between 25 and 31 µs: 32 KiB by 8, untouched and touched
		{8 << 20, 4, 198 * time.Microsecond, 200 * time.Microsecond},
	} {
		if got := time.Duration(writtenAs(c.bytes, c.steps)/64) * slowLine; got < c.least || got > c.most {
			t.Errorf("%d bytes in %d steps: %v, want %v to %v", c.bytes, c.steps, got, c.least, c.most)
		}
	}
}
