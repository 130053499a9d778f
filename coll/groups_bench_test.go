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
	for _, procs := range []int{64, 1024, 4096, 65536} {
		for _, groups := range []int{procs / 2, procs / 8, procs / 32} {
			b.Run(fmt.Sprintf("procs=%d/groups=%d", procs, groups), func(b *testing.B) {
				m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
				var times [2][]float64
				if err := m.Run(context.Background(), func(p *Proc) error {
					size := procs / groups
					of := [2]*Proc{p.Split(p.Rank()%groups, 0), p.Split(p.Rank()/size, 0)}
					take := func(g *Proc, rounds int) float64 {
						Barrier(p)
						begun := time.Now()
						for range rounds {
							Barrier(g)
							Barrier(p)
						}
						return float64(time.Since(begun)) / float64(rounds)
					}
					for batch := range 12 {
						for i, g := range of {
							t := take(g, min(1+4*batch, 5)) // the first barrier alone
							if p.Rank() == 0 {
								times[i] = append(times[i], t)
							}
						}
					}
					return nil
				}); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(times[0][0]/times[1][0], "first-apart/together")
				for i := range times {
					slices.Sort(times[i][1:])
				}
				b.ReportMetric(times[0][6], "ns/op")
				b.ReportMetric(times[0][6]/times[1][6], "apart/together")
			})
		}
	}
}

// BenchmarkColumns is calls of groups whose members lie far apart, as the columns of a grid, in turn with the same where
// who waits looks as long as in a group that has all of its host's processors.
func BenchmarkColumns(b *testing.B) {
	for _, procs := range []int{8, 16, 64, 256} {
		for groups := 2; groups <= procs/4; groups *= 2 {
			size := procs / groups
			for _, name := range []string{"barrier", "allreduce", "allgather"} {
				for _, n := range []int{1, 512} {
					if n > 1 && name == "barrier" {
						continue
					}
					b.Run(fmt.Sprintf("procs=%d/groups=%d/coll=%s/bytes=%d", procs, groups, name, 8*n), func(b *testing.B) {
						m := machine(b, Config{P: procs, Host: Threads, Cores: everyCore()})
						to := func(way int) { m.groupLooks = []int{fewLooks, max(shortSpin, size/2)}[way] }
						switchedWays(b, m, max(20000/procs/n, 20), "few/many", to, func(p *Proc) func() {
							g := p.Split(p.Rank()%groups, 0)
							x, all := make([]float64, n), make([]float64, n*size)
							return map[string]func(){
								"barrier":   func() { Barrier(g) },
								"allreduce": func() { Allreduce(g, x, x, Sum) },
								"allgather": func() { Allgather(g, all, x) },
							}[name]
						})
					})
				}
			}
		}
	}
}
