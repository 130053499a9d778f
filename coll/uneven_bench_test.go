package coll

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// BenchmarkUneven is short calls of two cores whose callers come at random times, up to 64
// multiplications late, as in a program that computes between them. Back to back two processors
// fall into step, of which there are several: their times differ by half for the same code, with
// what a call does before and after its signals. So ways of short calls are compared here. The time
// of the multiplications, each processor's mean, is taken away; that of waiting for the later one is
// not.
func BenchmarkUneven(b *testing.B) {
	m := machine(b, Config{P: 2, Cores: everyCore()})
	other := func(p *Proc) int { return 1 - p.Rank() }
	for _, c := range []struct {
		name  string
		bytes []int
		f     func(p *Proc, dst, src []float64)
	}{
		{"barrier", []int{0}, func(p *Proc, _, _ []float64) { Barrier(p) }},
		{"allreduce", []int{8, 64, 512, 4096}, func(p *Proc, dst, src []float64) { Allreduce(p, dst, src, Sum) }},
		{"broadcast", []int{8, 64, 512, 4096}, func(p *Proc, dst, _ []float64) { Broadcast(p, dst, 0) }},
		{"alltoall", []int{8, 64, 512, 4096}, func(p *Proc, dst, src []float64) {
			Alltoall(p, dst[:2*len(dst)], src[:2*len(src)])
		}},
		{"exchange", []int{8, 64, 512, 4096}, func(p *Proc, dst, src []float64) { Exchange(p, dst, other(p), src, other(p)) }},
	} {
		for _, bytes := range c.bytes {
			b.Run(fmt.Sprintf("coll=%s/bytes=%d", c.name, bytes), func(b *testing.B) {
				var called, paused time.Duration
				if err := m.Run(context.Background(), func(p *Proc) error {
					dst, src := make([]float64, bytes/4), make([]float64, bytes/4)
					loop := func(f func()) time.Duration {
						x := uint64(p.Rank() + 1)
						Barrier(p)
						begun := time.Now()
						for range b.N {
							x ^= x << 13
							x ^= x >> 7
							x ^= x << 17
							y := x
							for range x >> 20 & 63 {
								y = y*0x9E3779B97F4A7C15 + 1
							}
							if y != 0 {
								f()
							}
						}
						return time.Since(begun)
					}
					pause := loop(func() {})
					call := loop(func() { c.f(p, dst[:bytes/8], src[:bytes/8]) })
					if p.Rank() == 0 {
						called, paused = call, pause
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(called-paused)/float64(b.N), "ns/op")
			})
		}
	}
}
