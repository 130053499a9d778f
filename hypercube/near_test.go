package hypercube

import "testing"

// TestNearBroadcast: for every d and every number of near generators the schedule is
// right, takes ⌈(2^d-1)/d⌉ steps, and uses the far generators as little as it can; where
// one is far, the parents are fresh and few.
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
			far, fresh := 0, 0
			type serving struct{ parent, time int32 }
			parents := map[serving]bool{}
			for v, g := range tm.Gen {
				if v == 0 {
					continue
				}
				if int(g) >= near {
					far++
				}
				parent := int32(v ^ 1<<g)
				parents[serving{parent, tm.Time[v]}] = true
				if tm.Time[parent] == tm.Time[v]-1 {
					fresh++
				}
			}
			if near == d-1 && (3*fresh < 2*(1<<d-1) || len(parents) > steps*(d+2)/2) {
				t.Errorf("d=%d near %d: %d of %d vertices served by one of the step before, %d parents in %d steps", d, near, fresh, 1<<d-1, len(parents), steps)
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
