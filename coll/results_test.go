package coll

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll/transport"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/sched"
)

// boundaries are the lengths around which a collective changes what it does:
// the line and the bank of a team, the blocks of a program, its segments, the
// ranges of the teams, the tiles and parts of a pass, the kernels' stretches.
func boundaries(m *Machine, c collective, a Algorithm, size int) []int {
	p, teams := m.cfg.P, len(m.world.teams)
	most := (p + teams - 1) / teams
	list := []int{0, 1, 2, 3, 5, 8, 17}
	around := func(n int) {
		if n > 0 {
			list = append(list, n-1, n, n+1)
		}
	}
	payload := most // elements of a team for one of a block
	switch c {
	case barrier:
		return []int{0}
	case broadcast:
		around(m.ownMost / size)
	case scatter:
		payload = p
	case reducescatter, alltoall:
		payload *= p
		around(wideElems / max(1, p-1)) // in banks of processors that are teams
	}
	around(buffers.LineWords / payload)
	around(m.world.bankElems() / payload)
	around(8 * teams)
	switch prog := programOf(m, c, a); {
	case prog != nil:
		segment := segmentBytes / size / prog.Touch &^ 7
		segment = max(segment, 512)
		around(segment * max(1, prog.Parts))
		list = append(list, 2*segment*max(1, prog.Parts)+1)
		switch {
		case prog.Tiled():
			list = append(list, nearTile-1, nearTile+1)
		case !c.folds() && prog.Parts <= 1:
			list = append(list, max(movedBytes/prog.Touch, movedLeast)/size&^7+1)
		}
		if prog.Parts > 1 { // blocks, the last of them empty or short
			around(prog.Parts)
			around(8 * (prog.Parts - 1))
			around(8 * prog.Parts)
			list = append(list, 16*prog.Parts+1)
		}
	case a == Doubling || a == Spectral:
		around(max(512, segmentBytes/size/(4*p)&^7))
	case a == Rings:
		around(slotLength)
		around(ringSlots * slotLength)
	case c == scan || c == exscan:
		around(teams * scanTile)
	case c == broadcast:
		around(teams * 8 << 10)
	default:
		list = append(list, teams*betweenLooks(2*p)+1, 1025, 1<<18/size+1) // the last is two pieces of asm.Copy and one more
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// programOf is what a collective by an algorithm runs, nil if that is no program.
func programOf(m *Machine, c collective, a Algorithm) *program.Program {
	id := mustID(a)
	if m.cfg.P == 1 || compilers[programKey{c, id}] == nil {
		return nil
	}
	prog, err := m.world.compiled(c, id, 0)
	if err != nil {
		panic(err)
	}
	return prog
}

// words is the elements that all processors have in a call.
func (try trial) words(p int) int {
	switch try.c {
	case gather, scatter, scan, exscan, broadcast, reduce, allreduce, allreducefunc, exchange:
		return try.n * p
	}
	return try.n * p * p
}

// allRoots is the largest P of which every rank is a root.
const allRoots = 17

// rootsOf are the roots of the turn-th length and operator: all in a whole sweep
// of a small machine; else three, others each turn there.
func rootsOf(c collective, p, turn int) (roots []int) {
	switch {
	case !c.rooted():
		return []int{0}
	case p > allRoots:
		return []int{0, p / 2, p - 1}
	}
	for r := range p {
		if wholeSweep() || r == turn%p || r == (turn+p/2)%p || r == (turn+p-1)%p {
			roots = append(roots, r)
		}
	}
	return roots
}

// everyTrial are all calls of a collective by an algorithm on a machine.
func everyTrial(m *Machine, c collective, a Algorithm, kind int) (list []trial) {
	p, turn := m.cfg.P, 0
	isFloat := kind < 2
	for _, n := range boundaries(m, c, a, elemSizes[kind]) {
		for op := Sum; op <= Max; op++ {
			if op > Sum && !c.folds() && c != allreducefunc {
				break
			}
			turn++
			for _, root := range rootsOf(c, p, turn-1) {
				for _, inPlace := range []bool{false, true} {
					if inPlace && (c == barrier || c == broadcast) {
						break
					}
					list = append(list, trial{c: c, a: a, op: op, n: n, root: root, inPlace: inPlace})
					if isFloat && (c.folds() || c == allreducefunc) {
						list = append(list, trial{c: c, a: a, op: op, n: n, root: root, inPlace: inPlace, special: true})
					}
				}
			}
		}
	}
	return slices.Compact(list)
}

// alone is a machine, or one like it in this process alone where it spans several,
// with two teams: so the same calls are made on both.
func (m *Machine) alone(t *testing.T) *Machine {
	if m.links == nil {
		return m
	}
	defer transport.Use(transport.Used())
	transport.Use(nil)
	c := m.cfg
	c.Remote, c.Cores = nil, nil
	return teamed(t, c, 2)
}

// sweep runs the trials of all collectives, algorithms and types on a machine,
// or those of them that a sample has, and counts them; none at all is an error. A
// sample may choose the root.
func sweep(t *testing.T, m *Machine, sample func(try *trial, kind int) bool, of func(c collective, a Algorithm) bool) (count int) {
	as := m.alone(t)
	for c := barrier; c < split; c++ {
		for _, a := range offered[c] {
			if !of(c, a) {
				continue
			}
			for kind := range elemNames {
				if c == barrier && kind > 0 {
					continue
				}
				var batch []trial
				words := 0
				run := func() {
					if len(batch) == 0 {
						return
					}
					if err := runKind(m, kind, batch...); err != nil {
						t.Fatalf("%v P=%d: %v", m.cfg.Host, m.cfg.P, err)
					}
					count += len(batch)
					batch, words = batch[:0], 0
				}
				for _, try := range everyTrial(as, c, a, kind) {
					if !try.takes(kind) || !sample(&try, kind) {
						continue
					}
					batch = append(batch, try)
					if words += try.words(m.cfg.P); words > 1<<18 {
						run()
					}
				}
				run()
			}
		}
	}
	if count == 0 {
		t.Errorf("%v P=%d: no call at all", m.cfg.Host, m.cfg.P)
	}
	return count
}

// tooLong are calls that a sweep leaves out because of their length, by what they
// are: the shortest.
type tooLong map[string]int

// drops reports whether all processors together have more than so many words in a
// call, and notes it.
func (d tooLong) drops(try *trial, p, most int) bool {
	if try.words(p) <= most {
		return false
	}
	key := fmt.Sprintf("%v by %s", try.c, try.a)
	if n, ok := d[key]; !ok || try.n < n {
		d[key] = try.n
	}
	return true
}

func (d tooLong) log(t *testing.T, most int) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(d)) {
		t.Logf("left out, being more than %d words: %s from n=%d on", most, key, d[key])
	}
}

