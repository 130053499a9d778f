package coll

import (
	"fmt"
	"math"
	"testing"
)

// BenchmarkFresh
func BenchmarkFresh(b *testing.B) {
	for _, c := range []collective{allreduce, reduce, scan} {
		for _, procs := range []int{2, 4, 8, 16, 64} {
			for _, kib := range []int{2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048} {
				for _, mode := range []string{"touched", "untouched"} {
					b.Run(fmt.Sprintf("coll=%s/procs=%d/KiB=%d/mode=%s", c, procs, kib, mode), func(b *testing.B) {
						m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
						to := func(way int) { m.freshMost = math.MaxInt * (1 - way) }
						switchedWays(b, m, 4096/kib/procs+8, "fresh/not", to, func(p *Proc) func() {
							dst, src := make([]float64, kib<<7), make([]float64, kib<<7)
							call := func() { Allreduce(p, dst, src, Sum) }
							switch c {
							case reduce:
								call = func() { Reduce(p, dst, src, Sum, 0) }
							case scan:
								call = func() { Scan(p, dst, src, Sum) }
							}
							switch {
							case mode == "untouched":
								return call
							case c == reduce && p.Rank() > 0:
								return touching(p, nil, src, call)
							}
							return touching(p, dst, src, call)
						})
						far := 0.0
						if m.isFar {
							far = 1
						}
						b.ReportMetric(far, "far")
					})
				}
			}
		}
	}
}
