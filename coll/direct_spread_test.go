package coll

import (
	"fmt"
	"testing"
)

// TestWhatIsFar: pieces are long from three quarters of the size on from which sums are
// written past the caches.
func TestWhatIsFar(t *testing.T) {
	const p, n = 4, 100
	const all = 8 * p * (p + 1) * n
	for limit, want := range map[int64]bool{all: true, all * 4 / 3: true, all*4/3 + 4: false, 0: false, -1: false} {
		m := teamed(t, Config{P: p, Tuning: &Tuning{StreamBytes: limit}}, 2)
		j := newJob(m.world.members[0].using(byDirect), nil, newCall[float64](allgather, byDirect, 0, 0, n), make([]float64, p*n), make([]float64, n))
		if got := j.spills(); got != want {
			t.Errorf("of vectors of %d bytes, with a limit of %d: far is %v", all, limit, got)
		}
	}
}

// TestFarPieces: blocks that go by long pieces come whole and to their places, one to a piece
// and many, and where pieces end within a block.
func TestFarPieces(t *testing.T) {
	const p, piece = 6, farPiece / 8
	for _, counts := range [][]int{
		uniform(p, 200), uniform(p, piece/2), uniform(p, piece), uniform(p, piece+1),
		{0, piece + 7, 5, piece - 5, 0, 1}, {piece - 1, 1, 1, 0, 2*piece + 3, 300}, {0, 0, 0, 0, 0, 900},
	} {
		all := 0
		for _, n := range counts {
			all += n
		}
		for teams := 2; teams <= 3; teams++ {
			for _, limit := range []int{8 * (p + 1) * all, 1} { // not past the caches, and past them
				m := teamed(t, Config{P: p, Tuning: &Tuning{StreamBytes: int64(limit)}}, teams)
				for name, inPlace := range map[string]func(int) bool{
					"out of place":  func(int) bool { return false },
					"some in place": func(r int) bool { return r%3 == 1 },
				} {
					if err := gatherOn(m, counts, inPlace); err != nil {
						t.Error(fmt.Errorf("%d teams, %v elements, %s, limit %d: %w", teams, counts, name, limit, err))
					}
				}
			}
		}
	}
}

// TestRangeTiles: a broadcast comes whole whatever this processor's tiles are, ranges that end
// within one and that are none.
func TestRangeTiles(t *testing.T) {
	for _, homes := range [][]int{{0, 1}, {0, 1, 2}, {0, 0, 1, 1}, {0, 1, 1, 1, 1}} {
		m := dealt(t, homes)
		m.ownMost = ownMost
		for _, m.rangeTile = range []int{nearTile, rangeTile} {
			for _, n := range []int{ownMost/8 + 1, 2*nearTile + 1, 2 * rangeTile, 2*rangeTile + 3, 5*nearTile - 1} {
				for root := range homes {
					if err := runAs[float64](m, trial{c: broadcast, a: Direct, n: n, root: root}); err != nil {
						t.Fatalf("teams %v, tiles of %d: %v", homes, m.rangeTile, err)
					}
				}
			}
		}
	}
}

// TestOwnFirst: whose blocks teams copy when, forth and back.
func TestOwnFirst(t *testing.T) {
	g := teamed(t, Config{P: 6}, 3).world
	for _, c := range []struct {
		own  bool
		team int
		back bool
		want [3]int
	}{
		{false, 1, false, [3]int{0, 1, 2}}, {false, 1, true, [3]int{2, 1, 0}},
		{true, 0, false, [3]int{0, 1, 2}}, {true, 1, false, [3]int{1, 2, 0}}, {true, 2, false, [3]int{2, 0, 1}}, {true, 1, true, [3]int{0, 2, 1}},
	} {
		g.m.ownFirst = c.own
		for i, want := range c.want {
			if got := g.teams[c.team].nth(g, passage{back: c.back}, i).id; got != want {
				t.Errorf("%+v: team %d at %d", c, got, i)
			}
		}
	}
}
