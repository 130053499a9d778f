package coll

import (
	"fmt"
	"testing"
)

// BenchmarkWays is calls that go the ways of a CPU that is known, in turn with those of others: where
// this one is not known, it says whose ways may be this one's. bytes: of the longer vector. touched: as
// in BenchmarkWide.
func BenchmarkWays(b *testing.B) {
	for _, like := range []string{"zen3", "zen4", "zen5", "server"} {
		for _, c := range []collective{allreduce, reduce, scan, reducescatter, allgather, alltoall, broadcast, gather, scatter} {
			for _, procs := range []int{2, 4, 8, 16, 64} {
				for _, bytes := range []int{8, 64, 512, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20} {
					if n := bytes / 8; n%procs != 0 && (c == reducescatter || c == allgather || c == alltoall || c == gather || c == scatter) {
						continue
					}
					for _, touched := range []bool{true, false} {
						b.Run(fmt.Sprintf("cpu=%s/coll=%s/procs=%d/bytes=%d/touched=%t", like, c, procs, bytes, touched), func(b *testing.B) {
							m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
							is := [2]ways{waysOf(cpuNamed[like]), waysOf(otherCPU)}
							to := func(way int) { m.ways = is[way] }
							switchedWays(b, m, (8<<20)/(bytes*procs+4096)+8, like+"/other", to, func(p *Proc) func() {
								call, dst, src := freshCall(p, c, bytes/8)
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
