package report

import (
	"encoding/json"
	"math"
	"testing"
)

// TestPictures: every schedule of the player is there, and as short as its
// bound where one is known to be met; no two vertices fall together.
func TestPictures(t *testing.T) {
	list, err := pictures()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(pictured) {
		t.Fatalf("%d pictures", len(list))
	}
	for _, p := range list {
		for u := range p.Places {
			for v := range u {
				a, b := p.Places[u], p.Places[v]
				if math.Hypot(a[0]-b[0], a[1]-b[1]) < 0.06 {
					t.Errorf("%s: vertices %d and %d lie together", p.Name, v, u)
				}
			}
		}
		if len(p.Schedules) != 6 {
			t.Errorf("%s: %d schedules", p.Name, len(p.Schedules))
		}
		for _, s := range p.Schedules {
			t.Logf("%s %s %s: %d steps, bound %d", p.Name, s.Task, s.Model, len(s.Steps), s.Bound)
			if len(s.Steps) < s.Bound {
				t.Errorf("%s %s %s: %d steps beat the bound %d", p.Name, s.Task, s.Model, len(s.Steps), s.Bound)
			}
			if s.Task != "exchange" && len(s.Steps) != s.Bound {
				t.Errorf("%s %s %s: %d steps, bound %d", p.Name, s.Task, s.Model, len(s.Steps), s.Bound)
			}
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 200_000 {
		t.Errorf("%d bytes of pictures", len(text))
	}
	t.Logf("%d bytes", len(text))
}
