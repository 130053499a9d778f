package coll

import (
	"context"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestStepsOfOneRoot: broadcast and reduce by cayley are bounded by the distances of
// their root, on graphs whose vertices are not alike and whose links are one-way.
func TestStepsOfOneRoot(t *testing.T) {
	for _, c := range []struct {
		arcs       string
		from0, to0 int
	}{
		{"[[0,1],[1,0],[1,2],[2,1],[2,3],[3,2]]", 3, 3},
		{"[[0,1],[1,0],[0,2],[2,0],[0,3],[3,0]]", 1, 1},
		{"[[0,1],[1,2],[2,3],[3,0],[0,2]]", 2, 3},
	} {
		g, err := cayley.ReadJSON("arcs", strings.NewReader(`{"n":4,"arcs":`+c.arcs+"}"))
		if err != nil {
			t.Fatal(err)
		}
		m := machine(t, Config{P: 4, Graph: g})
		for name, want := range map[string]int{"broadcast": c.from0, "reduce": c.to0} {
			if steps, bound, err := m.Steps(name, Cayley); err != nil || steps != want || bound != want {
				t.Errorf("%s on %s: %d steps, bound %d, want %d: %v", name, c.arcs, steps, bound, want, err)
			}
		}
	}
}

// TestStepsNotOffered: the error names the machine's algorithm.
func TestStepsNotOffered(t *testing.T) {
	m := machine(t, Config{P: 4, Algorithm: Cayley})
	if _, _, err := m.Steps("barrier", ""); err == nil || !strings.Contains(err.Error(), `barrier does not offer "cayley", want direct`) {
		t.Error(err)
	}
}

// TestNoSpectralSum: a graph whose vertices have unlike numbers of arcs has no spectral sum; Steps says so, and so
// does a call.
func TestNoSpectralSum(t *testing.T) {
	g, err := cayley.NewGraph("irregular", 3, [][2]int{{0, 1}, {1, 2}, {2, 0}, {0, 2}})
	if err != nil {
		t.Fatal(err)
	}
	m, want := machine(t, Config{P: 3, Graph: g}), "allreduce by spectral: spectral: irregular is irregular: vertex 1 has fewer than 2 arcs out"
	if _, _, err := m.Steps("allreduce", Spectral); plain(err, want) != "" {
		t.Errorf("Steps: %v", err)
	}
	if err := m.Run(context.Background(), func(q *Proc) error {
		x := []float64{1}
		Allreduce(q.Using(Spectral), x, x, Sum)
		return nil
	}); plain(err, want) != "" {
		t.Errorf("a call: %v", err)
	}
}

// TestBoundsOfTheDoc: the steps and bounds that the doc of Steps gives in numbers, of every
// program that follows no graph.
func TestBoundsOfTheDoc(t *testing.T) {
	left := map[string]bool{}
	for key := range compilers {
		if a := key.algorithmID; a != byCayley && a != byChunked && a != byFile {
			left[key.collective.String()+" by "+a.String()] = true
		}
	}
	for _, c := range []struct {
		p            int
		name         string
		a            Algorithm
		steps, bound int
	}{
		{6, "broadcast", Ring, 10, 10}, {6, "reduce", Ring, 10, 10}, {6, "allreduce", Ring, 10, 10}, {6, "allgather", Ring, 5, 5}, {6, "reducescatter", Ring, 5, 5},
		{6, "broadcast", Tree, 3, 3}, {6, "allreduce", Tree, 6, 6}, {8, "allreduce", Tree, 6, 6},
		{6, "allreduce", Doubling, 4, 3}, {8, "allreduce", Doubling, 3, 3}, {8, "allgather", Doubling, 7, 7}, {6, "scan", Doubling, 3, 3},
		{8, "allreduce", Halving, 14, 14}, {8, "reducescatter", Halving, 7, 7}, {8, "alltoall", Bruck, 12, 7},
		{6, "reduce", Tree, 3, 3}, {6, "gather", Tree, 5, 5}, {6, "scatter", Tree, 5, 5}, {6, "allgather", Tree, 23, 5}, {6, "reducescatter", Tree, 23, 5},
		{6, "allgather", Bruck, 5, 5}, {6, "exscan", Doubling, 4, 3},
		{1, "allreduce", Halving, 0, 0}, {1, "allgather", Cayley, 0, 0}, {6, "allreduce", Direct, 0, 0},
	} {
		m := machine(t, Config{P: c.p})
		delete(left, c.name+" by "+string(c.a))
		if steps, bound, err := m.Steps(c.name, c.a); steps != c.steps || bound != c.bound || err != nil {
			t.Errorf("P=%d: %s by %s: %d steps, bound %d, want %d and %d: %v", c.p, c.name, c.a, steps, bound, c.steps, c.bound, err)
		}
	}
	for what := range left {
		t.Errorf("no bound of %s is checked", what)
	}
}
