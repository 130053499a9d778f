package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
	"unsafe"
)

// portionTrial is a sum of vectors that are written anew in some rounds.
type portionTrial struct {
	homes   []int
	c       collective
	n       int // elements of the vectors; a reducescatter's are what is left of them if all have as many
	op      Op
	root    int
	inPlace bool
}

// source is element i of what a rank gives in a round.
func (c portionTrial) source(rank, round, i int) float64 {
	return float64((rank*7919+round*104729+i*31)%1009)/8 + math.Ldexp(1, rank%24)/1024 // its sums depend on their order
}

// counts are the lengths of a reducescatter's blocks; those of the v-form are unlike, and some are none.
func (c portionTrial) counts(size int) []int {
	counts := make([]int, size)
	for r := range counts {
		counts[r] = c.n / size
		if c.c == reducescatterv {
			counts[r] = c.n / size * (r % 3)
		}
	}
	return counts
}

func total(counts []int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}

// runPortions makes the call in so many rounds. anew says who writes what it gives anew; what is not written anew
// is that of round 0. It returns in how many portions each call went, 0 if by ranges.
func runPortions[T Elem](m *Machine, c portionTrial, rounds int, anew func(rank, round int) bool) (went []int, err error) {
	went = make([]int, rounds)
	err = m.Run(context.Background(), func(p *Proc) error {
		r, size := p.Rank(), p.Size()
		n, at := c.n, 0 // where the processor's block begins, of a reducescatter
		var counts []int
		if c.c == reducescatter || c.c == reducescatterv {
			counts = c.counts(size)
			n, at = total(counts), total(counts[:r])
		}
		src := make([]T, n)
		dst := make([]T, n)
		was := make([]int, size) // the round of which each rank's vector is
		switch {
		case counts != nil && c.inPlace:
			dst = src[at:][:counts[r]]
		case counts != nil:
			dst = dst[:counts[r]]
		case c.inPlace:
			dst = src
		}
		for round := range rounds {
			for rank := range was {
				if anew(rank, round) {
					was[rank] = round
				}
			}
			for i := range src {
				src[i] = T(c.source(r, was[r], i))
			}
			Barrier(p)
			before := p.t.staged
			switch c.c {
			case reducescatter:
				ReduceScatter(p, dst, src, c.op)
			case reducescatterv:
				ReduceScatterv(p, dst, src, counts, c.op)
			default:
				callAs(p, c.c, dst, src, c.op, c.root)
			}
			if r == 0 {
				went[round] = int(p.t.staged - before)
			}
			last := size - 1
			switch c.c {
			case reduce:
				if r != c.root {
					continue
				}
			case scan:
				last = r
			case exscan:
				if last = r - 1; r == 0 {
					continue
				}
			}
			for i, got := range dst {
				want := T(c.source(0, was[0], at+i))
				for o := 1; o <= last; o++ {
					if x := T(c.source(o, was[o], at+i)); c.op == Sum {
						want += x
					} else {
						want = max(want, x)
					}
				}
				if got != want {
					return fmt.Errorf("round %d, rank %d: element %d is %v, want %v", round, r, i, got, want)
				}
			}
		}
		return nil
	})
	return went, err
}

func always(int, int) bool { return true }

// inPortionsUpTo makes a machine whose sums of vectors of most bytes at most may go in portions.
func inPortionsUpTo(t *testing.T, homes []int, most int) *Machine {
	m := dealt(t, homes)
	m.freshMost, m.sumsOnward = math.MaxInt, most
	return m
}

// TestPortions: results of sums that go onward in portions, and in how many.
func TestPortions(t *testing.T) {
	const rounds = freshAfter + 3
	for _, homes := range [][]int{halves(6, 6), halves(1, 6), halves(7, 1), halves(2, 4), halves(1, 2)} {
		for _, c := range []collective{allreduce, reduce, scan, exscan, reducescatter, reducescatterv} {
			if max(count(homes, 0), count(homes, 1)) < portionsFrom(c) {
				continue
			}
			m := inPortionsUpTo(t, homes, math.MaxInt)
			for i, n := range []int{keptFrom/2 + len(homes), portionLeast/8*3 + 1, portionLeast*portions/8 + 128, portionMost*portions/8 + 133} {
				for _, inPlace := range []bool{false, true} {
					for _, root := range []int{0, len(homes) - 1} {
						if c != reduce && root > 0 {
							continue
						}
						try := portionTrial{homes: homes, c: c, n: n, op: []Op{Sum, Max}[i%2], root: root, inPlace: inPlace}
						if i%2 == 0 {
							testPortions[float64](t, m, try, rounds)
							testPortions[int32](t, m, try, rounds)
						} else {
							testPortions[float32](t, m, try, rounds)
							testPortions[int64](t, m, try, rounds)
						}
					}
				}
			}
		}
	}
}

