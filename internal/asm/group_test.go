package asm

import "testing"

// TestGroups: large ones where this processor gains by them, and all lies in its second cache for
// sure.
func TestGroups(t *testing.T) {
	const each = 1000
	fits := secondCache/8/each - 3
	v := make([]*float64, fits+4)
	for i := range v {
		v[i] = new(float64)
	}
	for _, c := range []struct {
		dst, src, n int
		large       bool
	}{{2, fits, each, true}, {2, fits + 3, each, false}, {1, fits, each, false}, {2, 20, tile - 1, true}, {2, 20, tile, false}} {
		want, wantTo := srcGroup, dstGroup
		if c.large && zen4 {
			want, wantTo = nearGroup, nearStores
		}
		if from, to := groups(v[:c.dst], v[:c.src], c.n); from != want || to != wantTo {
			t.Errorf("%d sources of %d elements to %d: %d and %d at once, want %d and %d", c.src, c.n, c.dst, from, to, want, wantTo)
		}
	}
}
