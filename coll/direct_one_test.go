package coll

import (
	"context"
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestOnes: calls of one element by teams that bring it, by others, and by both: right results, and
// where all bring it no look at what the group has for the type.
func TestOnes(t *testing.T) {
	cores := threads.Cores()
	if len(cores) < 2 {
		t.Skip("on one core all processors are a team")
	}
	const each = 21
	m := machine(t, Config{P: 2 * each, Host: Threads, Cores: cores[:2]})
	for _, c := range []struct {
		first, second int
		mixed         bool // ranks of a team do not follow each other
		bring, looks  bool // some team brings; somebody looks
	}{
		{2, 2, false, true, false},
		{3, 2, false, true, false},
		{2, 1, false, true, false},
		{1, 3, false, true, false},
		{2, 2, true, false, true},
		{each, each - 1, false, true, true}, // beyond the line
	} {
		if err := within(t, func() error {
			return m.Run(context.Background(), func(world *Proc) error {
				color, key, r := -1, 0, world.Rank()
				if r < c.first || r >= each && r < each+c.second {
					color = 0
				}
				if c.mixed {
					key = r % each
				}
				q := world.Split(color, key)
				if q == nil {
					return nil
				}
				if got := q.g.teams[0].brings || q.g.teams[1].brings; got != c.bring {
					return fmt.Errorf("a team brings: %v, want %v", got, c.bring)
				}
				return onesOf(q, c.looks)
			})
		}); err != nil {
			t.Errorf("teams of %d and %d, mixed %v: %v", c.first, c.second, c.mixed, err)
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
	if Barrier(q); (q.g.f64.Load() != nil) != looks {
		return fmt.Errorf("somebody has looked for the type: %v, want %v", !looks, looks)
	}
	return nil
}