// rootedBy is a collective with roots by an algorithm on some processors.
type rootedBy struct {
	p int
	c collective
	a Algorithm
}

// TestEveryResult: every result of every collective, algorithm, type, operator,
// length around a boundary, in place or not, for every root is that of the serial
// reference bit for bit, sums in the documented order; nothing else is written. P
// is 1 … 17, 24, 32 and 64; the roots of the last three are three. A sample of these
// runs unless CAYLEYCOLL_SWEEP=1 asks for all but what is logged as left out: that of
// CAYLEYCOLL_SAMPLE, which CI counts up, each with other calls. A sample has the roots in
// turn; the one that runs if none is asked for has all of them.
func TestEveryResult(t *testing.T) {
	ps := sizes(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 24, 32, 64)
	const most = 1 << 22 // words of a call
	rate, full, turn := uint64(24), false, sampled(t)
	switch {
	case race.Enabled:
		rate = 1000
	case testing.Short():
		rate = 80
	default:
		full = launched.processes == 0 && !wholeSweep() && turn == 0
	}
	count, rng := 0, rand.New(rand.NewPCG(1, 1))
	roots := map[rootedBy]int{} // how many calls each had, so far
	for _, host := range modes {
		for _, p := range ps {
			t.Run(fmt.Sprintf("%v/P=%d", host, p), func(t *testing.T) {
				start, dropped := time.Now(), tooLong{}
				done := sweep(t, machine(t, Config{P: p, Host: host}), func(try *trial, kind int) bool {
					if wholeSweep() {
						return !dropped.drops(try, p, most)
					}
					some := rate + uint64(try.words(p))/512
					switch {
					case try.c == broadcast: // has half as many calls, none in place
						some = rate/3 + uint64(try.words(p))/1024
					case try.c.rooted():
						some = rate/2 + uint64(try.words(p))/1024
					}
					if (rng.Uint64()>>1+turn)%some > 0 {
						return false
					}
					if key := (rootedBy{p, try.c, try.a}); try.c.rooted() && p <= allRoots {
						try.root = (roots[key] + int(turn) + p/2) % p
						roots[key]++
					}
					return true
				}, func(collective, Algorithm) bool { return true })
				dropped.log(t, most)
				t.Logf("%d calls in %v", done, time.Since(start).Round(time.Millisecond))
				count += done
			})
		}
	}
	t.Logf("%d calls", count)
	if !full {
		return
	}
	for p := range allRoots + 1 {
		for c := barrier; c < split && p > 0; c++ {
			for _, a := range offered[c] {
				if n := roots[rootedBy{p, c, a}]; c.rooted() && n < p {
					t.Errorf("%v by %s on %d processors: %d calls, too few for every root", c, a, p, n)
				}
			}
		}
	}
}

