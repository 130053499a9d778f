package hypercube

import "testing"

// TestNearBroadcast: for every d and every number of near generators the schedule is
// right, takes ⌈(2^d-1)/d⌉ steps, and uses the far generators as little as it can.
func TestNearBroadcast(t *testing.T) {
	top := MaxNear
	if testing.Short() {
		top = 8
	}
	for d := 1; d <= top; d++ {
		for near := 1; near <= d; near++ {
			tm, err := NearBroadcast(d, near)
			if err != nil {
				t.Fatal(err)
			}
			if err := tm.Verify(); err != nil {
				t.Errorf("d=%d near %d: %v", d, near, err)
			}
			steps := (1<<d - 1 + d - 1) / d
			if tm.Steps != steps {
				t.Errorf("d=%d near %d: %d steps, want %d", d, near, tm.Steps, steps)
			}
			far := 0
			for v, g := range tm.Gen {
				if v > 0 && int(g) >= near {
					far++
				}
			}
			if least := max(0, 1<<d-1-near*steps); near < d && far != least {
				t.Errorf("d=%d near %d: the far generators serve %d vertices, want %d", d, near, far, least)
			}
		}
	}
	for _, c := range [][2]int{{0, 1}, {3, 0}, {3, 4}, {MaxNear + 1, 5}} {
		if tm, err := NearBroadcast(c[0], c[1]); err == nil {
			t.Errorf("d=%d near %d: %v, want an error", c[0], c[1], tm)
		}
	}
}