func testPortions[T Elem](t *testing.T, m *Machine, c portionTrial, rounds int) {
	t.Helper()
	for _, team := range m.world.teams {
		team.passing, team.glimpses, team.glances = passing{}, nil, glances{} // vectors may lie where earlier ones did
	}
	went, err := runPortions[T](m, c, rounds, always)
	if err != nil {
		t.Fatalf("%T: %+v: %v", T(0), c, err)
	}
	n := c.n
	if c.c == reducescatter || c.c == reducescatterv {
		n = total(c.counts(len(c.homes)))
	}
	size := portionOf[T](n)
	for round, got := range went {
		want := 0
		if round > freshAfter {
			want = (n + size - 1) / size
		}
		if got != want {
			t.Errorf("%T: %+v: round %d goes in %d portions, want %d", T(0), c, round, got, want)
		}
	}
}

func count(homes []int, team int) (n int) {
	for _, h := range homes {
		if h == team {
			n++
		}
	}
	return n
}

// TestWhichPortions: the calls that do not go in portions, and what both teams know after them.
func TestWhichPortions(t *testing.T) {
	const n = keptFrom / 8 // float64
	some := func(ranks uint64) func(rank, round int) bool {
		return func(rank, _ int) bool { return ranks>>rank&1 != 0 }
	}
	for _, c := range []struct {
		name  string
		homes []int
		c     collective
		n     int
		most  int
		anew  func(rank, round int) bool
		want  []int
	}{
		{"as many bytes as may", halves(6, 6), allreduce, n, 6 * keptFrom, always, []int{0, 0, 0, 1, 1, 1}},
		{"more bytes", halves(6, 6), allreduce, n, 6*keptFrom - 1, always, nil},
		{"fewer bytes", halves(6, 6), allreduce, n - 1, math.MaxInt, always, nil},
		{"a longest vector", halves(1, 6), scan, portionsLongest / 8, math.MaxInt, always, []int{0, 0, 0, 16, 16, 16}},
		{"a longer one", halves(1, 6), scan, portionsLongest/8 + 1, math.MaxInt, always, nil},
		{"small teams", halves(5, 5), allreduce, n, math.MaxInt, always, nil},
		{"small teams of a reduce", halves(3, 3), reduce, n, math.MaxInt, always, nil},
		{"small teams of a reducescatter", halves(3, 3), reducescatter, n, math.MaxInt, always, nil},
		{"single processors", halves(1, 1), scan, n, math.MaxInt, always, nil},
		{"three teams", append(halves(6, 6), 2), allreduce, n, math.MaxInt, always, nil},
		{"ranks that do not follow one another", append(halves(6, 6), 0), allreduce, n, math.MaxInt, always, nil},
		{"the first ones stand for all", halves(6, 6), allreduce, n, math.MaxInt, some(1 | 1<<6), []int{0, 0, 0, 1, 1, 1}},
		{"only the first team's", halves(6, 6), allreduce, n, math.MaxInt, some(0o77), nil},
		{"only the second team's", halves(6, 6), allreduce, n, math.MaxInt, some(0o7700), nil},
		{"nobody's", halves(6, 6), allreduce, n, math.MaxInt, some(0), nil},
		{"the root's alone", halves(4, 4), reduce, n, math.MaxInt, some(1), nil},
		{"not any more", halves(6, 6), allreduce, n, math.MaxInt, func(_, round int) bool { return round < 4 }, []int{0, 0, 0, 1, 1, 0}},
		{"not the second team's any more", halves(6, 6), allreduce, n, math.MaxInt, func(rank, round int) bool { return round < 4 || rank < 6 }, []int{0, 0, 0, 1, 1, 0}},
		{"again", halves(6, 6), scan, n, math.MaxInt, func(_, round int) bool { return round != 3 }, []int{0, 0, 0, 1, 0, 0, 1}},
	} {
		m := inPortionsUpTo(t, c.homes, c.most)
		if c.want == nil {
			c.want = make([]int, freshAfter+3)
		}
		went, err := runPortions[float64](m, portionTrial{homes: c.homes, c: c.c, n: c.n, op: Sum}, len(c.want), c.anew)
		if err != nil || !slices.Equal(went, c.want) {
			t.Errorf("%s: portions %v, want %v: %v", c.name, went, c.want, err)
		}
		if a, b := m.world.teams[0].passing.both, m.world.teams[1].passing.both; a != b {
			t.Errorf("%s: the teams know %v and %v", c.name, a, b)
		}
	}
	m := inPortionsUpTo(t, halves(6, 6), math.MaxInt)
	m.isOne = true // all lines in common
	if went, err := runPortions[float64](m, portionTrial{c: allreduce, n: n, op: Sum}, 5, always); err != nil || slices.Max(went) > 0 {
		t.Errorf("on one core: portions %v: %v", went, err)
	}
}

