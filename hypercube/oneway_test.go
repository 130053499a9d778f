package hypercube

import (
	"math/rand/v2"
	"testing"

	"github.com/cayleycoll/cayleycoll/sched"
)

var oneWayMakers = []func(d, l int) (*OneWay, error){OneWayBroadcast, OneWayAccumulate}

func TestOneWayMeetsItsBound(t *testing.T) {
	top := 14
	if testing.Short() {
		top = 10
	}
	for d := 1; d <= top; d++ {
		for l := 1; l <= d; l++ {
			for _, maker := range oneWayMakers {
				w, err := maker(d, l)
				if err != nil {
					t.Fatal(err)
				}
				if err := w.Verify(); err != nil {
					t.Errorf("d=%d l=%d: %v", d, l, err)
				}
				if want := (2*Ball(d, l) + d - 1) / d; w.Steps != want {
					t.Errorf("d=%d l=%d: %d steps, want %d", d, l, w.Steps, want)
				}
			}
		}
	}
}

// TestOneWayAnyOrientation expands in full, with edges oriented at random in
// every pair of steps.
func TestOneWayAnyOrientation(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	for d := 1; d <= 7; d++ {
		for l := 1; l <= d; l++ {
			for _, maker := range oneWayMakers {
				w, err := maker(d, l)
				if err != nil {
					t.Fatal(err)
				}
				for _, orient := range []Orient{nil, randomOrient(rng)} {
					e, err := w.Expand(orient)
					if err != nil {
						t.Fatal(err)
					}
					if err := e.Verify(); err != nil {
						t.Errorf("d=%d l=%d: %v", d, l, err)
					}
				}
			}
		}
	}
}

// randomOrient is a fixed random orientation of every edge in every pair.
func randomOrient(rng *rand.Rand) Orient {
	salt := rng.Uint64()
	return func(pair, u, v int) bool {
		h := (uint64(pair)<<40 ^ uint64(u)<<20 ^ uint64(v) ^ salt) * 0x9E3779B97F4A7C15
		return (h^h>>29)*0xBF58476D1CE4E5B9>>63 == 1
	}
}

// TestDisjointRefuses: the check between templates finds a shared slot.
func TestDisjointRefuses(t *testing.T) {
	a, err := Broadcast(4)
	if err != nil {
		t.Fatal(err)
	}
	if (&OneWay{Dim: 4, Steps: a.Steps, Even: a, Odd: a}).disjoint() == nil {
		t.Error("two templates with the same slots passed")
	}
	w, err := OneWayBroadcast(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	w.Odd.Time[1]--
	if w.Verify() == nil {
		t.Error("an odd source in an even source's step passed")
	}
}

// TestOneWayRefuses: every field is checked against the templates.
func TestOneWayRefuses(t *testing.T) {
	if (&OneWay{}).Verify() == nil {
		t.Error("no schedule passed")
	}
	for _, maker := range oneWayMakers {
		for name, spoil := range map[string]func(w, other *OneWay){
			"dimension":           func(w, _ *OneWay) { w.Dim++ },
			"distance":            func(w, _ *OneWay) { w.Within-- },
			"task":                func(w, _ *OneWay) { w.Task = sched.Exchange },
			"steps":               func(w, _ *OneWay) { w.Steps++ },
			"single":              func(w, _ *OneWay) { w.Single = 3 },
			"no single":           func(w, _ *OneWay) { w.Single = 0 },
			"no template":         func(w, _ *OneWay) { w.Odd = nil },
			"template of a scope": func(w, other *OneWay) { w.Odd = other.Odd },
			"pair": func(w, _ *OneWay) { // two sets change places with odd sources only
				for v, at := range w.Odd.Time {
					for u := range v {
						if w.Odd.Time[u] == at && at != int32(w.Single) && w.Odd.Gen[u] != w.Odd.Gen[v] {
							w.Odd.Gen[u], w.Odd.Gen[v] = w.Odd.Gen[v], w.Odd.Gen[u]
							if w.Odd.Verify() == nil {
								return
							}
							w.Odd.Gen[u], w.Odd.Gen[v] = w.Odd.Gen[v], w.Odd.Gen[u]
						}
					}
				}
				t.Error("no two sets can change places")
			},
		} {
			w, err := maker(5, 5) // 31 = 6·5 + 1
			if err != nil {
				t.Fatal(err)
			}
			other, err := maker(5, 4)
			if err != nil {
				t.Fatal(err)
			}
			spoil(w, other)
			if w.Verify() == nil {
				t.Errorf("%s passed", name)
			}
		}
	}
}
