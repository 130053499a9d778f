package coll

import (
	"fmt"
	"testing"
)

// BenchmarkHandedBack is calls in which the lines of what was copied for a processor are handed back
// (handback.go), in turn with the same in which they are not. bytes: of a vector, or a
// block if the collective has blocks. touched: as in BenchmarkWide.
func BenchmarkHandedBack(b *testing.B) {
	for _, c := range []struct {
		coll collective
		by   []Algorithm
		in   bool // in place
	}{
		{exchange, []Algorithm{Rings}, true},
		{reducescatter, []Algorithm{Cayley, Tree, Ring, Halving}, false},
		{allreduce, []Algorithm{Cayley, Tree, Ring, Halving, Doubling}, false},
		{allreduce, []Algorithm{Cayley, Ring}, true},
		{reduce, []Algorithm{Cayley, Tree, Ring}, false},
		{scan, []Algorithm{Doubling}, false},
		{gather, []Algorithm{Tree}, false},
		{scatter, []Algorithm{Tree}, false},
		{alltoall, []Algorithm{Cayley, Bruck}, false},
		{alltoall, []Algorithm{Direct, Cayley, Bruck}, true},
	} {
		for _, by := range c.by {
			for _, procs := range []int{2, 4, 8, 16, 64} {
				for _, bytes := range []int{64, 128, 256, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 32 << 10, 256 << 10, 1 << 20} {
					if c.coll.blocks() && bytes*procs*procs > 64<<20 || procs == 2 && by == Rings {
						continue
					}
					for _, touched := range []bool{true, false} {
						b.Run(fmt.Sprintf("coll=%s/alg=%s/procs=%d/bytes=%d/inplace=%t/touched=%t", c.coll, by, procs, bytes, c.in, touched), func(b *testing.B) {
							m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
							m.handing = true
							switchedWays(b, m, (4<<20)/bytes/procs+8, "handed/not", freshOrNot(m), func(p *Proc) func() {
								call, dst, src := handedCall(p.Using(by), c.coll, bytes/8, c.in)
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
}

// handedCall is a call with vectors or blocks of n elements, and what the processor gets and gives.
func handedCall(p *Proc, c collective, n int, inPlace bool) (call func(), dst, src []float64) {
	if c.blocks() {
		n *= p.Size()
	}
	if c != exchange && !inPlace {
		return freshCall(p, c, n)
	}
	x := make([]float64, n)
	from, to := (p.Rank()+1)%p.Size(), (p.Rank()+p.Size()-1)%p.Size()
	return map[collective]func(){
		exchange:  func() { Exchange(p, x, from, x, to) },
		allreduce: func() { Allreduce(p, x, x, Sum) },
		alltoall:  func() { Alltoall(p, x, x) },
	}[c], x, x
}
