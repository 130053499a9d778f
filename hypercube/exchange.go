package hypercube

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// MaxExchangeDim is the greatest dimension of an exchange of all sizes: 2^24·12
// hops of 8 bytes.
const MaxExchangeDim = 24

// Exchange is the universal exchange on Q_d in 2^(d-1) steps (7.13(vi)).
func Exchange(d int) (*sched.ExchangeTemplate, error) {
	return exchange(d, sched.Scope{}, func(int) bool { return true })
}

// ExchangeWithin is the universal exchange to within distance l (6.6):
// Σ_{i=1..l} C(d-1,i-1) steps.
func ExchangeWithin(d, l int) (*sched.ExchangeTemplate, error) {
	if err := checkExchange(d, l, "l"); err != nil {
		return nil, err
	}
	scope := sched.Scope{Within: l}
	if l == d {
		scope = sched.Scope{}
	}
	return exchange(d, scope, scope.Has)
}

// ExchangeAt is the exchange with all vertices at distance s: C(d-1,s-1) steps
// for s ≤ d-1 (7.13(v), errata 32), d for s = d, the length of the path.
func ExchangeAt(d, s int) (*sched.ExchangeTemplate, error) {
	if err := checkExchange(d, s, "s"); err != nil {
		return nil, err
	}
	scope := sched.Scope{At: []int{s}}
	return exchange(d, scope, scope.Has)
}

// ExchangeFar is the exchange with the vertices at distance d-1 and d together,
// d steps (7.13(iv)). d ≥ 2.
func ExchangeFar(d int) (*sched.ExchangeTemplate, error) {
	if d < 2 {
		return nil, fmt.Errorf("hypercube: exchange at distances d-1 and d: d = %d: must be 2 to %d", d, MaxExchangeDim)
	}
	scope := sched.Scope{At: []int{d - 1, d}}
	return exchange(d, scope, scope.Has)
}

// ExchangeSteps is the time of the exchange with all vertices at the distances served: Σ
// C(d-1,s-1) over s ≤ d-1, and for distance d another d steps, but only one if distance d-1 is
// served too: both together take d steps instead of d-1. For 1 ≤ d ≤ 62, else 0.
func ExchangeSteps(d int, served func(s int) bool) int {
	if d < 1 || d > 62 {
		return 0
	}
	steps := 0
	for s := 1; s < d; s++ {
		if served(s) {
			steps += Binomial(d-1, s-1)
		}
	}
	switch {
	case d > 1 && served(d) && served(d-1):
		steps++
	case served(d):
		steps += d
	}
	return steps
}

func checkExchange(d, s int, name string) error {
	if err := dimension("an exchange", d, MaxExchangeDim); err != nil {
		return err
	}
	return distance(name, s, d)
}

// OneWayExchange writes an exchange of Q_d out over links of one direction a step, in twice the
// time (Theorem 6.5): step t becomes the pair 2t-1, 2t, in which every edge of a direction in
// use is used once each way. If orient is nil, even sources go first.
func OneWayExchange(t *sched.ExchangeTemplate, orient Orient) (*sched.Explicit, error) {
	e, err := t.Expand()
	if err != nil {
		return nil, err
	}
	if g, err := cube(e.Graph.Degree()); err != nil || !cayley.Equal(e.Graph, g) {
		return nil, fmt.Errorf("hypercube: an exchange on %s in one direction a step: it must be on a hypercube", cayley.ShortName(e.Graph))
	}
	e.Model, e.Steps = sched.OneWay, 0
	for i := range e.Sends {
		s := &e.Sends[i]
		if s.Time < 1 || s.Time > math.MaxInt32/2 {
			return nil, fmt.Errorf("hypercube: the word of %d for %d moves at time %d, and in one direction a step takes two: times are 1 to %d", s.Item, s.Dst, s.Time, math.MaxInt32/2)
		}
		pair := int(s.Time) - 1
		if orient != nil {
			s.Time = int32(pairStep(pair, int(s.From), int(s.To), orient))
		} else {
			s.Time = int32(2*pair + 1 + bits.OnesCount32(uint32(s.Item))&1)
		}
		e.Steps = max(e.Steps, int(s.Time))
	}
	return e, nil
}
