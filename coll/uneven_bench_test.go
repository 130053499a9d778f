package coll

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"
)

// shortCalls are calls of two processors that take one signal or two.
var shortCalls = []struct {
	name  string
	bytes []int
	f     func(p *Proc, dst, src []float64)
}{
	{"barrier", []int{0}, func(p *Proc, _, _ []float64) { Barrier(p) }},
	{"allreduce", []int{8, 64, 512, 1024, 4096}, func(p *Proc, dst, src []float64) { Allreduce(p, dst, src, Sum) }},
	{"broadcast", []int{8, 64, 512, 4096}, func(p *Proc, dst, _ []float64) { Broadcast(p, dst, 0) }},
	{"alltoall", []int{8, 64, 512, 4096}, func(p *Proc, dst, src []float64) {
		Alltoall(p, dst[:2*len(dst)], src[:2*len(src)])
	}},
	{"exchange", []int{8, 64, 512, 4096}, func(p *Proc, dst, src []float64) {
		Exchange(p, dst, 1-p.Rank(), src, 1-p.Rank())
	}},
}

// eachShortCall runs f for each of them; call is one with vectors of its own.
func eachShortCall(b *testing.B, f func(b *testing.B, bytes int, call func(p *Proc) func())) {
	for _, c := range shortCalls {
		for _, bytes := range c.bytes {
			b.Run(fmt.Sprintf("coll=%s/bytes=%d", c.name, bytes), func(b *testing.B) {
				f(b, bytes, func(p *Proc) func() {
					dst, src := make([]float64, bytes/4), make([]float64, bytes/4)
					return func() { c.f(p, dst[:bytes/8], src[:bytes/8]) }
				})
			})
		}
	}
}

// pausing calls f so many times, after up to so many multiplications, a power of two, each time as
// many as it comes. It returns how long that took.
func pausing(p *Proc, times int, most uint64, f func()) time.Duration {
	x := uint64(p.Rank() + 1)
	Barrier(p)
	begun := time.Now()
	for range times {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		y := x
		for range x >> 20 & (most - 1) {
			y = y*0x9E3779B97F4A7C15 + 1
		}
		if y != 0 {
			f()
		}
	}
	return time.Since(begun)
}

// BenchmarkUneven is short calls of two cores whose callers come at random times, up to 64
// multiplications late, as in a program that computes between them (pauses=64), and back to back
// (pauses=1). Then two processors fall into one of several steps: run it a few times, and the times
// of the same code differ by half. So ways of short calls are compared with pauses. Their time, each
// processor's mean, is taken away; that of waiting for the later one is not.
func BenchmarkUneven(b *testing.B) {
	m := machine(b, Config{P: 2, Cores: everyCore()})
	eachShortCall(b, func(b *testing.B, _ int, call func(p *Proc) func()) {
		for _, most := range []uint64{1, 64} {
			b.Run(fmt.Sprintf("pauses=%d", most), func(b *testing.B) {
				var called time.Duration // more than the pauses
				if err := m.Run(context.Background(), func(p *Proc) error {
					took := pausing(p, b.N, most, call(p)) - pausing(p, b.N, most, func() {})
					if p.Rank() == 0 {
						called = took
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(called)/float64(b.N), "ns/op")
			})
		}
	})
}

// BenchmarkBoth is calls of two signals by two processors that count the ends of both in one word
// (group.both), in turn with a word each, at random times. An exchange, which has no such end, shows
// what the ratios are worth.
func BenchmarkBoth(b *testing.B) {
	const rounds, calls = 41, 1000
	var ms [2]*Machine
	for i := range ms {
		ms[i] = machine(b, Config{P: 2, Cores: everyCore()})
	}
	ms[1].world.both = nil
	eachShortCall(b, func(b *testing.B, bytes int, call func(p *Proc) func()) {
		if bytes < 1024 {
			b.Skip("one signal")
		}
		var times [2][]time.Duration
		for range rounds {
			for i, m := range ms {
				if err := m.Run(context.Background(), func(p *Proc) error {
					took := pausing(p, calls, 64, call(p))
					if p.Rank() == 0 {
						times[i] = append(times[i], took)
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
			}
		}
		slices.Sort(times[0])
		slices.Sort(times[1])
		b.ReportMetric(float64(times[0][rounds/2])/calls, "ns/op")
		b.ReportMetric(float64(times[0][rounds/2])/float64(times[1][rounds/2]), "both/each")
	})
}
