package hypercube

import (
	"fmt"
	"math/bits"
	"slices"

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

// ExchangeSteps is the time of the exchange with all vertices at the distances
// served: Σ C(d-1,s-1) over s ≤ d-1, and d for distance d unless distance d-1
// is served too, which it then extends by one step from d-1 to d. For d ≤ 62.
func ExchangeSteps(d int, served func(s int) bool) int {
	steps := 0
	for s := 1; s < min(d, 63); s++ {
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
	if d < 1 || d > MaxExchangeDim {
		return fmt.Errorf("hypercube: exchange of dimension d = %d: must be 1 to %d", d, MaxExchangeDim)
	}
	return distance(name, s, d)
}

// exchange schedules the distances served, one after another. The word for v
// crosses the directions of the set v, at different times; two translates
// collide only if they use a direction at the same time. So it is an open shop
// with unit times, of which words are the jobs and directions the machines. That
// takes the place of Lemmas 7.10 and 7.11 and Table I (errata 31).
//
// A class of d rotations keeps all machines busy for s steps: the word for the
// k-th rotation uses direction a_q + k in step q. The shorter classes and at
// most one full one, which makes the time at least s, are edge coloured.
// O(d·2^d), 8 bytes a hop.
func exchange(d int, scope sched.Scope, served func(s int) bool) (*sched.ExchangeTemplate, error) {
	if err := checkExchange(d, d, "d"); err != nil {
		return nil, err
	}
	g, err := cube(d)
	if err != nil {
		return nil, err
	}
	x := &exchanger{t: &sched.ExchangeTemplate{Graph: g, Scope: scope, Start: make([]int, 1<<d+1)}, d: d}
	for v := range 1 << d {
		n := bits.OnesCount(uint(v))
		if n > 0 && !served(n) {
			n = 0
		}
		x.t.Start[v+1] = x.t.Start[v] + n
	}
	hops := x.t.Start[1<<d]
	x.t.Gen, x.t.Time = make([]int32, hops), make([]int32, hops)
	x.split(served)
	for s := 1; s <= d; s++ {
		if len(x.rest[s]) > 0 {
			x.colour(x.rest[s], s)
		}
	}
	x.t.Steps = ExchangeSteps(d, served)
	return x.t, nil
}

type exchanger struct {
	t    *sched.ExchangeTemplate
	d    int
	base []int      // by size: steps used so far
	rest [][]uint32 // by size: the sets to be edge coloured
}

// split places the full classes of every size served and keeps the others, with
// one full class where the others alone cannot fill s steps.
func (x *exchanger) split(served func(s int) bool) {
	d := x.d
	x.base, x.rest = make([]int, d+1), make([][]uint32, d+1)
	start := 0
	for s := 1; s <= d; s++ {
		x.base[s] = start
		if served(s) && s < d {
			start += Binomial(d-1, s-1)
		}
	}
	kept := make([]uint32, d+1) // by size: the full class kept back
	necklaces(d, func(v uint32, members int) {
		s := bits.OnesCount32(v)
		switch {
		case !served(s):
		case members < d || s == d: // d = 1: a full class of one, coloured
			x.keep(s, v, members)
		case kept[s] == 0:
			kept[s] = v
		default:
			x.rotate(v, s)
		}
	})
	for s, v := range kept {
		if v == 0 {
			continue
		}
		load := len(x.rest[s]) * s / d
		if s == d-1 && served(d) || load > 0 && load < s {
			x.keep(s, v, d)
		} else {
			x.rotate(v, s)
		}
	}
	if d > 1 && served(d) && served(d-1) { // together in d steps
		x.rest[d-1] = append(x.rest[d-1], x.rest[d]...)
		x.rest[d] = nil
	}
}

func (x *exchanger) keep(s int, v uint32, members int) {
	for range members {
		x.rest[s] = append(x.rest[s], v)
		v = rotl(v, 1%x.d, x.d)
	}
}

// rotate gives a class of d rotations its s steps.
func (x *exchanger) rotate(v uint32, s int) {
	at := int32(x.base[s])
	for k := range x.d {
		i := x.t.Start[rotl(v, k, x.d)]
		q := int32(0)
		for left := v; left != 0; left &= left - 1 {
			a := bits.TrailingZeros32(left) + k
			if a >= x.d {
				a -= x.d
			}
			q++
			x.t.Gen[i], x.t.Time[i] = int32(a), at+q
			i++
		}
	}
	x.base[s] += s
}

// colour schedules sets whose union of classes loads all directions alike.
func (x *exchanger) colour(sets []uint32, s int) {
	load, longest := 0, 0
	for _, v := range sets {
		n := bits.OnesCount32(v)
		load, longest = load+n, max(longest, n)
	}
	c := newColouring(len(sets), x.d, max(load/x.d, longest))
	for j, v := range sets {
		for left := v; left != 0; left &= left - 1 {
			c.add(j, bits.TrailingZeros32(left))
		}
	}
	hop := 0
	for _, v := range sets {
		n := bits.OnesCount32(v)
		order := make([]int, n)
		for i := range order {
			order[i] = hop + i
		}
		slices.SortFunc(order, func(a, b int) int { return int(c.time[a] - c.time[b]) })
		for i, h := range order {
			at := x.t.Start[v] + i
			x.t.Gen[at], x.t.Time[at] = c.machine[h], int32(x.base[s])+c.time[h]+1
		}
		hop += n
	}
}

// OneWayExchange writes an exchange out over links of one direction a step, in
// twice the time (Theorem 6.5): step t becomes the pair 2t-1, 2t, in which every
// edge of a direction in use is used once each way. nil: even sources first.
func OneWayExchange(t *sched.ExchangeTemplate, orient Orient) (*sched.Explicit, error) {
	e, err := t.Expand()
	if err != nil {
		return nil, err
	}
	e.Model, e.Steps = sched.OneWay, 0
	for i := range e.Sends {
		s := &e.Sends[i]
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
