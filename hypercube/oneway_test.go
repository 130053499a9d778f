package hypercube

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
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
					if s := strayed(w, e, orient); s != nil {
						t.Errorf("d=%d l=%d: %+v goes the other way", d, l, *s)
					}
				}
			}
		}
	}
}

// strayed is a send of a pair that does not go in the step that orient wants, if there is one.
func strayed(w *OneWay, e *sched.Explicit, orient Orient) *sched.Send {
	for i := range e.Sends {
		s := &e.Sends[i]
		if orient == nil || int(s.Time) == w.Single {
			continue
		}
		at := int(s.Time) - 1
		if w.Single == 1 { // before all pairs
			at--
		}
		if first := at%2 == 0; orient(at/2, int(min(s.From, s.To)), int(max(s.From, s.To))) != (first == (s.From < s.To)) {
			return s
		}
	}
	return nil
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

// TestSingleStepOfOne: whom even sources serve in the step without a partner, odd ones do too.
func TestSingleStepOfOne(t *testing.T) {
	w, err := OneWayBroadcast(6, 6)
	if err != nil {
		t.Fatal(err)
	}
	if w.Single != w.Steps {
		t.Fatalf("the single step of %d is %d", w.Steps, w.Single)
	}
	even, odd := w.Even, w.Odd // of odd sources a vertex of the single step changes places with another
	for v, at := range even.Time {
		if int(at) != w.Single {
			continue
		}
		for u := 1; u < len(odd.Time); u++ {
			if odd.Time[u] == 0 || int(odd.Time[u]) == w.Single {
				continue
			}
			change := func() {
				odd.Gen[u], odd.Gen[v] = odd.Gen[v], odd.Gen[u]
				odd.Time[u], odd.Time[v] = odd.Time[v], odd.Time[u]
			}
			change()
			if odd.Verify() == nil {
				want := fmt.Sprintf("hypercube: vertex %d is served at steps %d and %d, and %d has no partner", min(u, v), even.Time[min(u, v)], odd.Time[min(u, v)], w.Single)
				if err := w.Verify(); err == nil || err.Error() != want {
					t.Errorf("%v, want %s", err, want)
				}
				return
			}
			change()
		}
	}
	t.Error("no two sets can change places")
}

// TestNotOneWay: what cannot be expanded is an error, of Verify too.
func TestNotOneWay(t *testing.T) {
	one, err := OneWayBroadcast(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string]*OneWay{
		"nothing": {}, "no templates": {Dim: 3, Within: 3}, "no dimension": {Dim: -1, Within: 1}, "too many": {Dim: 70, Within: 1},
		"one": {Dim: 1, Within: 1, Steps: one.Steps, Even: one.Even, Odd: one.Even},
	} {
		if e, err := w.Expand(nil); name != "one" && (err == nil || e != nil) {
			t.Errorf("%s: expanded to %v", name, e)
		}
		if w.Verify() == nil {
			t.Errorf("%s passed", name)
		}
	}
	for _, d := range []int{1, 4} {
		for _, k := range []int32{-1, 40, int32(d)} {
			for _, odd := range []bool{false, true} {
				w, err := OneWayBroadcast(d, d)
				if err != nil {
					t.Fatal(err)
				}
				s := w.Even
				if odd {
					s = w.Odd
				}
				s.Gen[1] = k
				if _, err := w.Expand(nil); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("vertex 1 is served in direction %d: they are 0 to %d", k, d-1)) {
					t.Errorf("d=%d, direction %d: %v", d, k, err)
				}
				if w.Verify() == nil {
					t.Errorf("d=%d, direction %d passed", d, k)
				}
			}
		}
	}
}

// TestIdleSteps: a step in which nothing moves is no memory.
func TestIdleSteps(t *testing.T) {
	const idle = 1 << 30
	w, err := OneWayBroadcast(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	w.Steps = 0
	for _, s := range []*sched.Template{w.Even, w.Odd} {
		for v, at := range s.Time {
			if at > 2 { // all but the first pair
				s.Time[v] += idle
			}
		}
		s.Steps += idle
		w.Steps = max(w.Steps, s.Steps)
	}
	if w.Single > 0 {
		w.Single += idle
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = w.Verify()
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Error(err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("took %d bytes", n)
	}
	w.Odd.Time[1] = w.Even.Time[1]
	if w.Verify() == nil {
		t.Error("one step of both passed")
	}
}
