package coll

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkGroups: a barrier of each of many groups of Split, between barriers of all, and the first of each. Where the
// members of a group are far apart its last ones on two hosts wait for each other; the ratio is to groups of successive
// ranks.
func BenchmarkGroups(b *testing.B) {
	const rounds = 5
	for _, procs := range []int{64, 1024, 4096, 65536} {
		for _, groups := range []int{procs / 2, procs / 8, procs / 32} {
			b.Run(fmt.Sprintf("procs=%d/groups=%d", procs, groups), func(b *testing.B) {
				m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
				var first [2]float64
				var times [2][]float64
				if err := m.Run(context.Background(), func(p *Proc) error {
					size := procs / groups
					of := [2]*Proc{p.Split(p.Rank()%groups, 0), p.Split(p.Rank()/size, 0)}
					for i, g := range of {
						Barrier(p)
						begun := time.Now()
						Barrier(g)
						Barrier(p)
						if p.Rank() == 0 {
							first[i] = float64(time.Since(begun))
						}
					}
					for range 11 {
						for i, g := range of {
							Barrier(p)
							begun := time.Now()
							for range rounds {
								Barrier(g)
								Barrier(p)
							}
							if p.Rank() == 0 {
								times[i] = append(times[i], float64(time.Since(begun))/rounds)
							}
						}
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
				for i := range times {
					slices.Sort(times[i])
				}
				b.ReportMetric(times[0][5], "ns/op")
				b.ReportMetric(times[0][5]/times[1][5], "apart/together")
				b.ReportMetric(first[0]/first[1], "first-apart/together")
			})
		}
	}
}
