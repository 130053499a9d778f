package coll

import (
	"errors"
	"math/bits"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// between is how many words an allgather by cayley takes from one of the given parts
// of its ranks to another.
func between(t *testing.T, g *group, part func(rank int) int) (words int) {
	t.Helper()
	prog, err := g.compiled(allgather, byCayley, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range prog.ops[0] {
		for x := range g.size {
			to, from := prog.labels.product(x, int(o.to.rank)), prog.labels.product(x, int(prog.from[o.a].rank))
			if part(to) != part(from) {
				words++
			}
		}
	}
	return words
}

// TestFewWordsBetweenTeams: on a cube whose halves are two teams, or two processes, no
// more words of an allgather go from one to the other than must in as many steps; the
// others' copies make up the rest, whatever the order in which a team takes them.
func TestFewWordsBetweenTeams(t *testing.T) {
	for d := 2; d <= 6; d++ {
		p := 1 << d
		steps := (p - 1 + d - 1) / d
		want := p * max(1, p-1-(d-1)*steps)
		m := teamed(t, Config{P: p}, 2)
		if got := between(t, m.world, func(r int) int { return m.world.members[r].t.id }); got != want {
			t.Errorf("P=%d: %d words from team to team, want %d", p, got, want)
		}
		for _, n := range []int{1, bySourceLeast - 1, bySourceLeast, 1000} {
			if err := runAs[float32](m, trial{c: allgather, a: Cayley, n: n}, trial{c: allreduce, a: Cayley, n: n * p, inPlace: true}); err != nil {
				t.Errorf("P=%d: %v", p, err)
			}
		}
		home := make([]int, p)
		for r := range home {
			home[r] = 2 * r / p
		}
		far := &group{m: m, size: p, far: &far{home: home}}
		if got := between(t, far.shadow(), func(r int) int { return home[r] }); got != want {
			t.Errorf("P=%d: %d words from process to process, want %d", p, got, want)
		}
	}
}

// TestTeamsAcrossTheCube: teams that are no parts of the cube do not matter.
func TestTeamsAcrossTheCube(t *testing.T) {
	for _, p := range []int{4, 8, 16} {
		m := teamed(t, Config{P: p}, 3)
		if near := m.world.near(bits.Len(uint(p)) - 1); near != 0 {
			t.Errorf("P=%d: %d generators leave nobody's team, want 0", p, near)
		}
		if err := runAs[float64](m, trial{c: allgather, a: Cayley, n: 300}); err != nil {
			t.Errorf("P=%d: %v", p, err)
		}
	}
}

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
