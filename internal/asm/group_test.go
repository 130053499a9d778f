package asm

import "testing"

// TestGroups: large ones where this processor gains by them and all lie in its second cache.
func TestGroups(t *testing.T) {
	const each = 1000
	fits := secondCache/8/each - 1
	v := make([]*float64, fits+2)
	for i := range v {
		v[i] = new(float64)
	}
	for _, c := range []struct {
		sources int
		large   bool
	}{{fits - 1, true}, {fits + 1, false}} {
		want, wantTo := srcGroup, dstGroup
		if c.large && nearGroups {
			want, wantTo = nearGroup, nearStores
		}
		if from, to := groups(v[:1], v[:c.sources], each); from != want || to != wantTo {
			t.Errorf("of %d sources of %d elements: %d and %d at once, want %d and %d", c.sources, each, from, to, want, wantTo)
		}
	}
}
