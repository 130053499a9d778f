package coll

import (
	"fmt"
	"math"
	"testing"
)

// BenchmarkPortions is sums of processors that share two cores going onward in portions, in turn with the same by ranges,
// whose teams may give copies (anew.go). KiB: of a vector; a reducescatter's sources have as many. touched: as in
// BenchmarkFresh.
func BenchmarkPortions(b *testing.B) {
	for _, c := range []collective{allreduce, reduce, scan, reducescatter} {
		for _, procs := range []int{4, 6, 8, 12, 16, 32, 64} {
			if procs/2 < portionsFrom(c) {
				continue
			}
			for _, kib := range []int{2, 4, 8, 16, 32, 64, 128, 256} {
				if procs*kib > 4<<10 {
					continue
				}
				for _, inPlace := range []bool{false, true} {
					for _, touched := range []bool{true, false} {
						if inPlace && c != allreduce {
							continue
						}
						b.Run(fmt.Sprintf("coll=%s/procs=%d/KiB=%d/inplace=%t/touched=%t", c, procs, kib, inPlace, touched), func(b *testing.B) {
							m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
							to := func(way int) {
								m.freshMost, m.sumsOnward = waysOf(cpuHere()).freshMost, [2]int{math.MaxInt, 0}[way]
							}
							switchedWays(b, m, 1024/(kib+1)/procs+8, "onward/ranges", to, func(p *Proc) func() {
								n := kib << 7
								if c == reducescatter {
									n /= procs
								}
								call, dst, src := handedCall(p, c, n, inPlace)
								if !touched {
									return call
								}
								return touching(p, dst, src, call)
							})
						})
					}
				}
			}
		}
	}
}
