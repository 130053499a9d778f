package coll

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/sched"
)

// graphFiles are graphs of the caller's: a group by its table, one by generators
// that are permutations, and arcs between vertices without a group, each with its
// opposite or not, as many at every vertex or not.
var graphFiles = map[string]string{
	"klein.json": `{"mul":[[0,1,2,3],[1,0,3,2],[2,3,0,1],[3,2,1,0]],"gens":[1,2]}`,
	"s3.json":    `{"perm":[[1,2,0],[1,0,2]]}`,
	"arcs.json":  `{"n":5,"arcs":[[0,2],[2,0],[2,4],[4,2],[4,1],[1,4],[1,3],[3,1],[3,0],[0,3]]}`,
	"y.json":     `{"n":5,"arcs":[[0,1],[1,0],[1,2],[2,1],[1,3],[3,1],[3,4],[4,3]]}`,
	"round.json": `{"n":5,"arcs":[[0,2],[2,4],[4,1],[1,3],[3,0]]}`,
	"short.json": `{"n":5,"arcs":[[0,1],[1,2],[2,3],[3,4],[4,0],[0,2],[3,1]]}`,
}

// TestCayleyOnGraphs runs the paper's four tasks by the optimal schedules of graphs
// of every family of the grammar, and their compositions, rooted ones too: every
// result is that of the serial reference, sums of floats in the documented order,
// in as many signals as the schedule has steps, which are those of the bound: of an exchange
// too, by one template or, on even rings and some tori, by several.
func TestCayleyOnGraphs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range graphFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := func(name string) string { return "file:" + filepath.Join(dir, name) }
	exchanges := map[string]int{file("y.json"): 6, file("short.json"): 10} // not those of the bound
	runs := 0
	for _, c := range []struct {
		name  string
		steps int // of an allgather
	}{
		{"hypercube:5", 7}, {"folded:4", 3}, {"ring:8", 4}, {"ring:9", 4}, {"torus:3x5", 4}, {"torus:4x5", 5}, {"circulant:8:1", 7}, {"circulant:9:1,3,4,6", 3},
		{"complete:7", 1}, {"bipartite:3", 2}, {"hamming:2,3", 2}, {"star:4", 8}, {"pancake:4", 8}, {"bubble:4", 8},
		{"transposition:4", 4}, {"dihedral:5:r,r-1,f", 3}, {"ccc:3", 8}, {"butterfly:3", 6}, {"product(ring:4;complete:3)", 3},
		{"petersen", 3}, {"johnson:5,2", 2}, {"kneser:6,2", 3}, {"odd:3", 3},
		{file("klein.json"), 2}, {file("s3.json"), 3}, {file("arcs.json"), 2}, {file("y.json"), 4}, {file("round.json"), 4}, {file("short.json"), 4},
	} {
		g, err := cayley.Parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		p, turned := g.Order(), cayley.Turned(g)
		far := func(v collective, root int) int { // from a root or, of a reduce, to it
			way := g
			if v == reduce {
				way = turned
			}
			return len(cayley.CountSpheres(cayley.DistancesFrom(way, root))) - 1
		}
		m, name := machine(t, Config{P: p, Graph: g}), c.name
		for c, want := range map[collective]int{
			broadcast: far(broadcast, 0), reduce: far(reduce, 0), allgather: c.steps, reducescatter: c.steps, allreduce: 2 * c.steps, alltoall: 0,
		} {
			steps, bound, err := m.Steps(c.String(), Cayley)
			if c == alltoall {
				want = cmp.Or(exchanges[name], bound)
			}
			if err != nil || steps != want || steps < bound {
				t.Errorf("%s: %v in %d steps, bound %d, want %d: %v", g.Name(), c, steps, bound, want, err)
				continue
			}
			for i, n := range []int{1, 40, 700} {
				if n == 700 && (race.Enabled || testing.Short() && p > 10) {
					continue
				}
				try := trial{c: c, a: Cayley, n: n, inPlace: (i+int(c))%2 == 0 && c != broadcast}
				if c.rooted() {
					try.root = (p - 1) * i / 2
				}
				if err := runAs[float64](m, try); err != nil {
					t.Fatalf("%s: %v", g.Name(), err)
				}
				got, err := m.signals()
				if c.rooted() {
					steps = far(c, try.root)
				}
				if err != nil || len(m.world.teams) > 1 && (got%steps != 0 || n < 512 && got != steps) {
					t.Errorf("%s: %v: %d signals, want %d: %v", g.Name(), try, got, steps, err)
				}
				runs++
			}
		}
		for _, c := range []collective{allgather, reducescatter, allreduce} {
			if steps, bound, err := m.Steps(c.String(), Chunked); err != nil || steps < bound {
				t.Errorf("%s: %v in %d short steps, bound %d: %v", g.Name(), c, steps, bound, err)
			}
			if err := runAs[float64](m, trial{c: c, a: Chunked, n: 40}); err != nil {
				t.Fatalf("%s: %v", g.Name(), err)
			}
			runs++
		}
	}
	t.Logf("%d calls", runs)
}

// TestExchangeOfMany: with more processors than are worth a search an exchange follows one template, on any
// Cayley graph.
func TestExchangeOfMany(t *testing.T) {
	for _, name := range []string{"torus:7x7", "ring:50", "circulant:60:1,7", "dihedral:25:f,r"} {
		g, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		m := machine(t, Config{P: g.Order(), Graph: g})
		template, b, err := sched.BuildExchange(g.(cayley.Cayley), sched.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		if steps, bound, err := m.Steps("alltoall", Cayley); err != nil || steps != template.Steps || bound != b.Value {
			t.Errorf("%s: %d steps, bound %d, want %d and %d: %v", name, steps, bound, template.Steps, b.Value, err)
		}
		for _, n := range []int{1, 40} {
			if err := runAs[float64](m, trial{c: alltoall, a: Cayley, n: n}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestNamesProveNothing: a graph is taken for a hypercube or a cycle by what it is, not
// by its name, and the integers modulo P go without a table, however many.
func TestNamesProveNothing(t *testing.T) {
	eight, err := cayley.CyclicGroup(8)
	if err != nil {
		t.Fatal(err)
	}
	for _, gens := range [][]int{{1, 7}, {1, 2, 4}, {1, 2, 3, 4}, {1, 7, 4}} {
		g, err := cayley.NewCayley("hypercube:3", eight, gens)
		if err != nil {
			t.Fatal(err)
		}
		gathers(t, Config{P: 8, Graph: g})
	}
	if !testing.Short() && strconv.IntSize == 64 {
		gathers(t, Config{P: program.MaxWritten + 3})
	}
}

// gathers checks an allgather by cayley of a word each.
func gathers(t *testing.T, c Config) {
	m := machine(t, c)
	err := m.Run(context.Background(), func(p *Proc) error {
		all := make([]int32, p.Size())
		Allgather(p.Using(Cayley), all, []int32{int32(p.Rank()) + 1})
		for r, v := range all {
			if v != int32(r)+1 {
				return fmt.Errorf("rank %d has %d from rank %d", p.Rank(), v, r)
			}
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s, P=%d: %v", m.Graph().Name(), c.P, err)
	}
}
