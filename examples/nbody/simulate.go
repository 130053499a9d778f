package main

import (
	"context"
	"slices"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/exact"
)

// result is where the bodies are in the end.
type result struct {
	bodies
	procs         int
	before, after float64 // energies
}

// simulate moves bodies for so many steps by the leapfrog method: half a step's pull, a step's
// way, half a step's pull from there. It leaves b as it was.
func simulate(ctx context.Context, c coll.Config, b bodies, steps int, dt float64) (result, error) {
	m, err := coll.New(c)
	if err != nil {
		return result{}, err
	}
	defer m.Close()
	n := len(b.at) / 3
	r := result{procs: m.Config().P}
	err = m.Run(ctx, func(p *coll.Proc) error {
		counts := make([]int, p.Size()) // coordinates of every share
		for q := range counts {
			counts[q] = 3 * (first(q+1, p.Size(), n) - first(q, p.Size(), n))
		}
		lo, hi := 3*first(p.Rank(), p.Size(), n), 3*first(p.Rank()+1, p.Size(), n)
		at := slices.Clone(b.at)
		own := at[lo:hi]
		s := newShare(lo/3, slices.Clone(b.velocity[lo:hi]))
		s.look(at)
		before := energy(p, s, n)
		for range steps {
			s.kick(dt / 2)
			s.drift(own, dt)
			coll.Allgatherv(p, at, own, counts)
			s.look(at)
			s.kick(dt / 2)
		}
		after := energy(p, s, n)
		velocity := make([]float64, len(b.velocity))
		coll.Gatherv(p, velocity, s.velocity, counts, 0)
		if p.Rank() == 0 {
			r.bodies, r.before, r.after = bodies{at, velocity}, before, after
		}
		return nil
	})
	return r, err
}

// first is the first body of a processor's share.
func first(rank, procs, n int) int { return rank * n / procs }

// energy is that of all bodies, on every processor.
func energy(p *coll.Proc, s *share, n int) float64 {
	var sum exact.Sum
	for k := range s.potential {
		sum.Add(s.energy(k, n))
	}
	w := sum.Words()
	coll.Allreduce(p, w, w, coll.Sum)
	return sum.Float64()
}
