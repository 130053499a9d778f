package bench

import (
	"testing"
	"time"
)

// TestSizing: a batch lasts from half of the target to all of it, whatever it takes beside its
// calls, and where the first try was interrupted.
func TestSizing(t *testing.T) {
	for _, call := range []time.Duration{20, 220, 3 * time.Microsecond, 90 * time.Microsecond, 5 * time.Millisecond} {
		for _, beside := range []time.Duration{0, 2 * time.Microsecond, 15 * time.Microsecond} {
			for _, lost := range []time.Duration{0, 10 * time.Millisecond} {
				z, tries := sizing{calls: 1}, 0
				lasts := func() time.Duration { return beside + call*time.Duration(z.calls) }
				for found := false; !found; tries++ {
					took := lasts()
					if tries == 0 {
						took += lost
					}
					found = z.took(took)
				}
				if lasts() < target/2 && z.calls < mostCalls || lasts() > max(target, beside+call) || tries > 16 {
					t.Errorf("a call of %v, %v beside, %v lost: %d calls after %d tries last %v", call, beside, lost, z.calls, tries, lasts())
				}
			}
		}
	}
}
