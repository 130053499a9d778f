package coll

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestGraphOf: universal broadcasts and accumulations follow cayley.Near, all others
// cayley.Best, and where there is a graph all follow that. That what is compiled follows it
// too, the orders of sums say (TestEveryResult) and the steps (TestStepsMeetTheBound).
func TestGraphOf(t *testing.T) {
	const p = 12
	given, err := cayley.Parse("ring:12")
	if err != nil {
		t.Fatal(err)
	}
	best, err := cayley.Best(p)
	if err != nil {
		t.Fatal(err)
	}
	free, fixed := machine(t, Config{P: p}), machine(t, Config{P: p, Graph: given})
	for _, c := range []struct {
		coll string
		alg  Algorithm
		want string
	}{
		{"allgather", Cayley, near(p).Name()}, {"allgather", Chunked, near(p).Name()},
		{"reducescatter", Cayley, near(p).Name()}, {"reducescatter", Chunked, near(p).Name()},
		{"allreduce", Cayley, near(p).Name()}, {"allreduce", Chunked, near(p).Name()},
		{"allreduce", Spectral, best.Name()}, {"allreduce", Direct, best.Name()}, {"allgather", Ring, best.Name()},
		{"alltoall", Cayley, best.Name()}, {"broadcast", Cayley, best.Name()}, {"reduce", Cayley, best.Name()},
		{"barrier", "", best.Name()},
	} {
		if g, err := free.GraphOf(c.coll, c.alg); err != nil || g.Name() != c.want {
			t.Errorf("%s by %q: %v, %v, want %s", c.coll, c.alg, g, err, c.want)
		}
		if g, err := fixed.GraphOf(c.coll, c.alg); err != nil || g.Name() != given.Name() {
			t.Errorf("%s by %q on a given graph: %v, %v", c.coll, c.alg, g, err)
		}
	}
	for _, c := range []struct {
		coll string
		alg  Algorithm
	}{{"allgatherer", Cayley}, {"barrier", Cayley}, {"allgather", "best"}} {
		if g, err := free.GraphOf(c.coll, c.alg); g != nil || !errors.Is(err, ErrUsage) {
			t.Errorf("%s by %q: %v, %v, want ErrUsage", c.coll, c.alg, g, err)
		}
	}
}

// TestGraphOfAGroup: a group that has all processors of a machine with a graph follows the graph of a
// machine without one, in the order of whose sums its own are.
func TestGraphOfAGroup(t *testing.T) {
	given, err := cayley.Parse("ring:12")
	if err != nil {
		t.Fatal(err)
	}
	sums := func(c Config, group bool) (result []float64) {
		if err := machine(t, c).Run(context.Background(), func(q *Proc) error {
			x := make([]float64, 96)
			for i := range x {
				x[i] = math.Sin(float64(i + 100*q.Rank()))
			}
			if group {
				q = q.Split(0, 0)
			}
			if Allreduce(q.Using(Cayley), x, x, Sum); q.Rank() == 0 {
				result = x
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return result
	}
	free, fixed, group := sums(Config{P: 12}, false), sums(Config{Graph: given}, false), sums(Config{Graph: given}, true)
	if !slices.Equal(group, free) || slices.Equal(fixed, free) {
		t.Errorf("like a machine without a graph: %v; are the sums on a ring others: %v", slices.Equal(group, free), !slices.Equal(fixed, free))
	}
}
