package coll

import (
	"sync/atomic"
	"testing"
)

func BenchmarkRoundTrip(b *testing.B) {
	var line [2]struct {
		v atomic.Uint64
		_ [120]byte
	}
	Run(2, func(q *Proc) error {
		Barrier(q)
		if q.Rank() == 0 {
			b.ResetTimer()
			for i := range uint64(b.N) {
				line[0].v.Store(i + 1)
				for line[1].v.Load() != i+1 {
				}
			}
		} else {
			for i := range uint64(b.N) {
				for line[0].v.Load() != i+1 {
				}
				line[1].v.Store(i + 1)
			}
		}
		return nil
	})
}
