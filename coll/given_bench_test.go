package coll

import (
	"fmt"
	"testing"
)

// BenchmarkGiven is allgathers and allreduces by cayley as between far cores, whose teams write to others rather
// than to read there (scheduled_given.go), in turn with the same in which they read (than: read), or with the same by
// direct as between far cores (than: direct). It takes the cores as far apart even if they are not. bytes: of a block,
// of an allreduce of a processor's part of the vector. touched: as in BenchmarkWide.
func BenchmarkGiven(b *testing.B) {
	for _, c := range []collective{allgather, allreduce} {
		for _, procs := range []int{2, 3, 4, 5, 8, 12, 16, 32, 64} {
			for _, kib := range []int{2, 4, 8, 16, 32, 64, 128, 256} {
				if procs*procs*kib > 40<<10 {
					continue
				}
				for _, touched := range []bool{true, false} {
					for _, than := range []string{"read", "direct"} {
						b.Run(fmt.Sprintf("coll=%s/procs=%d/KiB=%d/touched=%t/than=%s", c, procs, kib, touched, than), func(b *testing.B) {
							m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
							m.farCounts = true
							if _, err := m.world.compiled(c, byCayley, 0); err != nil {
								b.Fatal(err)
							}
							m.farCounts, m.isFar = false, true // it does not measure
							call := func(by Algorithm) func(p *Proc) func() {
								return func(p *Proc) func() {
									n := kib << 7
									if c == allreduce {
										n *= procs
									}
									if p.Rank() == 0 {
										m.freshMost = waysOf(cpuHere()).freshMost
									}
									call, dst, src := handedCall(p.Using(by), c, n, false)
									if !touched {
										return call
									}
									return touching(p, dst, src, call)
								}
							}
							calls := 4096/kib/procs + 8
							if than == "read" {
								switchedWays(b, m, calls, "given/read", func(way int) { m.isFar = way == 0 }, call(Cayley))
							} else {
								twoWays(b, m, calls, "given/direct", func(p *Proc) [2]func() { return [2]func(){call(Cayley)(p), call(Direct)(p)} })
							}
							reportDistance(b, m)
						})
					}
				}
			}
		}
	}
}
