package coll

import (
	"fmt"
	"math"
	"testing"
)

// BenchmarkFresh
func BenchmarkFresh(b *testing.B) {
	for _, c := range []collective{allreduce, reduce, scan, reducescatter, allgather, alltoall, broadcast, gather, scatter} {
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
							case reducescatter:
								dst = dst[:len(dst)/procs]
								call = func() { ReduceScatter(p, dst, src, Sum) }
							case allgather:
								src = src[:len(dst)/procs]
								call = func() { Allgather(p, dst, src) }
							case alltoall:
								call = func() { Alltoall(p, dst, src) }
							case gather:
								src = src[:len(dst)/procs]
								call = func() { Gather(p, dst, src, 0) }
							case scatter:
								dst = dst[:len(src)/procs]
								call = func() { Scatter(p, dst, src, 0) }
							case broadcast:
								call = func() { Broadcast(p, dst, 0) }
								if src = dst; p.Rank() > 0 {
									src = nil
								}
							case scan:
								call = func() { Scan(p, dst, src, Sum) }
							}
							switch {
							case mode == "untouched":
								return call
							case (c == reduce || c == gather) && p.Rank() > 0:
								return touching(p, nil, src, call)
							case c == scatter && p.Rank() > 0:
								return touching(p, dst, nil, call)
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

// BenchmarkFreshMessages is a shift, every processor to the next.
func BenchmarkFreshMessages(b *testing.B) {
	for _, procs := range []int{2, 4, 8, 64} {
		for _, n := range []int{128, 160, 192, 256, 512, 768, 1024, 1536, 2048, 4096} {
			for _, touched := range []bool{true, false} {
				b.Run(fmt.Sprintf("procs=%d/n=%d/touched=%t", procs, n, touched), func(b *testing.B) {
					m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
					to := func(way int) { m.freshMost = math.MaxInt * (1 - way) }
					switchedWays(b, m, 1<<19/n/procs+8, "fresh/not", to, func(p *Proc) func() {
						dst, src := make([]float64, n), make([]float64, n)
						from, to := (p.Rank()+1)%procs, (p.Rank()+procs-1)%procs
						call := func() { Exchange(p, dst, from, src, to) }
						if !touched {
							return call
						}
						return touching(p, dst, src, call)
					})
					far := 0.0
					m.Run(b.Context(), func(p *Proc) error {
						Allreduce(p, make([]float64, 9000), make([]float64, 9000), Sum)
						return nil
					})
					if m.isFar {
						far = 1
					}
					b.ReportMetric(far, "far")
				})
			}
		}
	}
}