// TestOrderOnGraphs: the same for the schedules of graphs of every kind: of
// groups that are not abelian, directed, and without a group.
func TestOrderOnGraphs(t *testing.T) {
	count := 0
	for _, name := range []string{"ring:9", "torus:3x4", "circulant:7:1", "circulant:9:1,3", "complete:6", "star:4",
		"dihedral:5:r,r-1,f", "ccc:3", "petersen", "johnson:5,2", "hypercube:1"} {
		g, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if !spans(g.Order()) {
			continue
		}
		for _, host := range modes {
			m := machine(t, Config{P: g.Order(), Graph: g, Host: host})
			dropped := tooLong{}
			count += sweep(t, m, func(try *trial, kind int) bool {
				if wholeSweep() {
					return !dropped.drops(try, m.cfg.P, 1<<21)
				}
				return kind%2 == 0 && (try.n < 9 && !race.Enabled || try.n == 8*m.cfg.P+1) && try.op != Max && try.inPlace == (try.n&1 == 0)
			}, func(c collective, a Algorithm) bool { return a == Cayley || a == Spectral || a == Chunked })
			dropped.log(t, 1<<21)
		}
	}
	t.Logf("%d calls", count)
}

// TestMixedPlaces: some ranks give dst for src, others do not.
func TestMixedPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, host := range modes {
		for _, p := range sizes(2, 3, 4, 5, 9) {
			m := machine(t, Config{P: p, Host: host})
			for _, c := range []collective{reduce, allreduce, gather, scatter, allgather, reducescatter, scan, exscan} {
				for _, a := range offered[c] {
					for _, n := range []int{1, 5, 200, 1023, 1025, 2049} {
						try := trial{c: c, a: a, n: n, root: p - 1, mixed: 1 + rng.Uint64N(1<<p-1)}
						if try.a == File {
							continue
						}
						if err := runAs[float64](m, try); err != nil {
							t.Errorf("P=%d %v: %v", p, try, err)
						}
						if a == Spectral {
							continue
						}
						if err := runAs[int32](m, try); err != nil {
							t.Errorf("P=%d %v of int32: %v", p, try, err)
						}
					}
				}
			}
		}
	}
}

// TestPastTheCaches: the same where every result is written past the caches, from
// the first byte or from some on, at every alignment.
func TestPastTheCaches(t *testing.T) {
	count, rng := 0, rand.New(rand.NewPCG(1, 2))
	few := uint64(60)
	if race.Enabled { // every word of these long vectors is said to the detector
		few = 480
	}
	for _, host := range modes {
		for _, p := range sizes(1, 2, 3, 8) {
			for _, stream := range []int64{1, 40_000} {
				m := machine(t, Config{P: p, Host: host, Tuning: &Tuning{StreamBytes: stream}})
				count += sweep(t, m, func(try *trial, kind int) bool {
					words := uint64(try.words(p))
					return words <= 1<<20 && rng.Uint64N(few+words/4096) == 0
				}, func(collective, Algorithm) bool { return true })
			}
		}
	}
	t.Logf("%d calls", count)
}

