package coll

import (
	"context"
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// twoThreads is a machine of two threads of so many processors each.
func twoThreads(t *testing.T, each int) *Machine {
	cores := threads.Cores()
	if len(cores) < 2 {
		t.Skip("on one core all processors are a team")
	}
	return machine(t, Config{P: 2 * each, Host: Threads, Cores: cores[:2]})
}

// twoTeams is the processor in a group of as many of each thread, nil if it is not in it; key is as
// for Split.
func twoTeams(world *Proc, each int, teams [2]int, key int) *Proc {
	color, r := -1, world.Rank()
	if r < teams[0] || r >= each && r < each+teams[1] {
		color = 0
	}
	return world.Split(color, key)
}

// TestUnlikeTeams: teams of one group that are as unlike as can be, of many processors
// and of one on two threads, go the same ways whatever each would do for itself. Every
// short length at which another way begins is tried, and banks that are there already.
func TestUnlikeTeams(t *testing.T) {
	const each = 21
	m := twoThreads(t, each)
	var tries []trial
	for _, n := range []int{0, 1, 2, 5, 13, 14, 64, 129, onwardMost/8 + 1} {
		for c := broadcast; c < split; c++ {
			if c == exchange {
				continue
			}
			for _, inPlace := range []bool{false, true} {
				if !inPlace || c != broadcast && c != alltoallv {
					tries = append(tries, trial{c: c, a: Direct, n: n, inPlace: inPlace, op: Op(n % 2)})
				}
			}
		}
	}
	shapes := [][2]int{{14, 1}, {1, 8}, {7, 1}, {8, 1}, {13, 1}, {16, 1}, {each, 1}, {1, 14}, {1, each}, {each, 2}, {2, 15}}
	if race.Enabled {
		shapes = shapes[:2]
	}
	for _, teams := range shapes {
		p := teams[0] + teams[1]
		want := make([]func(int) []float64, len(tries))
		for i, try := range tries {
			want[i] = expected[float64](where{p: p, near: near(p)}, try)
		}
		err := within(t, func() error {
			return m.Run(context.Background(), func(world *Proc) error {
				q := twoTeams(world, each, teams, 0)
				if q == nil {
					return nil
				}
				for i, try := range tries {
					v := prepare(q, try, inputs[float64](try, q.Rank(), q.Size()))
					v.call()
					if err := v.check(want[i](q.Rank())); err != nil {
						return fmt.Errorf("%v: %w", try, err)
					}
				}
				return nil
			})
		})
		if err != nil {
			t.Fatalf("teams of %v: %v", teams, err)
		}
	}
}
