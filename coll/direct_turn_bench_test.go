package coll

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// BenchmarkTurning is allreduces and reduce-scatters by 2 on vectors that nobody touches between
// the calls, forth and back in turns; turning/forth is their time over that of calls that all go
// forth, in turn with them, medians of batches.
func BenchmarkTurning(b *testing.B) {
	m, err := New(Config{P: 2})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	for _, way := range []string{"allreduce", "allreduce_in_place", "reducescatter"} {
		for _, kib := range []int{32, 64, 128, 512, 2048, 4096, 8192} {
			b.Run(fmt.Sprintf("coll=%s/KiB=%d", way, kib), func(b *testing.B) {
				const rounds = 41
				n, calls := kib<<7, max(2, 4096/kib)
				slab, err := buffers.NewSlab[float64](4, n)
				if err != nil {
					b.Fatal(err)
				}
				defer slab.Close()
				var times [2][]float64 // turning, forth
				if err := m.Run(context.Background(), func(p *Proc) error {
					src, dst := slab.Vector(2*p.Rank()), slab.Vector(2*p.Rank()+1)
					own := stateOf[float64](p.g).teams[p.rank]
					for range rounds {
						for forth := range times {
							Barrier(p)
							begun := time.Now()
							for range calls {
								if forth == 1 {
									own.turned = ^uint64(0) // whichever bit is turned is 0
								}
								switch way {
								case "allreduce":
									Allreduce(p, dst, src, Sum)
								case "allreduce_in_place":
									Allreduce(p, src, src, Sum)
								default:
									ReduceScatter(p, dst[:n/2], src, Sum)
								}
							}
							Barrier(p)
							if p.Rank() == 0 {
								times[forth] = append(times[forth], float64(time.Since(begun))/float64(calls))
							}
						}
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
				slices.Sort(times[0])
				slices.Sort(times[1])
				b.ReportMetric(times[0][rounds/2], "ns/op")
				b.ReportMetric(times[0][rounds/2]/times[1][rounds/2], "turning/forth")
			})
		}
	}
}
