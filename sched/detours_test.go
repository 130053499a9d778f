package sched

import (
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// leastLoad is the least possible greater load of the two generators of a
// circulant when every vertex has one word, of any letters: all sums tried.
func leastLoad(n, s, r int) int {
	const far = 1 << 20
	most := n * n
	least := make([]int, most+1) // by load of s: the least load of r
	for i := range least {
		least[i] = far
	}
	least[0] = 0
	for v := 1; v < n; v++ {
		next := make([]int, most+1)
		for i := range next {
			next[i] = far
		}
		for a := range n {
			b := 0
			for b < n && (a*s+b*r)%n != v {
				b++
			}
			for i := 0; b < n && i+a <= most; i++ {
				next[i+a] = min(next[i+a], least[i]+b)
			}
		}
		least = next
	}
	best := far
	for i, j := range least {
		best = min(best, max(i, j))
	}
	return best
}

// TestExchangeByHand: circulants with two steps, order ≤ 11, against every
// choice of words; and no exchange undercuts its bound.
func TestExchangeByHand(t *testing.T) {
	all, least, met := 0, 0, 0
	for n := 3; n <= 11; n++ {
		for s := 1; s < n; s++ {
			for r := s + 1; r < n; r++ {
				g, err := cayley.Circulant(n, s, r)
				if err != nil {
					continue
				}
				x, b, err := BuildExchange(g, Scope{})
				if err != nil {
					t.Fatal(err)
				}
				hand := leastLoad(n, s, r)
				if b.Value > hand || x.Steps < hand {
					t.Errorf("%s: %d steps, bound %v, by hand %d", g.Name(), x.Steps, b, hand)
				}
				all++
				if x.Steps == hand {
					least++
				}
				if x.Steps == b.Value {
					met++
				}
				if n <= 7 {
					if e, err := x.Expand(); err != nil || !judgeSends(e) {
						t.Errorf("%s: the judge refuses it: %v", g.Name(), err)
					}
				}
				if again, err := BoundOf(x); err != nil || again != b {
					t.Errorf("%s: bound %v, then %v: %v", g.Name(), b, again, err)
				}
			}
		}
	}
	t.Logf("%d graphs: %d exchanges as short as any template's, %d at the bound of all schedules", all, least, met)
	if least < all {
		t.Errorf("only %d of %d", least, all)
	}
}
