package hypercube

import (
	"math/bits"

	"github.com/cayleycoll/cayleycoll/sched"
)

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

// exchanger makes one template.
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
		case members < d:
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
	start, gen := []int{0}, []int32(nil)
	for _, v := range sets {
		for left := v; left != 0; left &= left - 1 {
			gen = append(gen, int32(bits.TrailingZeros32(left)))
		}
		start = append(start, len(gen))
	}
	time := make([]int32, len(gen))
	sched.Colour(start, gen, time, x.d)
	for j, v := range sets {
		at := x.t.Start[v]
		for i := start[j]; i < start[j+1]; i++ {
			x.t.Gen[at], x.t.Time[at] = gen[i], int32(x.base[s])+time[i]
			at++
		}
	}
}