// TestOrderOfFiles: schedules of the caller's give what they are to give, sums in the
// order of their sends.
func TestOrderOfFiles(t *testing.T) {
	for _, graph := range []string{"hypercube:3", "petersen", "star:4", "circulant:7:1"} {
		for _, model := range []sched.Model{sched.TwoWay, sched.OneWay} {
			var list []sched.Schedule
			for _, task := range []sched.Task{sched.Accumulate, sched.Broadcast, sched.Exchange} {
				list = append(list, written(t, graph, sched.Request{Task: task, Model: model}))
			}
			g, err := cayley.Parse(graph)
			if err != nil {
				t.Fatal(err)
			}
			if !spans(g.Order()) {
				continue
			}
			m := machine(t, Config{P: g.Order(), Schedules: list})
			for _, c := range []collective{allreduce, reducescatter, allgather, alltoall} {
				for _, n := range []int{1, 9, 100, 700} {
					for op := Sum; op <= Max && (op == Sum || c.folds() && !race.Enabled); op++ {
						try := trial{c: c, a: File, n: n, op: op, inPlace: n%2 == 0}
						if err := runAs[float64](m, try, trial{c: c, a: File, n: n, op: op, special: true}); err != nil {
							t.Fatalf("%s %v: %v", graph, model, err)
						}
					}
				}
			}
		}
	}
}

// TestBarrier: nobody leaves before all have come, as the ranks of this process see,
// and by the clock of the node.
func TestBarrier(t *testing.T) {
	for _, host := range modes {
		for _, p := range sizes(1, 2, 3, 8, 33) {
			m := machine(t, Config{P: p, Host: host})
			came, start := make([]int, p), time.Now()
			clock := func() int64 { // one that is not set meanwhile, unless it is that of several processes
				if launched.processes > 0 {
					return time.Now().UnixNano()
				}
				return int64(time.Since(start))
			}
			err := m.Run(context.Background(), func(q *Proc) error {
				for i := 1; i <= 50; i++ {
					came[q.Rank()] = i
					last := []int64{clock()}
					Barrier(q)
					left := []int64{clock()}
					for r, n := range came {
						if n < i && m.fiberOf(r) != nil {
							return fmt.Errorf("rank %d left barrier %d before rank %d came", q.Rank(), i, r)
						}
					}
					Barrier(q)
					Allreduce(q, last, last, Max)
					Allreduce(q, left, left, Min)
					if left[0] < last[0] {
						return fmt.Errorf("somebody left barrier %d %d ns before somebody came", i, last[0]-left[0])
					}
				}
				return nil
			})
			if err != nil {
				t.Fatalf("%v P=%d: %v", host, p, err)
			}
		}
	}
}

// TestMixture makes different collectives of different sizes follow each other
// with nothing between, so that a bank or an argument reused too early shows.
func TestMixture(t *testing.T) {
	for _, host := range modes {
		for _, p := range sizes(2, 3, 8, 17) {
			m := machine(t, Config{P: p, Host: host})
			rng := rand.New(rand.NewPCG(uint64(p), 2))
			var calls []checkedCall
			for range 400 {
				kind := rng.IntN(len(checkedKinds))
				c := barrier + collective(rng.IntN(int(split-barrier)))
				try := trial{c: c, a: offered[c][rng.IntN(len(offered[c]))], n: []int{0, 1, 1, 3, 20, 300, 3000}[rng.IntN(7)]}
				if try.words(p) > 1<<17 || !try.takes(kind) {
					continue
				}
				if c.rooted() {
					try.root = rng.IntN(p)
				}
				try.inPlace = c != broadcast && rng.IntN(2) == 0
				calls = append(calls, checkedKinds[kind](m.where(), try))
			}
			if err := runChecked(m, calls...); err != nil {
				t.Fatalf("%v P=%d: %v", host, p, err)
			}
		}
	}
}
