package coll

import (
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// BenchmarkTurning is allreduces and reduce-scatters by 2 on vectors that nobody touches between
// the calls, forth and back in turns; turning/forth is their time over that of calls that all go
// forth, in turn with them, medians of batches.
func BenchmarkTurning(b *testing.B) {
	m := machine(b, Config{P: 2})
	for _, way := range []string{"allreduce", "allreduce_in_place", "reducescatter"} {
		for _, kib := range []int{32, 64, 128, 512, 2048, 4096, 8192} {
			b.Run(fmt.Sprintf("coll=%s/KiB=%d", way, kib), func(b *testing.B) {
				n := kib << 7
				slab, err := buffers.NewSlab[float64](4, n)
				if err != nil {
					b.Fatal(err)
				}
				defer slab.Close()
				twoWays(b, m, max(2, 4096/kib), "turning/forth", func(p *Proc) [2]func() {
					src, dst := slab.Vector(2*p.Rank()), slab.Vector(2*p.Rank()+1)
					own := stateOf[float64](p.g).teams[p.rank]
					call := func() {
						switch way {
						case "allreduce":
							Allreduce(p, dst, src, Sum)
						case "allreduce_in_place":
							Allreduce(p, src, src, Sum)
						default:
							ReduceScatter(p, dst[:n/2], src, Sum)
						}
					}
					return [2]func(){call, func() {
						own.turned = ^uint64(0) // whichever bit is turned is 0
						call()
					}}
				})
			})
		}
	}
}
