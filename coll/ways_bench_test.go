package coll

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// twoWays reports the time of the first of two ways of a call, each processor's own, and under
// that name its ratio to the second: medians of batches in turn.
func twoWays(b *testing.B, m *Machine, calls int, ratio string, ways func(p *Proc) [2]func()) {
	b.Helper()
	inBatches(b, m, calls, ratio, func(int) {}, ways)
}

// switchedWays is twoWays of one call, of which the machine has two: before each batch, to sets the one
// of that number, while the others are in a barrier.
func switchedWays(b *testing.B, m *Machine, calls int, ratio string, to func(way int), call func(p *Proc) func()) {
	b.Helper()
	inBatches(b, m, calls, ratio, to, func(p *Proc) [2]func() {
		f := call(p)
		return [2]func(){f, f}
	})
}

// touching is a call before which the processor writes a word of each line of src, and after which it
// reads one of each of dst.
func touching(p *Proc, dst, src []float64, call func()) func() {
	calls := 0.0
	return func() {
		calls++
		for j := 0; j < len(src); j += 8 {
			src[j] = calls
		}
		call()
		sum := 0.0
		for j := 0; j < len(dst); j += 8 {
			sum += dst[j]
		}
		if p.Rank() == 0 {
			benchSum = sum
		}
	}
}

