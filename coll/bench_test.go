package coll

import (
	"context"
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// on runs f b.N times on every processor of a machine and reports the time of
// one call.
func on(b *testing.B, c Config, f func(q *Proc, n int)) {
	m, err := New(c)
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	err = m.Run(context.Background(), func(q *Proc) error {
		f(q, 1) // compiles, allocates
		Barrier(q)
		if q.Rank() == 0 {
			b.ResetTimer()
		}
		f(q, b.N)
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

func BenchmarkBarrier(b *testing.B) {
	for _, p := range []int{2, 8, 64, 256} {
		b.Run(fmt.Sprintf("procs=%d", p), func(b *testing.B) {
			on(b, Config{P: p}, func(q *Proc, n int) {
				for range n {
					Barrier(q)
				}
			})
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*p), "ns/proc")
		})
	}
}

func benchmark(b *testing.B, c collective, call func(q *Proc, dst, src []float64)) {
	for _, bytes := range []int{8, 512, 4 << 10, 32 << 10, 256 << 10} {
		for _, p := range []int{2, 8, 64} {
			for _, a := range offered[c] {
				b.Run(fmt.Sprintf("bytes=%d/procs=%d/alg=%s", bytes, p, a), func(b *testing.B) {
					b.SetBytes(int64(bytes))
					on(b, Config{P: p, Algorithm: ""}, func(q *Proc, n int) {
						src, dst := make([]float64, bytes/8+64), make([]float64, (bytes/8+64)*p)
						for range n {
							call(q.Using(a), dst, src[:bytes/8])
						}
					})
				})
			}
		}
	}
}

func BenchmarkAllreduce(b *testing.B) {
	benchmark(b, allreduce, func(q *Proc, dst, src []float64) { Allreduce(q, dst[:len(src)], src, Sum) })
}

func BenchmarkAllgather(b *testing.B) {
	benchmark(b, allgather, func(q *Proc, dst, src []float64) { Allgather(q, dst[:len(src)*q.Size()], src) })
}

func BenchmarkExchange(b *testing.B) {
	benchmark(b, exchange, func(q *Proc, dst, src []float64) {
		Exchange(q, dst[:len(src)], (q.Rank()+q.Size()-1)%q.Size(), src, (q.Rank()+1)%q.Size())
	})
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
					on(b, Config{P: g.Order(), Graph: g}, func(q *Proc, n int) {
						x, y := make([]float64, bytes/8+64), make([]float64, bytes/8+64)
						for range n {
							Allreduce(q.Using(a), y[:bytes/8], x[:bytes/8], Sum)
						}
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
