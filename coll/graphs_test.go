package coll

import (
	"context"
	"fmt"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestCayleyOnGraphs runs the optimal schedules of graphs of every family and
// compares their steps with the bound: executed, not only constructed.
func TestCayleyOnGraphs(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps int // of an allgather
	}{
		{"hypercube:5", 7}, {"folded:4", 3}, {"ring:9", 4}, {"torus:4x5", 5}, {"circulant:8:1", 7}, {"circulant:9:1,3,4,6", 3},
		{"complete:7", 1}, {"bipartite:3", 2}, {"hamming:2,3", 2}, {"star:4", 8}, {"pancake:4", 8}, {"bubble:4", 8},
		{"transposition:4", 4}, {"dihedral:5:r,r-1,f", 3}, {"ccc:3", 8}, {"butterfly:3", 6}, {"product(ring:4;complete:3)", 3},
		{"petersen", 3}, {"johnson:5,2", 2}, {"kneser:6,2", 3}, {"odd:3", 3},
	} {
		g, err := cayley.Parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Order()
		m := machine(t, Config{P: p, Graph: g})
		steps, bound, err := m.Steps("allgather", Cayley)
		if err != nil || steps != c.steps {
			t.Errorf("%s: %d steps, bound %d, want %d: %v", c.name, steps, bound, c.steps, err)
			continue
		}
		for _, n := range []int{1, 40, 700} {
			err = m.Run(context.Background(), func(q *Proc) error {
				q = q.Using(Cayley)
				all, x := make([]float64, n*p), make([]float64, n)
				for i := range x {
					x[i] = float64(q.Rank()*n + i)
				}
				Allgather(q, all, x)
				for i, v := range all {
					if v != float64(i) {
						return fmt.Errorf("allgather: all[%d] is %v", i, v)
					}
				}
				Allreduce(q, x, x, Sum)
				for i, v := range x {
					if want := float64(n*p*(p-1)/2 + p*i); v != want {
						return fmt.Errorf("allreduce: x[%d] is %v, want %v", i, v, want)
					}
				}
				return nil
			})
			if err != nil {
				t.Errorf("%s n=%d: %v", c.name, n, err)
			}
		}
	}
}
