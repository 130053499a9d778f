package coll

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/busy"
)

// BenchmarkBusy is an allreduce of one element beside goroutines of the program that
// never rest, and the barrier of a sync.Cond beside the same, which Go's scheduler
// carries from turn to turn: neither may collapse. Take -benchtime 2s: turns are 10 ms.
func BenchmarkBusy(b *testing.B) {
	for _, n := range []int{0, 1, 4} {
		for _, p := range []int{2, 8} {
			for _, host := range modes {
				b.Run(fmt.Sprintf("busy=%d/procs=%d/impl=%v", n, p, host), func(b *testing.B) {
					m := machine(b, Config{P: p, Host: host})
					defer busy.Goroutines(n)()
					b.ResetTimer()
					err := m.Run(context.Background(), func(q *Proc) error {
						x := []float64{1}
						for range b.N {
							Allreduce(q, x, x, Max)
						}
						return nil
					})
					if err != nil {
						b.Fatal(err)
					}
				})
			}
			b.Run(fmt.Sprintf("busy=%d/procs=%d/impl=cond", n, p), func(b *testing.B) {
				defer busy.Goroutines(n)()
				b.ResetTimer()
				condBarriers(p, b.N)
			})
		}
	}
}

// condBarriers lets p goroutines meet so many times.
func condBarriers(p, times int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	cond := sync.NewCond(&mu)
	came, round := 0, 0
	for range p {
		all.Go(func() {
			for range times {
				mu.Lock()
				if mine := round; came+1 == p {
					came, round = 0, round+1
					cond.Broadcast()
				} else {
					for came++; mine == round; {
						cond.Wait()
					}
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
}
