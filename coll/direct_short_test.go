package coll

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/race"
)

// shortWays are the collectives that have ways of their own where every processor is
// a team.
var shortWays = []collective{broadcast, reduce, allreduce, gather, scatter, allgather, reducescatter, alltoall, scan, exscan}

// wayOf is which of them a call by direct goes: by a line, a bank, or on the vectors.
func wayOf(try trial, p int) medium {
	others := try.n * (p - 1)
	beside := try.n
	switch try.c {
	case broadcast, reduce, gather, scan, exscan:
		others = try.n
	case scatter, reducescatter, alltoall:
		beside = others
	}
	switch {
	case beside <= buffers.LineWords:
		return inLine
	case others <= wideElems:
		return inBank
	}
	return inVectors
}

// TestShortWays: short calls, every processor a team of its own, around the lengths at
// which they change their way: right results, and by the way meant. Of an allreduce on vectors
// the machine's other way to store its sums is tried too.
func TestShortWays(t *testing.T) {
	for _, p := range []int{2, 3, 4} {
		m := teamed(t, Config{P: p}, p)
		if !m.world.alone {
			t.Fatal("not every processor is a team")
		}
		for _, c := range shortWays {
			most := wideElems
			for _, n := range []int{1, 2, 4, 5, 6, 7, 12, 13, 14, most/(p-1) - 1, most / (p - 1), most/(p-1) + 1, most, most + 1, 1000} {
				for _, op := range []Op{Sum, Max} {
					if op == Max && !c.folds() {
						continue
					}
					for root := range p {
						if root > 0 && !c.rooted() {
							break
						}
						for _, inPlace := range []bool{false, true} {
							try := trial{c: c, a: Direct, op: op, n: n, root: root, inPlace: inPlace}
							for kind := range elemNames {
								if err := runKind(m, kind, try, try, try); err != nil {
									t.Fatalf("P=%d: %v", p, err)
								}
							}
							if c == allreduce {
								here := m.ways
								for _, m.apartFrom = range []int{0, math.MaxInt} {
									for kind := range elemNames {
										if err := runKind(m, kind, try, try); err != nil {
											t.Fatalf("P=%d, sums apart from %d bytes on: %v", p, m.apartFrom, err)
										}
									}
								}
								m.ways = here
							}
							if inPlace && c == broadcast {
								continue // it is the same
							}
							if got, want := wayTaken(t, m, try), wayOf(try, p); got != want {
								t.Errorf("P=%d %v: way %d, want %d", p, try, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// wayTaken is how one call of float64 went: a line leaves no bank behind, vectors take
// a second signal.
func wayTaken(t *testing.T, m *Machine, try trial) (way medium) {
	t.Helper()
	slotOf[float64](m.world).Store(nil)
	err := m.Run(context.Background(), func(q *Proc) error {
		prepare(q, try, inputs[float64](try, q.Rank(), m.cfg.P)).call()
		if q.Rank() == try.root {
			switch s := stateOf[float64](q.g); {
			case q.t.steps > 0:
				way = inVectors
			case s.teams[q.rank].wide[0] != nil || s.teams[q.rank].wide[1] != nil:
				way = inBank
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return way
}

// TestMismatchWritesNothing: where one processor calls something else, no byte of any
// destination is written, by short ways or others.
func TestMismatchWritesNothing(t *testing.T) {
	for _, p := range []int{2, 3, 4} {
		for _, teams := range []int{2, p} {
			m := teamed(t, Config{P: p}, teams)
			for c := broadcast; c < split; c++ {
				if c == exchange || c == gatherv || c == scatterv || c == alltoallv {
					continue // others' vectors may be written by then, see docs/guarantees.md
				}
				for _, n := range []int{1, 2, 20, 100, 3000} {
					for culprit := range p {
						for _, inPlace := range []bool{false, true} {
							try := trial{c: c, a: Direct, n: n, inPlace: inPlace}
							got, before := make([][]float64, p), make([][]float64, p)
							err := m.Run(context.Background(), func(q *Proc) error {
								v := prepare(q, try, inputs[float64](try, q.Rank(), p))
								got[q.Rank()], before[q.Rank()] = v.got, slices.Clone(v.got)
								if q.Rank() == culprit {
									Barrier(q)
								} else {
									v.call()
								}
								return nil
							})
							if !errors.Is(err, ErrMismatch) {
								t.Fatalf("P=%d, %d teams, %v: %v", p, teams, try, err)
							}
							for r := range p {
								if i := differ(got[r], before[r]); i >= 0 {
									t.Errorf("P=%d, %d teams, %v: rank %d has written dst[%d] although rank %d called barrier", p, teams, try, r, i, culprit)
								}
							}
						}
					}
				}
			}
		}
	}
}

// TestPushOrPull: what each processor copies to all and what each fetches is the same, on
// vectors that fit the first cache and that do not, up to what is no short call any more.
func TestPushOrPull(t *testing.T) {
	for p := 2; p <= 4; p++ {
		m := teamed(t, Config{P: p}, p)
		for _, c := range []collective{allgather, alltoall} {
			for _, n := range []int{wideElems + 1, pushMost / 8 / (p + 1), pushMost/8/(p+1) + 1, pushMost/16/p + 1, aloneMost/8/p + 1, aloneMost/8 + 1} {
				for _, try := range []trial{{c: c, a: Direct, n: n}, {c: c, a: Direct, n: n, inPlace: true}, {c: c, a: Direct, n: n, mixed: 1}} {
					if c == alltoall && try.mixed != 0 {
						continue // in place on all or on none
					}
					for range 2 {
						m.gives = !m.gives
						if err := runAs[float64](m, try, try); err != nil {
							t.Errorf("P=%d, gives %v: %v", p, m.gives, err)
						}
					}
				}
			}
		}
	}
}

// TestLongestShortWays: vectors and blocks around the length from which a call is short no
// more, and of several tiles of a scan.
func TestLongestShortWays(t *testing.T) {
	for p := 2; p <= 4; p++ {
		m := teamed(t, Config{P: p}, p)
		for _, c := range shortWays {
			for _, n := range []int{p*scanTile - 1, p*scanTile + 1, aloneMost / 8 / p, aloneMost/8/p + 1, aloneMost / 8, aloneMost/8 + 1} {
				for _, inPlace := range []bool{false, true} {
					if race.Enabled && inPlace == (n%2 == 0) {
						continue // one of the two: every word is work
					}
					try := trial{c: c, a: Direct, n: n, root: p - 1, inPlace: inPlace}
					if !c.rooted() {
						try.root = 0
					}
					if err := runAs[float64](m, try, try); err != nil {
						t.Errorf("P=%d: %v", p, err)
					}
				}
			}
		}
	}
}

// TestPushes: on Intel's processors who has words copies them, on others while all fits the
// first cache.
func TestPushes(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	for _, c := range []struct {
		gives bool
		bytes int
		want  bool
	}{{true, 1 << 20, true}, {false, pushMost, true}, {false, pushMost + 1, false}} {
		m.gives = c.gives
		if got := m.world.members[0].pushes(c.bytes); got != c.want {
			t.Errorf("gives %v, %d bytes: pushes is %v", c.gives, c.bytes, got)
		}
	}
}
