package coll

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// BenchmarkFresh is calls that give copies of what is written anew (anew.go, direct_room.go), in turn with
// the same that do not. touched: as in BenchmarkWide. far: 1 if the cores were far apart, -1 if they were
// one. hands: who has read what was put there for it hands its lines back, whatever the CPU. Of a reducescatter,
// gather, scatter, allgather or alltoall KiB is the longer vector.
func BenchmarkFresh(b *testing.B) {
	for _, c := range []collective{allreduce, reduce, scan, reducescatter, allgather, alltoall, broadcast, gather, scatter} {
		for _, procs := range []int{2, 4, 8, 16, 64} {
			for _, kib := range []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048} {
				if procs > 2 && (c == allgather || c == alltoall) { // teams of several give none
					continue
				}
				for i := range 4 {
					touched, hands := i%2 == 0, i < 2
					b.Run(fmt.Sprintf("coll=%s/procs=%d/KiB=%d/touched=%t/hands=%t", c, procs, kib, touched, hands), func(b *testing.B) {
						m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
						m.handing = hands
						switchedWays(b, m, 4096/kib/procs+8, "fresh/not", freshOrNot(m), func(p *Proc) func() {
							call, dst, src := freshCall(p, c, kib<<7)
							if !touched {
								return call
							}
							return touching(p, dst, src, call)
						})
						reportDistance(b, m)
					})
				}
			}
		}
	}
}

// freshOrNot gives copies by way 0, not by way 1.
func freshOrNot(m *Machine) func(way int) {
	most := asm.SecondCache() / 2
	return func(way int) { m.freshMost = most * (1 - way) }
}

// freshCall is a call with vectors of n elements, and what the processor gets and gives.
func freshCall(p *Proc, c collective, n int) (call func(), dst, src []float64) {
	dst, src = make([]float64, n), make([]float64, n)
	root, block := p.Rank() == 0, n/p.Size()
	switch c {
	case allreduce:
		return func() { Allreduce(p, dst, src, Sum) }, dst, src
	case scan:
		return func() { Scan(p, dst, src, Sum) }, dst, src
	case alltoall:
		return func() { Alltoall(p, dst, src) }, dst, src
	case reducescatter:
		dst = dst[:block]
		return func() { ReduceScatter(p, dst, src, Sum) }, dst, src
	case allgather:
		src = src[:block]
		return func() { Allgather(p, dst, src) }, dst, src
	case scatter:
		dst = dst[:block]
		if call = func() { Scatter(p, dst, src, 0) }; root {
			return call, dst, src
		}
		return call, dst, nil
	case broadcast:
		if call = func() { Broadcast(p, dst, 0) }; root {
			return call, dst, dst
		}
		return call, dst, nil
	case gather:
		src = src[:block]
		call = func() { Gather(p, dst, src, 0) }
	default:
		call = func() { Reduce(p, dst, src, Sum, 0) }
	}
	if root {
		return call, dst, src
	}
	return call, nil, src
}

// reportDistance says how far apart the cores are after a benchmark.
func reportDistance(b *testing.B, m *Machine) {
	b.Helper()
	m.farCounts, m.foundAt = true, time.Time{}
	if err := m.Run(context.Background(), func(p *Proc) error {
		x := make([]float64, 2*aloneMost/8)
		Broadcast(p, x, 0)
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	far := 0.0
	switch {
	case m.isFar:
		far = 1
	case m.isOne:
		far = -1
	}
	b.ReportMetric(far, "far")
}

// BenchmarkFreshMessages is a shift, every processor to the next, whose messages go by rings where they are
// written anew (exchange_anew.go), in turn with the same that are lent. hands: as in BenchmarkFresh.
func BenchmarkFreshMessages(b *testing.B) {
	for _, procs := range []int{2, 4, 8, 64} {
		for _, n := range []int{128, 192, 256, 512, 768, 1024, 2048} {
			for i := range 4 {
				touched, hands := i%2 == 0, i < 2
				b.Run(fmt.Sprintf("procs=%d/n=%d/touched=%t/hands=%t", procs, n, touched, hands), func(b *testing.B) {
					m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
					m.handing = hands
					switchedWays(b, m, 1<<19/n/procs+8, "fresh/not", freshOrNot(m), func(p *Proc) func() {
						dst, src := make([]float64, n), make([]float64, n)
						from, to := (p.Rank()+1)%procs, (p.Rank()+procs-1)%procs
						call := func() { Exchange(p, dst, from, src, to) }
						if !touched {
							return call
						}
						return touching(p, dst, src, call)
					})
					reportDistance(b, m)
				})
			}
		}
	}
}
