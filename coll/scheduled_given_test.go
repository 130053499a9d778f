package coll

import (
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/race"
)

// apart is a machine of teams that may be far apart, whose allgathers have been compiled so.
func apart(t *testing.T, c Config, teams int) *Machine {
	t.Helper()
	m := teamed(t, c, teams)
	m.farCounts = true
	for _, a := range []algorithmID{byCayley, byChunked} {
		if _, err := m.world.compiled(allgather, a, 0); err != nil {
			t.Fatal(err)
		}
	}
	m.farCounts, m.isFar = false, true
	return m
}

// TestWhatIsGiven: between far cores, where the first team has learned that ordinary calls take long, the words of
// an allgather by cayley or chunked that go from one team to another are written there, past the caches, and
// nothing else; otherwise nothing is.
func TestWhatIsGiven(t *testing.T) {
	const n = 2 * bySourceLeast
	first := func(m *Machine) { m.world.teams[1].lessons = nil }
	for _, c := range []struct {
		name     string
		a        Algorithm
		graph    string
		teams, n int
		change   func(m *Machine)
		want     bool
	}{
		{"cayley", Cayley, "hypercube:3", 2, n, first, true},
		{"mixed", Cayley, "dihedral:6:r,r-1,f", 2, n, first, true},
		{"two words", Cayley, "ring:2", 2, 4 * n, first, true},
		{"three teams", Cayley, "hypercube:3", 3, n, first, true},
		{"chunked", Chunked, "hypercube:3", 2, 3 * n, first, true},
		{"short segments", Chunked, "hypercube:3", 2, bySourceLeast, first, false},
		{"short", Cayley, "hypercube:3", 2, bySourceLeast - 1, first, false},
		{"untaught", Cayley, "hypercube:3", 2, n, func(m *Machine) { m.world.teams[0].lessons = nil }, false},
		{"near", Cayley, "hypercube:3", 2, n, func(m *Machine) { m.isFar = false }, false},
		{"never past", Cayley, "hypercube:3", 2, n, func(m *Machine) { m.spill.sums = math.MaxInt64 }, false},
		{"no group", Cayley, "petersen", 2, n, func(m *Machine) {}, false},
		{"tree", Tree, "hypercube:3", 2, n, func(m *Machine) {}, false},
	} {
		g, err := cayley.Parse(c.graph)
		if err != nil {
			t.Fatal(err)
		}
		m := apart(t, Config{P: g.Order(), Graph: g, Tuning: &Tuning{StreamBytes: 1 << 40}}, c.teams)
		learned(m)
		c.change(m)
		m.past = new(atomic.Int64)
		if err := runAs[float64](m, trial{c: allgather, a: c.a, n: c.n}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		want := int64(0)
		if c.want {
			prog, err := m.world.compiled(allgather, mustID(c.a), 0)
			if err != nil {
				t.Fatal(err)
			}
			_, stride := prog.Pieces(c.n)
			for source := range m.cfg.P {
				for i := range prog.Ops[0] {
					o := &prog.Ops[0][i]
					x := prog.Labels.Product(source, int(prog.Via[o.A]))
					y := prog.Labels.Product(x, int(prog.From[o.A].Rank))
					if m.world.seats[x].t != m.world.seats[y].t {
						want += 8 * int64(min(stride, c.n-int(o.Chunk)*stride))
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
