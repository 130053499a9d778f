package coll

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestDoublingByProgram: an allreduce by doubling goes by stages in one process and by a program
// across several. Both make the same bits, of any number of processors.
func TestDoublingByProgram(t *testing.T) {
	for _, p := range []int{2, 3, 4, 7, 8, 12} {
		m := machine(t, Config{P: p, Algorithm: Doubling})
		if err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				rng := rand.New(rand.NewPCG(uint64(p), uint64(q.Rank())))
				src, staged, followed := make([]float64, 100), make([]float64, 100), make([]float64, 100)
				for i := range src {
					src[i] = rng.NormFloat64() * math.Exp2(float64(rng.IntN(40)))
				}
				Allreduce(q, staged, src, Sum)
				j := newJob(q, stateOf[float64](q.g), newCall[float64](allreduce, byDoubling, Sum, 0, len(src)), followed, src)
				if of[float64]().give(q, j.c, j.dst, j.src) && q.enter(j.c) {
					j.scheduled()
				}
				for i, x := range followed {
					if x != staged[i] {
						t.Errorf("P=%d: rank %d: sum %d is %v, want %v", p, q.Rank(), i, x, staged[i])
						break
					}
				}
				return nil
			})
		}); err != nil {
			t.Errorf("P=%d: %v", p, err)
		}
	}
}
