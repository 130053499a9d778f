package coll

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// wentAside reports whether this processor has sent a vector of its own to a rank otherwise than by
// pieces of the vector itself.
func (m *member) wentAside(to int) bool {
	return m.edge(m.rank, to).i64.ring.Load() != nil || stateOf[int64](m.g).teams[m.t.id].kept[m.place] != nil
}

// onThreads is a machine whose p processors run on at most so many threads.
func onThreads(t *testing.T, p, threads int) *Machine {
	t.Helper()
	m := machine(t, Config{P: p, Cores: everyCore()[:min(threads, len(everyCore()))]})
	if m.links != nil || len(m.hosts) == p || oneThread {
		t.Skip("no two processors run on one thread of this process")
	}
	return m
}

// shift is what a processor does in one round: it sends over what it receives, and checks that.
func shift(q *Proc, x []int64, by, round int) error {
	from, to := (q.Rank()+q.Size()-by)%q.Size(), (q.Rank()+by)%q.Size()
	for i := range x {
		x[i] = word(q.Rank(), round, i)
	}
	Exchange(q, x, from, x, to)
	for i, v := range x {
		if v != word(from, round, i) {
			return fmt.Errorf("rank %d, round %d: element %d is %#x, want %#x", q.Rank(), round, i, v, word(from, round, i))
		}
	}
	return nil
}

// TestShiftsInPlaceCopyOnce: of a circle on one thread one vector, or piece of it, is put aside in a
// round, whoever comes first; of one on two threads those that go to the other. Messages that fit a ring go there.
func TestShiftsInPlaceCopyOnce(t *testing.T) {
	const rounds = 3
	for _, threads := range []int{1, 2} {
		for _, c := range []struct {
			p, groups, by, n int
			lent             bool
		}{
			{3, 1, 1, ringSlots*slotLength + 1, true},
			{8, 1, 7, ringSlots*slotLength + 1, true},
			{8, 1, 1, pieceMost, true},
			{20, 1, 3, 2*pieceMost + 7, true},
			{9, 3, 1, 5000, true},
			{20, 4, 2, 5000, true},
			{8, 1, 1, ringSlots * slotLength, false},
		} {
			t.Run(fmt.Sprintf("threads=%d/p=%d/groups=%d/by=%d/n=%d", threads, c.p, c.groups, c.by, c.n), func(t *testing.T) {
				m := onThreads(t, c.p, threads)
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						g := q
						if c.groups > 1 {
							g = q.Split(q.Rank()*c.groups/c.p, 0)
						}
						x := make([]int64, c.n)
						for round := range rounds {
							if err := shift(g, x, c.by, round); err != nil {
								return err
							}
							if round == 0 {
								Barrier(q)
							}
						}
						Barrier(q)
						if g.Rank() > 0 {
							return nil
						}
						var near, aside []int // of those who send to their own thread
						for r := range g.Size() {
							to := (r + c.by) % g.Size()
							switch went := g.g.members[r].wentAside(to); {
							case g.g.seats[r].t == g.g.seats[to].t:
								near = append(near, r)
								if went {
									aside = append(aside, r)
								}
							case !went:
								return fmt.Errorf("%d to %d, on another thread, was not put aside", r, to)
							}
						}
						circle, most := len(g.g.teams) == 1, rounds*((c.n+pieceMost-1)/pieceMost)
						switch {
						case !c.lent && !slices.Equal(aside, near):
							return fmt.Errorf("of %v, who send to their own thread, only %v put aside", near, aside)
						case c.lent && circle && (len(aside) < 1 || len(aside) > most):
							return fmt.Errorf("%v put aside, want one a piece in each round", aside)
						case c.lent && !circle && len(aside) > 0:
							return fmt.Errorf("of %v, who send to their own thread, %v put aside", near, aside)
						}
						return nil
					})
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// TestLentInPlaceToWhoComes: who receives from this processor and waits for it closes no circle once
// the message is there.
func TestLentInPlaceToWhoComes(t *testing.T) {
	m := onThreads(t, 3, 1)
	const n = 2 * ringSlots * slotLength
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			x, token := make([]int64, n), []int64{0}
			switch q.Rank() {
			case 0:
				Exchange(q, token, 2, nil, -1)
				Exchange(q, x, 2, x, 1)
				if q.wentAside(1) {
					t.Error("put aside, although its receiver could go on")
				}
			case 1: // it waits when rank 0 comes
				Exchange(q, nil, -1, token, 2)
				Exchange(q, x, 0, nil, -1)
			case 2:
				Exchange(q, token, 1, nil, -1)
				Exchange(q, nil, -1, token, 0)
				Exchange(q, nil, -1, x, 0)
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// TestPutAsideWhatIsLent: a vector of which a piece is lent is put aside, and received over, while its
// receiver waits elsewhere for who sends it.
func TestPutAsideWhatIsLent(t *testing.T) {
	m := onThreads(t, 3, 1)
	for _, n := range []int{ringSlots*slotLength + 1, 2*pieceMost + 7} {
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x, from := make([]int64, n), 2
				for i := range x {
					x[i] = word(q.Rank(), 0, i)
				}
				others := q.Split(min(q.Rank(), 1), 0)
				switch q.Rank() {
				case 0:
					Exchange(q, x, 2, x, 1)
				case 1:
					Barrier(others)
					from = 0
					Exchange(q, x, 0, nil, -1)
				case 2:
					Exchange(q, nil, -1, x, 0)
					Barrier(others)
				}
				for i, v := range x {
					if v != word(from, 0, i) {
						return fmt.Errorf("rank %d, %d elements: element %d is %#x, want %#x", q.Rank(), n, i, v, word(from, 0, i))
					}
				}
				return nil
			})
		})
		if err != nil {
			t.Error(err)
		}
	}
}
