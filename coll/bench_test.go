package coll

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// on makes b.N calls of every processor of a machine and reports the time of one.
func on(b *testing.B, c Config, prepare func(q *Proc) (loop func(calls int))) {
	m, err := New(c)
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	err = m.Run(context.Background(), func(q *Proc) error {
		loop := prepare(q)
		loop(1) // compiles, allocates
		Barrier(q)
		if q.Rank() == 0 {
			b.ResetTimer()
		}
		loop(b.N)
		Barrier(q)
		if q.Rank() == 0 {
			b.StopTimer()
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

// repeated is the loop of a call.
func repeated(call func()) func(calls int) {
	return func(calls int) {
		for range calls {
			call()
		}
	}
}

// BenchmarkRun is a Run without a collective (way=run), of goroutines (way=goroutines), the same as
// the first where GOMAXPROCS is put back after each, so that the world stops twice (way=back), and
// with New and Close (way=new); beside them the two barriers by which a program that stays in one Run
// would begin and end such a part (way=stay).
func BenchmarkRun(b *testing.B) {
	nothing := func(*Proc) error { return nil }
	for _, procs := range []int{1, 2, 8, 64} {
		b.Run(fmt.Sprintf("procs=%d/way=stay", procs), func(b *testing.B) {
			on(b, Config{P: procs}, func(q *Proc) func(int) {
				return repeated(func() {
					Barrier(q)
					Barrier(q)
				})
			})
		})
		for _, way := range []string{"run", "goroutines", "back", "new"} {
			b.Run(fmt.Sprintf("procs=%d/way=%s", procs, way), func(b *testing.B) {
				call := func() error { return Run(procs, nothing) }
				if way != "new" {
					before, host := runtime.GOMAXPROCS(0), Auto
					if way == "goroutines" {
						host = Goroutines
					}
					m, err := New(Config{P: procs, Host: host})
					if err != nil {
						b.Fatal(err)
					}
					defer m.Close()
					call = func() error {
						if way == "back" {
							defer runtime.GOMAXPROCS(before)
						}
						return m.Run(context.Background(), nothing)
					}
				}
				for b.Loop() {
					if err := call(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkAllocating is a barrier between stretches of the program's own code in which every
// processor makes garbage with pointers, on threads and on goroutines: a pinned thread gives its core
// to the collector's workers only now and then, and all wait for it.
func BenchmarkAllocating(b *testing.B) {
	type node struct {
		next *node
		_    [7]int
	}
	for _, procs := range []int{2, 8} {
		for _, host := range []HostMode{Threads, Goroutines} {
			b.Run(fmt.Sprintf("procs=%d/host=%v", procs, host), func(b *testing.B) {
				on(b, Config{P: procs, Host: host}, func(q *Proc) func(int) {
					return repeated(func() {
						var list *node
						for range 1000 {
							list = &node{next: list}
						}
						Barrier(q)
						runtime.KeepAlive(list)
					})
				})
			})
		}
	}
}

// BenchmarkBarrier is the barrier in a loop of the caller's, and with a function around each call
// (around=1): where many processors share a core, the CPU mispredicts every return that comes after
// a switch to another coroutine.
func BenchmarkBarrier(b *testing.B) {
	loops := []func(q *Proc) func(int){
		func(q *Proc) func(int) {
			return func(calls int) {
				for range calls {
					Barrier(q)
				}
			}
		},
		func(q *Proc) func(int) { return repeated(func() { Barrier(q) }) },
	}
	for _, p := range []int{2, 8, 64, 256} {
		for around, loop := range loops {
			b.Run(fmt.Sprintf("procs=%d/around=%d", p, around), func(b *testing.B) {
				on(b, Config{P: p}, loop)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*p), "ns/proc")
			})
		}
	}
}

// BenchmarkSameCounts is what a v-form does first, of counts as in the last call: as it does it, and
// in a loop.
func BenchmarkSameCounts(b *testing.B) {
	for _, n := range []int{2, 8, 64, 256} {
		last, counts := make([]int, n), make([]int, n)
		for by, same := range map[string]func() bool{
			"bytes": func() bool { return bytes.Equal(bytesOf(last), bytesOf(counts)) },
			"loop":  func() bool { return slices.Equal(last, counts) },
		} {
			b.Run(fmt.Sprintf("counts=%d/by=%s", n, by), func(b *testing.B) {
				for b.Loop() {
					if !same() {
						b.Fatal("unlike")
					}
				}
			})
		}
	}
}

// BenchmarkRefuseNaN is sums of one processor in place, with and without a look for NaN: the
// difference is what that takes.
func BenchmarkRefuseNaN(b *testing.B) {
	for _, bytes := range []int{8, 64 << 10, 64 << 20} {
		for _, refuse := range []bool{false, true} {
			b.Run(fmt.Sprintf("bytes=%d/refuse=%t", bytes, refuse), func(b *testing.B) {
				b.SetBytes(int64(bytes))
				on(b, Config{P: 1, RefuseNaN: refuse}, func(q *Proc) func(int) {
					x := make([]float64, bytes/8)
					return repeated(func() { Allreduce(q, x, x, Sum) })
				})
			})
		}
	}
}

// BenchmarkCollective is every collective by every algorithm: of float64, out of
// place, bytes a block, or a vector where there are no blocks. MB/s counts the
// longer of src and dst of the processor that has most, once: what it hands in or
// gets, whatever the algorithm moves for it.
func BenchmarkCollective(b *testing.B) {
	for c := barrier; c < split; c++ {
		for _, a := range offered[c] {
			for _, p := range []int{2, 8, 64} {
				for _, bytes := range []int{8, 512, 4 << 10, 32 << 10, 256 << 10} {
					try := trial{c: c, a: a, n: bytes / 8}
					if c == barrier && bytes > 8 || try.words(p) > 1<<23 {
						continue
					}
					b.Run(fmt.Sprintf("collective=%s/alg=%s/procs=%d/bytes=%d", c, a, p, bytes), func(b *testing.B) {
						b.SetBytes(int64(8 * try.most(p)))
						on(b, Config{P: p}, func(q *Proc) func(int) {
							return repeated(prepare(q, try, inputs[float64](try, q.Rank(), p)).call)
						})
					})
				}
			}
		}
	}
}

// most is the elements of the longest vector of a call.
func (try trial) most(p int) (most int) {
	for r := range p {
		most = max(most, len(inputs[float64](try, r, p)))
	}
	switch try.c {
	case gather, allgather:
		most *= p
	case gatherv, allgatherv:
		_, most = try.block(p - 1)
	}
	return most
}

// BenchmarkGlobalSum is the paper's comparison (Corollary 5.2, Example 5.3): the
// spectral sum beside dimension exchange, trees, the optimal schedule and the
// one-pass sum, with the steps of each.
func BenchmarkGlobalSum(b *testing.B) {
	for _, name := range []string{"complete:8", "hypercube:3", "hypercube:6"} {
		g, err := cayley.Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, bytes := range []int{8, 32 << 10} {
			for _, a := range offered[allreduce] {
				b.Run(fmt.Sprintf("graph=%s/bytes=%d/alg=%s", name, bytes, a), func(b *testing.B) {
					c := Config{P: g.Order(), Graph: g, Algorithm: a}
					b.SetBytes(int64(bytes))
					on(b, Config{P: g.Order(), Graph: g}, func(q *Proc) func(int) {
						try := trial{c: allreduce, a: a, n: bytes / 8}
						return repeated(prepare(q, try, inputs[float64](try, q.Rank(), q.Size())).call)
					})
					m, err := New(c)
					if err != nil {
						b.Fatal(err)
					}
					defer m.Close()
					steps, _, err := m.Steps("allreduce", a)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(steps), "steps")
				})
			}
		}
	}
}