// inBatches is what both are. Nobody gives copies of what is written anew, but by a way that says so.
func inBatches(b *testing.B, m *Machine, calls int, ratio string, to func(way int), ways func(p *Proc) [2]func()) {
	b.Helper()
	const rounds = 41
	m.freshMost = 0
	var times [2][]float64
	if err := m.Run(context.Background(), func(p *Proc) error {
		call := ways(p)
		for range rounds {
			for i := range times {
				Barrier(p)
				if p.Rank() == 0 {
					to(i)
				}
				Barrier(p)
				begun := time.Now()
				for range calls {
					call[i]()
				}
				Barrier(p)
				if p.Rank() == 0 {
					times[i] = append(times[i], float64(time.Since(begun))/float64(calls))
				}
			}
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	slices.Sort(times[0])
	slices.Sort(times[1])
	b.ReportMetric(times[0][rounds/2], "ns/op")
	b.ReportMetric(times[0][rounds/2]/times[1][rounds/2], ratio)
}

// BenchmarkShortMessages is exchanges of short messages, in turn with the same by a transfer: a shift,
// or halos, in which each processor gives to both its neighbours, one after the other.
func BenchmarkShortMessages(b *testing.B) {
	for _, procs := range []int{2, 8, 64} {
		m := machine(b, Config{P: procs, Cores: everyCore()})
		for _, n := range []int{1, 12, 16, 64, 128} {
			for _, steps := range []int{1, 2} {
				shape := []string{"shift", "halos"}[steps-1]
				b.Run(fmt.Sprintf("procs=%d/bytes=%d/shape=%s", procs, 8*n, shape), func(b *testing.B) {
					twoWays(b, m, 20000/procs, "shortly/transfer", func(p *Proc) [2]func() {
						dst, src := make([]float64, n), make([]float64, n)
						left, right := (p.Rank()+1)%procs, (p.Rank()+procs-1)%procs
						word := signature(exchange, elemKind[float64](), 0, byRings, 0)
						transfer := func(from, to int) { // what Exchange does beside it
							p.c.recordExchange(p.member, word, to, from, n, n)
							of[float64]().transfer(p, word, dst, from, src, to, false, false)
							p.countExchange(n, 8)
							p.c.endRegion()
						}
						return [2]func(){
							func() {
								Exchange(p, dst, left, src, right)
								if steps > 1 {
									Exchange(p, dst, right, src, left)
								}
							},
							func() {
								transfer(left, right)
								if steps > 1 {
									transfer(right, left)
								}
							},
						}
					})
				})
			}
		}
	}
}

// BenchmarkRangeTiles is broadcasts by teams that copy a range to all, 16 KiB at a time, in turn
// with 64 KiB at a time.
func BenchmarkRangeTiles(b *testing.B) {
	for _, procs := range []int{4, 8, 14} {
		for _, kib := range []int{128, 256, 1024, 2048} {
			b.Run(fmt.Sprintf("procs=%d/KiB=%d", procs, kib), func(b *testing.B) {
				m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
				to := func(way int) { m.rangeTile = []int{nearTile, rangeTile}[way] }
				switchedWays(b, m, 2048/kib+1, "small/large", to, func(p *Proc) func() {
					buf := make([]float64, kib<<7)
					return func() { Broadcast(p, buf, 0) }
				})
			})
		}
	}
}

// BenchmarkGatherings is gathers in place whose teams copy as many elements, in turn with the blocks
// of their own processors; touched: every processor writes its block before, and the root reads all
// after.
func BenchmarkGatherings(b *testing.B) {
	for _, procs := range []int{2, 3, 4, 8} {
		for _, kib := range []int{8, 16, 32, 64, 256, 2048} {
			for _, touched := range []bool{false, true} {
				b.Run(fmt.Sprintf("procs=%d/KiB=%d/touched=%t", procs, kib, touched), func(b *testing.B) {
					m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
					to := func(way int) { m.shareMost = []int{shareMost, 0}[way] }
					switchedWays(b, m, 4096/kib/procs+1, "shared/own", to, func(p *Proc) func() {
						dst, src := make([]float64, procs*kib<<7), make([]float64, kib<<7)
						if p.Rank() == 0 {
							src = dst[:len(src)]
						}
						return func() {
							if touched {
								for j := range src {
									src[j]++
								}
							}
							Gather(p, dst, src, 0)
							if touched && p.Rank() == 0 {
								sum := 0.0
								for _, v := range dst {
									sum += v
								}
								benchSum = sum
							}
						}
					})
				})
			}
		}
	}
}

// BenchmarkNear is short calls of processors that share two cores, whose teams read their own words
// from a copy, in turn with calls in which they read them where the others do.
func BenchmarkNear(b *testing.B) {
	for _, c := range []struct {
		collective
		by     Algorithm
		procs  []int
		blocks []int // elements
	}{
		{allreduce, Direct, []int{4, 8}, []int{1, 2, 4, 8, 16, 32}},
		{allreduce, Doubling, []int{4, 8}, []int{1, 2, 3}},
		{allreduce, Spectral, []int{4, 8}, []int{1, 2, 3}},
		{scan, Direct, []int{4, 8}, []int{2, 4, 8, 16, 32}},
		{scan, Direct, []int{64}, []int{2, 4, 8}},
		{allgather, Direct, []int{4, 8}, []int{1, 2, 4, 8, 16, 32}},
		{allgather, Direct, []int{64}, []int{1, 2, 4, 8}},
		{reducescatter, Direct, []int{4}, []int{1, 2, 3}},
		{reducescatter, Direct, []int{8}, []int{1}},
		{alltoall, Direct, []int{4}, []int{1, 2, 3}},
		{alltoall, Direct, []int{8}, []int{1}},
	} {
		for _, procs := range c.procs {
			for _, n := range c.blocks {
				b.Run(fmt.Sprintf("coll=%s/alg=%s/procs=%d/bytes=%d", c, c.by, procs, 8*n), func(b *testing.B) {
					m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
					try := trial{c: c.collective, a: c.by, n: n}
					switchedWays(b, m, 20000/procs, "near/far", func(way int) { m.packsNear = way == 0 }, func(p *Proc) func() {
						return prepare(p, try, inputs[float64](try, p.Rank(), procs)).call
					})
				})
			}
		}
	}
}

// BenchmarkWide is calls of processors that share two cores by banks of eight times as many elements, in
// turn with calls on their vectors. touched: every processor writes a word of each line of its vector
// before, and reads one of each of its result after.
func BenchmarkWide(b *testing.B) {
	for _, c := range []collective{allreduce, reduce, allgather, scan, reducescatter, alltoall, broadcast, gather, scatter} {
		for _, procs := range []int{4, 8, 16, 32, 64} {
			for _, team := range []int{192, 256, 384, 512, 1024} { // elements that its processors give, or the root for them
				n := team * 2 / procs
				switch c {
				case reducescatter, alltoall:
					n /= procs
				case scatter:
					n /= 2
				}
				if n == 0 || procs >= 2*onwardTeam && (c == allreduce || c == reduce) { // it goes onward
					continue
				}
				for _, touched := range []bool{false, true} {
					b.Run(fmt.Sprintf("coll=%s/procs=%d/team=%d/touched=%t", c, procs, team, touched), func(b *testing.B) {
						benchWide(b, procs, trial{c: c, a: Direct, n: n}, touched)
					})
				}
			}
		}
	}
}

func benchWide(b *testing.B, procs int, try trial, touched bool) {
	banks := [2]int{8 * wideElems, wideElems}
	m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
	m.bankElems, m.bankEach = banks[0], banks[0] // so that there is room
	switchedWays(b, m, 8192/procs, "bank/vectors", func(way int) { m.bankElems = banks[way] }, func(p *Proc) func() {
		v := prepare(p, try, inputs[float64](try, p.Rank(), procs))
		if touched {
			return touching(p, v.got, v.src, v.call)
		}
		return v.call
	})
}

// BenchmarkOwnMost is broadcasts by teams of several that copy to their own processors only, in turn with the same by ranges
// that each copies to all. touched: as in BenchmarkFresh.
func BenchmarkOwnMost(b *testing.B) {
	for _, procs := range []int{8, 12, 14} {
		for _, kib := range []int{2, 8, 32, 64, 128, 256, 512, 1024} {
			for _, touched := range []bool{true, false} {
				b.Run(fmt.Sprintf("procs=%d/KiB=%d/touched=%t", procs, kib, touched), func(b *testing.B) {
					m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
					to := func(way int) { m.ownMost = []int{math.MaxInt, 0}[way] }
					switchedWays(b, m, 8192/kib/procs+8, "own/ranges", to, func(p *Proc) func() {
						call, dst, src := freshCall(p, broadcast, kib<<7)
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

// BenchmarkOwnFirst is allgathers of processors that share two cores, whose teams take their own blocks first, in turn with
// the same in the order of the ranks. KiB: of a block. touched: as in BenchmarkFresh.
func BenchmarkOwnFirst(b *testing.B) {
	for _, procs := range []int{3, 4, 6, 8, 16, 64} {
		for _, kib := range []int{1, 4, 8, 16, 32, 64, 128, 256} {
			if procs*procs*kib > 64<<10 {
				continue
			}
			for _, touched := range []bool{true, false} {
				b.Run(fmt.Sprintf("procs=%d/KiB=%d/touched=%t", procs, kib, touched), func(b *testing.B) {
					m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
					to := func(way int) { m.ownFirst = way == 0 }
					switchedWays(b, m, 16384/kib/(procs*procs)+8, "own_first/in_order", to, func(p *Proc) func() {
						call, dst, src := freshCall(p, allgather, kib<<7*procs)
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

// BenchmarkFarPast is calls as between far cores, whose teams learn whether to write past the caches, in
// turn with calls as between near ones. It takes the cores as far apart even if they are not: what
// counts is where they are. touched, far: as in BenchmarkFresh. shifted: vectors of odd ranks begin 8 bytes
// after a line.
func BenchmarkFarPast(b *testing.B) {
	for _, c := range []collective{allgather, alltoall, alltoallv, broadcast, gather} {
		for _, procs := range []int{2, 4, 8, 16, 32, 64} {
			for _, kib := range []int{8, 16, 32, 64, 256, 512, 1024, 2048, 5120} { // of a processor's longer vector
				if procs*kib > 40<<10 || procs*kib > 16<<10 && (c == broadcast || c == gather) {
					continue
				}
				for _, touched := range []bool{false, true} {
					for _, shift := range []int{0, 1} {
						b.Run(fmt.Sprintf("coll=%s/procs=%d/KiB=%d/touched=%t/shifted=%d", c, procs, kib, touched, shift), func(b *testing.B) {
							m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
							m.farCounts = false // it does not measure
							to := func(way int) { m.isFar = way == 0 }
							switchedWays(b, m, 4096/kib/procs+8, "far/near", to, func(p *Proc) func() {
								n, at := kib<<7, p.Rank()%2*shift
								dst, src := make([]float64, n+at)[at:], make([]float64, n+at)[at:]
								call, block := (func())(nil), src[:n/procs]
								switch c {
								case allgather:
									call = func() { Allgather(p, dst, block) }
								case alltoall:
									call = func() { Alltoall(p, dst, src) }
								case alltoallv:
									counts := slices.Repeat([]int{n / procs}, procs)
									call = func() { Alltoallv(p, dst, counts, src, counts) }
								case gather:
									call = func() { Gather(p, dst, block, 0) }
								case broadcast:
									call = func() { Broadcast(p, dst, 0) }
								}
								switch {
								case !touched:
									return call
								case c == allgather, c == gather:
									src = block
								case c == broadcast:
									src = dst[:0]
									if p.Rank() == 0 {
										src = dst // the root's
									}
								}
								if p.Rank() > 0 && c == gather {
									return touching(p, nil, src, call)
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

// BenchmarkReadLines is what a store of a line takes, and then a load of it by another core. read: the
// other core reads all lines between two stores to them; back: it also stores a word to each line that it
// has read.
func BenchmarkReadLines(b *testing.B) {
	const n, rounds = 128 << 10 / 8, 41
	for _, past := range []bool{false, true} {
		for _, other := range []string{"read=true/back=true", "read=true/back=false", "read=false/back=false"} {
			read, back := other[5] == 't', other[len(other)-4] == 't'
			b.Run(fmt.Sprintf("past=%t/%s", past, other), func(b *testing.B) {
				m := machine(b, Config{P: 2, Host: Threads, Cores: everyCore()})
				lines, own := make([]float64, n), make([]float64, n)
				var times [2][]float64 // of the writer and of the reader, ns a line
				if err := m.Run(context.Background(), func(p *Proc) error {
					for range rounds {
						for who := range times {
							Barrier(p)
							if who != p.Rank() || who == 1 && !read {
								continue
							}
							begun, sum := time.Now(), 0.0
							switch {
							case who == 1:
								for i := 0; i < n; i += 8 {
									if sum += lines[i]; back {
										lines[i] = sum
									}
								}
								benchSum = sum
							case past:
								asm.CopyNT(lines, own)
							default:
								asm.Copy(lines, own)
							}
							times[who] = append(times[who], float64(time.Since(begun))/(n/8))
						}
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
				for who, name := range []string{"store-ns/line", "load-ns/line"} {
					if t := times[who]; len(t) > 0 {
						slices.Sort(t)
						b.ReportMetric(t[len(t)/2], name)
					}
				}
			})
		}
	}
}

// BenchmarkClaims is short calls of processors on two cores that ask for the cache lines of their next
// message, of however many bytes, in turn with calls that do not. An alternate call is a broadcast of so
// many bytes and an allreduce of eight; late=K: the last rank comes some K ns later than it would, late=-K:
// every rank comes later by K at most, now more and now less.
func BenchmarkClaims(b *testing.B) {
	allreduce := func(p *Proc, dst, src []float64) { Allreduce(p, dst[:len(src)], src, Sum) }
	barrier := func(p *Proc, _, _ []float64) { Barrier(p) }
	lengths := []int{1, 4, 8, 16, 64, 128}
	for _, c := range []struct {
		name string
		n    []int
		late int
		call func(p *Proc, dst, src []float64)
	}{
		{"barrier", []int{0}, 0, barrier},
		{"allreduce", lengths, 0, allreduce},
		{"allgather", lengths, 0, func(p *Proc, dst, src []float64) { Allgather(p, dst, src) }},
		{"broadcast", lengths, 0, func(p *Proc, _, src []float64) { Broadcast(p, src, 0) }},
		{"alternate", lengths, 0, func(p *Proc, dst, src []float64) {
			Broadcast(p, src, 0)
			Allreduce(p, dst[:1], src[:1], Sum)
		}},
		{"exchange", []int{1, 4, 8, 12}, 0, func(p *Proc, dst, src []float64) {
			Exchange(p, dst[:len(src)], p.Size()-1-p.Rank(), src, p.Size()-1-p.Rank())
		}},
		{"barrier", []int{0}, 40, barrier},
		{"barrier", []int{0}, 100, barrier},
		{"barrier", []int{0}, 1000, barrier},
		{"barrier", []int{0}, -20, barrier},
		{"barrier", []int{0}, -100, barrier},
		{"allreduce", []int{1, 16}, 40, allreduce},
		{"allreduce", []int{1, 16}, 100, allreduce},
		{"allreduce", []int{1, 16}, 1000, allreduce},
		{"allreduce", []int{1, 16}, -20, allreduce},
		{"allreduce", []int{1, 16}, -100, allreduce},
	} {
		for _, procs := range []int{2, 4, 8} {
			for _, n := range c.n {
				if n*procs/2 > 2*wideElems || procs > 2 && c.name == "exchange" {
					continue
				}
				b.Run(fmt.Sprintf("coll=%s/late=%d/procs=%d/bytes=%d", c.name, c.late, procs, 8*n), func(b *testing.B) {
					m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
					to := func(way int) { m.claimMost = []int{1 << 20, 0}[way] }
					switchedWays(b, m, 20000/procs, "claims/not", to, func(p *Proc) func() {
						dst, src := make([]float64, procs*n), make([]float64, n)
						rng := rand.New(rand.NewPCG(1, uint64(p.Rank())))
						return func() {
							late := 0
							if c.late < 0 {
								late = 2 + rng.IntN(-c.late)
							} else if p.Rank() == procs-1 {
								late = c.late
							}
							if late > 0 && dawdle(late) == 1 {
								return // it never is
							}
							for j := 0; j < n; j += 8 {
								src[j] = 1
							}
							c.call(p, dst, src)
						}
					})
				})
			}
		}
	}
}

// dawdle takes about a nanosecond a step.
//
//go:noinline
func dawdle(steps int) (x uint64) {
	for range steps {
		x = x*6364136223846793005 + 1
	}
	return x
}

// BenchmarkDealing is alltoalls of processors that share two cores, dealt to one after the other whatever their
// number, in turn with the other ways. touched, far: as in BenchmarkFresh. bytes: of a block, all alike.
func BenchmarkDealing(b *testing.B) {
	for _, c := range []collective{alltoall, alltoallv} {
		for _, procs := range []int{3, 4, 8, 12, 16, 24, 32, 64} {
			for _, bytes := range []int{136, 256, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 32 << 10, 64 << 10, 128 << 10, 512 << 10} {
				if procs*procs*bytes > 64<<20 || c == alltoallv && bytes < serveMean {
					continue
				}
				for _, touched := range []bool{true, false} {
					b.Run(fmt.Sprintf("coll=%s/procs=%d/bytes=%d/touched=%t", c, procs, bytes, touched), func(b *testing.B) {
						m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
						to := func(way int) { m.dealMost = procs * (1 - way) }
						switchedWays(b, m, 4<<20/(procs*procs*bytes)+2, "in_turn/otherwise", to, func(p *Proc) func() {
							call, dst, src := freshCall(p, alltoall, bytes/8*procs)
							if c == alltoallv {
								counts := slices.Repeat([]int{bytes / 8}, procs)
								call = func() { Alltoallv(p, dst, counts, src, counts) }
							}
							if touched {
								return touching(p, dst, src, call)
							}
							return call
						})
						reportDistance(b, m)
					})
				}
			}
		}
	}
}

// BenchmarkStoring is calls by two that store to the other's vector by copies alone, in turn with
// calls that do not: an allreduce copies its half of the sum there, or its fold stores it; an allgather
// copies what a processor gives, or what it gets. touched: every processor writes a word of each line of
// its vector before, and reads one of each of its result after.
func BenchmarkStoring(b *testing.B) {
	for _, c := range []struct {
		name string
		from func(m *Machine) *int
		kib  []int
		f    func(p *Proc, dst, src []float64)
	}{
		{"allreduce", func(m *Machine) *int { return &m.apartFrom }, []int{4, 8, 16, 64},
			func(p *Proc, dst, src []float64) { Allreduce(p, dst[:len(src)], src, Sum) }},
		{"allgather", func(m *Machine) *int { return &m.spreadFrom }, []int{40, 64, 128, 160, 256, 512, 2048},
			func(p *Proc, dst, src []float64) { Allgather(p, dst, src) }},
	} {
		for _, kib := range c.kib {
			for _, touched := range []bool{false, true} {
				b.Run(fmt.Sprintf("coll=%s/KiB=%d/touched=%t", c.name, kib, touched), func(b *testing.B) {
					m := machine(b, Config{P: 2, Cores: everyCore()})
					to := func(way int) { *c.from(m) = []int{0, math.MaxInt}[way] }
					switchedWays(b, m, 8192/kib+1, "copies/others", to, func(p *Proc) func() {
						dst, src := make([]float64, kib<<8), make([]float64, kib<<7)
						call := func() { c.f(p, dst, src) }
						if touched {
							call = touching(p, dst, src, call)
						}
						return call
					})
				})
			}
		}
	}
}

var benchSum float64
