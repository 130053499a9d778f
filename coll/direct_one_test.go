package coll

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestOnes: calls of one element by groups that bring it and by others: right results, and where it
// is brought, and travels with the signal, no look at what the group has for the type.
func TestOnes(t *testing.T) {
	const each = 21
	m := twoThreads(t, each)
	for _, c := range []struct {
		teams         [2]int
		mixed         bool // ranks of a team do not follow each other
		brings, looks bool
	}{
		{[2]int{2, 2}, false, true, false},
		{[2]int{3, 2}, false, true, false},
		{[2]int{2, 1}, false, true, false},
		{[2]int{1, 3}, false, true, false},
		{[2]int{1, 1}, false, false, false}, // by a line
		{[2]int{2, 2}, true, false, true},
		{[2]int{each, each - 1}, false, true, true}, // beyond the line
	} {
		for _, m.packsNear = range []bool{false, true} {
			if err := within(t, func() error {
				return m.Run(context.Background(), func(world *Proc) error {
					key := 0
					if c.mixed {
						key = world.Rank() % each
					}
					q := twoTeams(world, each, c.teams, key)
					if q == nil {
						return nil
					}
					if got := q.g.brings; got != c.brings {
						return fmt.Errorf("the group brings: %v, want %v", got, c.brings)
					}
					return onesOf(q, c.looks)
				})
			}); err != nil {
				t.Errorf("teams of %v, mixed %v, near %v: %v", c.teams, c.mixed, m.packsNear, err)
			}
		}
	}
}

func onesOf(q *Proc, looks bool) error {
	for _, c := range []collective{allreduce, reduce, broadcast, scan, exscan} {
		for op := Sum; op <= Max; op++ {
			for root := range min(q.Size(), 5) {
				for _, inPlace := range []bool{false, true} {
					if c == broadcast && (op != Sum || inPlace) || root > 0 && !c.rooted() {
						continue
					}
					try := trial{c: c, a: Direct, op: op, n: 1, root: root, inPlace: inPlace, special: inPlace}
					v := prepare(q, try, inputs[float64](try, q.Rank(), q.Size()))
					v.call()
					if err := v.check(expected[float64](where{p: q.Size(), near: near(q.Size())}, try)(q.Rank())); err != nil {
						return fmt.Errorf("%v: %w", try, err)
					}
				}
			}
		}
	}
	if Barrier(q); (slotOf[float64](q.g).Load() != nil) != looks {
		return fmt.Errorf("somebody has looked for the type: %v, want %v", !looks, looks)
	}
	return nil
}

// TestOnesOfUnlikeTypes: who has the result of such a call brings an element of another type, while
// others have still to take theirs. Groups of one thread and of two, in any order of types.
func TestOnesOfUnlikeTypes(t *testing.T) {
	for hosts := range min(2, len(threads.Cores())) {
		for _, p := range []int{5, 9, 36, 40} {
			m := machine(t, Config{P: p, Host: Threads, Cores: threads.Cores()[:hosts+1]})
			if !m.world.brings {
				t.Errorf("%v does not bring", m)
			}
			rng := rand.New(rand.NewPCG(uint64(p), 4))
			var calls []checkedCall
			for range 400 {
				c := []collective{allreduce, reduce, broadcast, scan, exscan}[rng.IntN(5)]
				try := trial{c: c, a: Direct, op: Op(rng.IntN(4)), n: 1}
				if c.rooted() {
					try.root = rng.IntN(p)
				}
				calls = append(calls, checkedKinds[rng.IntN(4)](m.where(), try))
			}
			for _, m.packsNear = range []bool{false, true} {
				if err := within(t, func() error { return runChecked(m, calls...) }); err != nil {
					t.Errorf("%v, near %v: %v", m, m.packsNear, err)
				}
			}
		}
	}
}
