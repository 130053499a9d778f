package coll

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// TestMemory: what a processor wrote before a collective every other may read after it, by
// whatever algorithm, of whatever length and to whatever root; the race detector agrees.
func TestMemory(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 5, 8} {
			m := machine(t, Config{P: p, Host: host})
			wrote := make([]int, p)
			for _, name := range Collectives() {
				for _, a := range Algorithms(name) {
					for _, n := range []int{0, 1, 40, 3000} {
						err := m.Run(context.Background(), func(q *Proc) error {
							wrote[q.Rank()]++
							if name == "exchange" {
								after := (q.Rank() + 1) % p
								before := (q.Rank() + p - 1) % p
								Exchange(q, make([]float64, n), before, make([]float64, n), after)
								if got := wrote[before]; got != wrote[q.Rank()] {
									return fmt.Errorf("%d of rank %d, want %d", got, before, wrote[q.Rank()])
								}
								return nil
							}
							anyCall(q.Using(a), name, n, p-1)
							if i := slices.IndexFunc(wrote, func(x int) bool { return x != wrote[q.Rank()] }); i >= 0 {
								return fmt.Errorf("%d of rank %d, want %d", wrote[i], i, wrote[q.Rank()])
							}
							return nil
						})
						for _, x := range wrote { // now that Run has returned
							if x != wrote[0] {
								err = fmt.Errorf("wrote %v", wrote)
							}
						}
						if err != nil {
							t.Fatalf("%s by %s of %d, P=%d, %v: %v", name, a, n, p, host, err)
						}
					}
				}
			}
		}
	}
}

// TestAlltoallCounts: each gets what every other has for it, in place or not, across as many
// processors as there are; wrong lengths are refused.
func TestAlltoallCounts(t *testing.T) {
	for _, p := range []int{1, 2, 7} {
		m := machine(t, Config{P: p})
		err := m.Run(context.Background(), func(q *Proc) error {
			src, dst := make([]int, p), make([]int, p)
			for r := range src {
				src[r] = 100*q.Rank() - r<<20
			}
			AlltoallCounts(q, dst, src)
			AlltoallCounts(q, src, src)
			for r := range dst {
				if want := 100*r - q.Rank()<<20; dst[r] != want || src[r] != want {
					return fmt.Errorf("%d and %d from rank %d, want %d", dst[r], src[r], r, want)
				}
			}
			return nil
		})
		if err != nil {
			t.Errorf("P=%d: %v", p, err)
		}
		for _, wrong := range [][2]int{{p, p + 1}, {p + 1, p}, {2 * p, 2 * p}, {0, 0}} {
			err = m.Run(context.Background(), func(q *Proc) error {
				AlltoallCounts(q, make([]int, wrong[0]), make([]int, wrong[1]))
				return nil
			})
			if !errors.Is(err, ErrUsage) {
				t.Errorf("P=%d: dst and src of %v: %v, want ErrUsage", p, wrong, err)
			}
		}
	}
}

// anyCall makes a call of a collective, with blocks or vectors of n elements.
func anyCall(q *Proc, name string, n, root int) {
	p := q.Size()
	one, all, counts := make([]float64, n), make([]float64, n*p), slices.Repeat([]int{n}, p)
	switch name {
	case "barrier":
		Barrier(q)
	case "broadcast":
		Broadcast(q, one, root)
	case "reduce":
		Reduce(q, one, one, Sum, root)
	case "allreduce":
		Allreduce(q, one, one, Sum)
	case "allreducefunc":
		AllreduceFunc(q, one, one, func(acc, x []float64) {})
	case "gather":
		Gather(q, all, one, root)
	case "gatherv":
		Gatherv(q, all, one, counts, root)
	case "scatter":
		Scatter(q, one, all, root)
	case "scatterv":
		Scatterv(q, one, all, counts, root)
	case "allgather":
		Allgather(q, all, one)
	case "allgatherv":
		Allgatherv(q, all, one, counts)
	case "reducescatter":
		ReduceScatter(q, one, all, Sum)
	case "reducescatterv":
		ReduceScatterv(q, one, all, counts, Sum)
	case "alltoall":
		Alltoall(q, all, slices.Clone(all))
	case "alltoallv":
		Alltoallv(q, all, counts, slices.Clone(all), counts)
	case "scan":
		Scan(q, one, one, Sum)
	case "exscan":
		Exscan(q, one, one, Sum)
	default:
		panic("no call of " + name)
	}
}
