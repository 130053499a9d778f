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

// BenchmarkCopiesTurning is copies of blocks (a broadcast: of a vector), forth and back in turns, over
// that of calls that all go forth, in turn with them; touched: every processor writes what it gives
// before each call and reads what it gets after it.
func BenchmarkCopiesTurning(b *testing.B) {
	calls := []struct {
		name string
		f    func(p *Proc, whole, part []float64)
	}{
		{"broadcast", func(p *Proc, _, part []float64) { Broadcast(p, part, 0) }},
		{"gather", func(p *Proc, whole, part []float64) { Gather(p, whole, part, 0) }},
		{"allgather", func(p *Proc, whole, part []float64) { Allgather(p, whole, part) }},
		{"exchange", func(p *Proc, whole, part []float64) {
			Exchange(p, whole[:len(part)], (p.Rank()+1)%p.Size(), part, (p.Rank()+p.Size()-1)%p.Size())
		}},
		{"alltoall", func(p *Proc, whole, part []float64) { Alltoall(p, whole, part) }},
	}
	for _, c := range calls {
		for _, procs := range []int{2, 8} {
			for _, kib := range []int{32, 128, 512, 1024, 2048, 4096} {
				for _, touched := range []bool{false, true} {
					if procs*kib > 8192 || c.name == "exchange" && procs > 2 {
						continue
					}
					b.Run(fmt.Sprintf("coll=%s/procs=%d/KiB=%d/touched=%t", c.name, procs, kib, touched), func(b *testing.B) {
						m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
						m.copiesTurn = turnFrom
						twoWays(b, m, 4096/kib/procs+2, "turning/forth", func(p *Proc) [2]func() {
							whole, part := make([]float64, procs*kib<<7), make([]float64, kib<<7)
							if c.name == "alltoall" {
								part = make([]float64, len(whole))
							}
							own := stateOf[float64](p.g).teams[p.t.id]
							call := func() {
								if touched {
									for i := range part {
										part[i]++
									}
								}
								c.f(p, whole, part)
								if touched {
									sum := 0.0
									for _, v := range whole {
										sum += v
									}
									whole[0] = sum
								}
							}
							return [2]func(){call, func() {
								own.turned = ^uint64(0)
								call()
							}}
						})
					})
				}
			}
		}
	}
}
