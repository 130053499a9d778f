package coll

import (
	"errors"
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
