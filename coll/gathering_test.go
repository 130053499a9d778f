package coll

import (
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// TestGatherings: gathers and scatters whose teams copy alike, and those that do not, around the
// lengths at which that begins; teams of one and of several processors, also of ranks that do not
// follow each other; every root; in place and not.
func TestGatherings(t *testing.T) {
	for _, homes := range [][]int{{0, 1}, {0, 1, 2}, {0, 0, 1}, {0, 1, 0, 1, 1}, halves(4, 4), halves(1, 5)} {
		m := dealt(t, homes)
		for _, c := range []collective{gather, scatter, gatherv, scatterv} {
			for i, bytes := range []int{shareLeast - 8, shareLeast, 3*shareLeast + 8, aloneMost, aloneMost + 8, 5*aloneMost + 24} {
				if race.Enabled && bytes > aloneMost {
					continue // for which every word is work
				}
				for root := range homes {
					for _, inPlace := range []bool{false, true} {
						kind := (i + root) % 4
						try := trial{c: c, a: Direct, n: bytes / []int{8, 4, 8, 4}[kind], root: root, inPlace: inPlace}
						if err := runKind(m, kind, try, try); err != nil {
							t.Fatalf("teams %v: %v", homes, err)
						}
					}
				}
			}
		}
	}
}

// TestSharedGatherings: teams copy alike where one would wait for another else, and then every element
// is copied once and none by a team of more than a cache line above its part.
func TestSharedGatherings(t *testing.T) {
	const n = shareLeast / 8 // elements
	for _, c := range []struct {
		homes []int
		gathering
		want bool
	}{
		{[]int{0, 1}, gathering{blocks{n: 2 * n}, 0, true}, true},
		{[]int{0, 1}, gathering{blocks{n: 2*n - 2}, 0, true}, false}, // too little
		{[]int{0, 1}, gathering{blocks{n: 100 * n}, 0, false}, false},
		{[]int{0, 1, 1}, gathering{blocks{n: 2*n - 2}, 0, true}, false}, // too short
		{[]int{0, 1, 1}, gathering{blocks{n: 2 * n}, 0, true}, true},
		{[]int{0, 1, 2}, gathering{blocks{n: 3 * n}, 1, true}, true},
		{[]int{0, 0, 1}, gathering{blocks{n: 2 * n}, 0, false}, true},
		{[]int{0, 0, 1}, gathering{blocks{n: 2 * n}, 2, true}, true},
		{[]int{0, 0, 1}, gathering{blocks{n: 100 * n}, 1, true}, false}, // alike by themselves
		{[]int{0, 1, 0, 1, 1}, gathering{blocks{n: 10 * n}, 0, true}, true},
		{halves(shareMost, shareMost), gathering{blocks{n: 10 * n}, 0, true}, true},
		{halves(shareMost, shareMost+1), gathering{blocks{n: 100 * n}, 0, true}, false}, // too many
		{[]int{0, 1}, gathering{blocks{at: []int{0, 0, 2 * n}}, 0, false}, true},
		{[]int{0, 1}, gathering{blocks{at: []int{0, n, 4 * n}}, 0, false}, true},
		{[]int{0, 1}, gathering{blocks{at: []int{0, n, 4 * n}}, 1, true}, false},
		{[]int{0, 1}, gathering{blocks{at: []int{0, 20 * n, 40*n + 1}}, 0, false}, false},      // alike enough
		{[]int{0, 0, 1}, gathering{blocks{at: []int{0, 5 * n, 5 * n, 6 * n}}, 1, false}, true}, // one of nothing
		{[]int{0, 1, 0}, gathering{blocks{at: []int{0, 7 * n, 8 * n, 8*n + 3}}, 1, true}, true},
	} {
		t.Run(fmt.Sprint(c.homes, c.gathering), func(t *testing.T) {
			g := dealt(t, c.homes).world
			if got := c.shared(g, 8); got != c.want {
				t.Fatalf("shared is %v, want %v", got, c.want)
			}
			all := c.end(g.size)
			copied := make([]int, all)
			if c.stays {
				all = c.others(c.root, g.size)
			}
			for _, o := range g.teams {
				own := 0
				c.share(g, o, func(r, lo, hi int) {
					at, end := c.of(r)
					if lo >= hi || at+hi > end {
						t.Errorf("team %d copies %d to %d of block %d, %d to %d", o.id, lo, hi, r, at, end)
					}
					for i := lo; i < hi; i++ {
						copied[at+i]++
					}
					own += hi - lo
				})
				if part := all / len(g.teams); own < part-16 || own > part+16 {
					t.Errorf("team %d copies %d of %d elements", o.id, own, all)
				}
			}
			lo, hi := c.of(c.root)
			for i, times := range copied {
				want := 1
				if c.stays && lo <= i && i < hi {
					want = 0
				}
				if times != want {
					t.Fatalf("element %d is copied %d times, want %d", i, times, want)
				}
			}
		})
	}
}
