package hypercube

import (
	"math/rand/v2"
	"testing"
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
	if disjoint(a, a) == nil {
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