// TestPortionsByLength: what holds for vectors of some length, or for one collective, does not hold for others.
func TestPortionsByLength(t *testing.T) {
	m := inPortionsUpTo(t, halves(6, 6), math.MaxInt)
	if err := m.Run(context.Background(), func(p *Proc) error {
		long, short := make([]float64, 4*keptFrom), make([]float64, keptFrom)
		slot := func(x []float64) uint64 { return hashed(uintptr(unsafe.Pointer(&x[0])), glimpseBits) }
		for left := [][]float64{short}; slot(short) == slot(long); left = append(left, short) { // each would be forgotten for the other
			short = make([]float64, keptFrom)
		}
		sum := make([]float64, len(long))
		for round := range 6 {
			long[0] = float64(round)
			for i, c := range []struct {
				call func()
				want uint64
			}{
				{func() { Allreduce(p, sum, long, Sum) }, 8},
				{func() { Allreduce(p, sum[:len(short)], short, Sum) }, 0},
				{func() { Reduce(p, sum[:len(short)], short, Sum, 0) }, 0},
			} {
				if round <= freshAfter {
					c.want = 0
				}
				Barrier(p)
				before := p.t.staged
				if c.call(); p.t.staged-before != c.want {
					return fmt.Errorf("round %d: call %d goes in %d portions, want %d", round, i, p.t.staged-before, c.want)
				}
				Barrier(p)
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	m.world.teams[1].passing.both[allreduce] = 5 // as if a Run had failed in the midst of a call
	m.world.reset()
	if a, b := m.world.teams[0].passing.both, m.world.teams[1].passing.both; a != b || a[allreduce] == 0 {
		t.Errorf("after a reset the teams know %v and %v", a, b)
	}
}

// TestPortionsFail: a processor that fails between such calls ends the others' waiting; after it both
// teams go the same way.
func TestPortionsFail(t *testing.T) {
	failed := errors.New("failed")
	for _, homes := range [][]int{halves(6, 6), halves(1, 6), halves(6, 1)} {
		for _, fails := range []int{0, len(homes) - 1} {
			m := inPortionsUpTo(t, homes, math.MaxInt)
			for range 3 {
				err := m.Run(context.Background(), func(p *Proc) error {
					src, dst := make([]float64, 4*portionLeast), make([]float64, 4*portionLeast)
					for round := range 5 {
						src[0] = float64(round)
						if round == 4 && p.Rank() == fails {
							return failed
						}
						Allreduce(p, dst, src, Sum)
					}
					return nil
				})
				if !errors.Is(err, failed) {
					t.Fatalf("rank %d of teams %v fails: %v", fails, homes, err)
				}
				if went, err := runPortions[float64](m, portionTrial{homes: homes, c: allreduce, n: 4 * portionLeast, op: Sum}, 6, always); err != nil || went[5] == 0 {
					t.Fatalf("after rank %d of teams %v has failed: portions %v, %v", fails, homes, went, err)
				}
			}
		}
	}
}

// TestPortionsStopped: a Run whose context ends at any time, also in the midst of a portion, returns soon, on threads and
// without; the next one is as any other.
func TestPortionsStopped(t *testing.T) {
	machines := []*Machine{inPortionsUpTo(t, halves(6, 6), math.MaxInt)}
	if cores := everyCore(); len(cores) == 2 {
		m := machine(t, Config{P: 12, Host: Threads, Cores: cores})
		m.freshMost, m.sumsOnward = math.MaxInt, math.MaxInt
		machines = append(machines, m)
	}
	for _, m := range machines {
		for i := range 40 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*400*time.Microsecond)
			err := m.Run(ctx, func(p *Proc) error {
				src, dst := make([]float64, portionLeast), make([]float64, portionLeast) // eight portions
				for {
					for _, c := range []collective{allreduce, scan, reduce} {
						src[0]++
						callAs(p, c, dst, src, Sum, 11)
					}
				}
			})
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("a Run that is stopped: %v", err)
			}
		}
		if m.world.teams[0].passing.both[allreduce] == 0 {
			t.Errorf("%v: nothing went in portions", m)
		}
		const rounds = 4 * lookEvery // what has not been anew is not looked at each time
		if went, err := runPortions[float64](m, portionTrial{homes: halves(6, 6), c: allreduce, n: 4 * portionLeast, op: Sum}, rounds, always); err != nil || went[rounds-1] == 0 {
			t.Errorf("%v: after Runs that were stopped: portions %v, %v", m, went, err)
		}
	}
}
