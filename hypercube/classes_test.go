package hypercube

import (
	"strings"
	"testing"
)

// TestOrderRefusesOneLeft: the last set must have its second direction even if it is
// alone in its block.
func TestOrderRefusesOneLeft(t *testing.T) {
	const d, l = 12, 4 // 793 sets, 1 more than 66 blocks
	list, err := Order(d, l)
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckOrder(d, l, list); err != nil {
		t.Fatal(err)
	}
	last := len(list) - 1
	for i := last - d; ; i -= d { // of direction 0 too, and as large
		if list[i]>>1&1 == 0 {
			list[i], list[last] = list[last], list[i]
			break
		}
	}
	if err := CheckOrder(d, l, list); err == nil || !strings.Contains(err.Error(), "at position 792 does not hold direction 1") {
		t.Errorf("a last set without direction 1: %v", err)
	}
}

// TestClassesOfNone: the empty set and the full one are a class of one member each.
func TestClassesOfNone(t *testing.T) {
	for d := 1; d <= 6; d++ {
		for _, s := range []int{0, d} {
			for n, e := range Classes(d, s) {
				if want := n / d; e.Int64() != int64(want) { // 1 for n = d, the greatest
					t.Errorf("d=%d s=%d: %v classes of %d members, want %d", d, s, e, d/n, want)
				}
			}
			if got := Classes(d, -1-d/2); len(got) > 0 {
				t.Errorf("d=%d: classes of sets of %d elements: %v", d, -1-d/2, got)
			}
			if Classes(d, s)[d] == nil {
				t.Errorf("d=%d s=%d: no class", d, s)
			}
		}
	}
}
