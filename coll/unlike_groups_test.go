package coll

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// Programs at random in groups at random: of teams as unlike as can be, of ranks in any
// order, several at work at a time and the whole machine's calls between; of lengths around
// every limit from which on another way is taken. Unlike those of programs_test.go they
// have data whose sums show the order.

// party is a group of a hunt.
type party struct {
	ranks []int // of the machine
	most  int   // processors of its largest team
	calls []checkedCall
}

// hunt draws a program for processors with those homes.
type hunt struct {
	*rand.Rand
	home  []int
	steps []hunted
}

// hunted is a Split of all groups of a level, some calls in every new one, and one of all.
type hunted struct {
	level      int
	color, key []int   // by rank of the machine
	parts      []party // what it makes
	all        checkedCall
}

// call draws one for a group: by direct, or by what needs no graph.
func (h *hunt) call(g party) checkedCall {
	p, kind := len(g.ranks), h.IntN(len(checkedKinds))
	try := trial{c: broadcast + collective(h.IntN(int(split-broadcast))), root: h.IntN(p)}
	if h.IntN(4) == 0 {
		try.c = allreduce // which has the most ways
	}
	try.a = offered[try.c][h.IntN(len(offered[try.c]))]
	if h.IntN(4) > 0 || try.a == Cayley || try.a == Chunked || try.a == Spectral {
		try.a = offered[try.c][0]
	}
	if try.c.folds() || try.c == allreducefunc {
		try.op = Op(h.IntN(4))
	}
	weight := p // elements of all vectors, over n
	if slices.Contains([]collective{allgather, allgatherv, reducescatter, reducescatterv, alltoall, alltoallv}, try.c) {
		weight = p * p
	}
	if try.inPlace = try.c != alltoallv && h.IntN(3) == 0; try.c != alltoallv && try.c != alltoall && h.IntN(3) == 0 {
		try.mixed = h.Uint64() // in an alltoall all are in place or none
	}
	z, most := elemSizes[kind], 40_000
	limits := []int{buffers.LineWords, wideElems, 2 * wideElems, 4 * wideElems, byWords, mergedMost, scanTile, lendLeast, slotLength,
		onwardMost / z, keptBlock / z, aloneMost / z, gatherMost / z, serveBlock / z}
	by := []int{1, g.most, p, max(1, p-1), p * g.most}
	try.n = max(0, limits[h.IntN(len(limits))]/by[h.IntN(len(by))]+h.IntN(3)-1)
	if try.n*weight > most || h.IntN(3) == 0 {
		try.n = 1 + h.IntN(min(20, most/weight+1))*h.IntN(2)
	}
	return checkedKinds[kind](where{p: p}, try)
}

// step draws a step: of each team so many are in a group, the others in another one or in
// none, in the order of their ranks, team after team, or in any.
func (h *hunt) step() (s hunted) {
	all := h.party(upTo(len(h.home)), 1)
	level := []party{all}
	if s.all, s.level = all.calls[0], h.IntN(1+len(h.steps)); s.level > 0 {
		level = h.steps[s.level-1].parts
	}
	s.color, s.key = make([]int, len(h.home)), make([]int, len(h.home))
	sizes := []int{0, 1, 1, 1, onwardTeam, buffers.LineWords + 1, len(h.home), len(h.home)}
	left := map[int]int{} // by team: how many are still to be of color 0
	rest, order := h.IntN(3)-1, h.IntN(3)
	for r, home := range h.home {
		if _, ok := left[home]; !ok {
			left[home] = sizes[h.IntN(len(sizes))]
		}
		if left[home]--; left[home] < 0 {
			s.color[r] = rest
		}
		s.key[r] = []int{0, -home, h.IntN(4)}[order]
	}
	for _, whole := range level {
		for color := range 2 {
			ranks := slices.DeleteFunc(slices.Clone(whole.ranks), func(r int) bool { return s.color[r] != color })
			slices.SortStableFunc(ranks, func(a, b int) int { return cmp.Compare(s.key[a], s.key[b]) })
			if len(ranks) > 0 {
				s.parts = append(s.parts, h.party(ranks, 3+h.IntN(8)))
			}
		}
	}
	return s
}

// party is the group of these ranks, with so many calls.
func (h *hunt) party(ranks []int, calls int) party {
	g, members := party{ranks: ranks}, map[int]int{}
	for _, r := range ranks {
		members[h.home[r]]++
		g.most = max(g.most, members[h.home[r]])
	}
	for range calls {
		g.calls = append(g.calls, h.call(g))
	}
	return g
}

// walk makes a processor walk through the program.
func (h *hunt) walk(world *Proc) error {
	groups := []*Proc{world}
	for k, s := range h.steps {
		var q *Proc
		if whole := groups[s.level]; whole != nil {
			q = whole.Split(s.color[world.Rank()], s.key[world.Rank()])
		}
		groups = append(groups, q)
		for _, g := range s.parts {
			at := slices.Index(g.ranks, world.Rank())
			if at < 0 {
				continue
			}
			if q == nil || q.Size() != len(g.ranks) || q.Rank() != at {
				return fmt.Errorf("step %d: not rank %d of %v", k, at, g.ranks)
			}
			for _, call := range g.calls {
				if err := call(q); err != nil {
					return fmt.Errorf("step %d, a group of %v: %w", k, g.ranks, err)
				}
			}
		}
		if err := s.all(world); err != nil {
			return fmt.Errorf("step %d, all: %w", k, err)
		}
	}
	return nil
}

// TestUnlikeGroups: such programs on one thread or two, and on goroutines dealt to two or three teams.
func TestUnlikeGroups(t *testing.T) {
	machines := 80
	if testing.Short() || race.Enabled {
		machines = 8
	}
	for seed := range machines {
		h := &hunt{Rand: rand.New(rand.NewPCG(uint64(seed), 27))}
		p := 2 + h.IntN(14) + 32*h.IntN(2) // few, or teams that do not fit a line
		var m *Machine
		if cores := threads.Cores(); seed%2 == 0 {
			m = machine(t, Config{P: p, Host: Threads, Cores: cores[:min(1+h.IntN(4), 2, len(cores))]})
		} else {
			homes := make([]int, p)
			for r := range homes {
				if homes[r] = r * 3 / p; seed%4 == 1 {
					homes[r] = min(r, h.IntN(2))
				}
			}
			m = dealt(t, homes)
		}
		for _, c := range m.fibers {
			h.home = append(h.home, c.team)
		}
		for range 6 {
			h.steps = append(h.steps, h.step())
		}
		for range 2 { // the second time with banks and rooms that are there already
			if err := within(t, func() error { return m.Run(context.Background(), h.walk) }); err != nil {
				t.Fatalf("machine %d, %v: %v", seed, m, err)
			}
		}
	}
}
