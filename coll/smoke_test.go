package coll

import (
	"context"
	"fmt"
	"testing"
)

func TestSmoke(t *testing.T) {
	for _, host := range []HostMode{Threads, Goroutines} {
		for _, p := range []int{1, 2, 3, 4, 7, 8, 16, 64} {
			m, err := New(Config{P: p, Host: host})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{1, 5, 13, 14, 100, 3000} {
				err := m.Run(context.Background(), func(q *Proc) error {
					for _, a := range offered[allreduce] {
						x, y := make([]float64, n), make([]float64, n)
						for i := range x {
							x[i] = float64(q.Rank()*n + i)
						}
						for range 3 {
							Allreduce(q.Using(a), y, x, Sum)
						}
						for i := range y {
							if want := float64(n*p*(p-1)/2 + p*i); y[i] != want && (a != Spectral || p&(p-1) == 0) {
								return fmt.Errorf("%s n=%d y[%d]=%v want %v", a, n, i, y[i], want)
							}
						}
						Allreduce(q.Using(a), x, x, Sum)
						for i := range y {
							if x[i] != y[i] {
								return fmt.Errorf("in place %s n=%d y[%d]=%v want %v", a, n, i, x[i], y[i])
							}
						}
					}
					for _, a := range offered[allgather] {
						x, y := make([]float64, n), make([]float64, n*p)
						for i := range x {
							x[i] = float64(q.Rank()*n + i)
						}
						Allgather(q.Using(a), y, x)
						for i := range y {
							if y[i] != float64(i) {
								return fmt.Errorf("%s n=%d y[%d]=%v", a, n, i, y[i])
							}
						}
					}
					Barrier(q)
					return nil
				})
				if err != nil {
					t.Fatalf("%v P=%d n=%d: %v", host, p, n, err)
				}
			}
			m.Close()
		}
	}
}

func BenchmarkBarrier(b *testing.B) {
	for _, p := range []int{2, 8, 64} {
		b.Run(fmt.Sprintf("p=%d", p), func(b *testing.B) {
			Run(p, func(q *Proc) error {
				if q.Rank() == 0 {
					b.ResetTimer()
				}
				for range b.N {
					Barrier(q)
				}
				return nil
			})
		})
	}
}

func BenchmarkAllreduce(b *testing.B) {
	for _, p := range []int{2, 8, 64} {
		for _, n := range []int{1, 8, 64, 512, 4096, 32768, 1 << 18} {
			b.Run(fmt.Sprintf("p=%d/bytes=%d", p, 8*n), func(b *testing.B) {
				Run(p, func(q *Proc) error {
					x := make([]float64, n)
					Barrier(q)
					if q.Rank() == 0 {
						b.ResetTimer()
					}
					for range b.N {
						Allreduce(q, x, x, Sum)
					}
					return nil
				})
			})
		}
	}
}
