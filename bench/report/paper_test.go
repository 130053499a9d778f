package report

import (
	"reflect"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// TestSteps: nothing beats its bound, the optimal schedules of broadcasts reach
// it, and no naive way is shorter than the shortest.
func TestSteps(t *testing.T) {
	want := map[string]int{"broadcast": 3, "accumulate": 3, "exchange": 5, "sum": 2}
	beyond := map[string]int{"star:4": 5, "star:5": 7, "pancake:4": 5} // sums of more steps than the diameter
	for _, name := range compared {
		if testing.Short() && (name == "hypercube:10" || name == "star:5") {
			continue
		}
		rows, err := stepsOf(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			if r.Graph != name || r.Task != tasks[i] || len(rows) != len(tasks) {
				t.Errorf("row %d of %d of %s: %s, %s", i, len(rows), name, r.Graph, r.Task)
			}
			if r.Optimal < r.Bound || r.Bound < 1 || r.Task != "exchange" && r.Task != "sum" && r.Optimal != r.Bound {
				t.Errorf("%s, %s: %d steps, bound %d (%s)", r.Graph, r.Task, r.Optimal, r.Bound, r.Kind)
			}
			for way, n := range map[string]int{"tree": r.Tree, "ring": r.Ring, "doubling": r.Doubling, "spectral": r.Spectral, "by parts": r.ByParts} {
				if n != 0 && n < r.Optimal {
					t.Errorf("%s, %s: %s takes %d steps, the shortest %d", r.Graph, r.Task, way, n, r.Optimal)
				}
			}
			if sum, ok := beyond[name]; r.Task == "sum" && (ok && r.Optimal != sum || !ok && r.Optimal != r.Bound) {
				t.Errorf("%s, sum: %d steps, diameter %d", r.Graph, r.Optimal, r.Bound)
			}
			if name == "petersen" && r.Optimal != want[r.Task] {
				t.Errorf("petersen, %s: %d steps, want %d", r.Task, r.Optimal, want[r.Task])
			}
		}
	}
}

// TestStepsOfCube: the rows of the 3-cube, whose steps are known: 7 words come over 3 arcs in 3 steps,
// the exchange has 8·12 hops for 24 arcs, and a sum goes up a tree and down again.
func TestStepsOfCube(t *testing.T) {
	got, err := stepsOf("hypercube:3")
	want := []Steps{
		{Task: "broadcast", Optimal: 3, Bound: 3, Kind: "T", Tree: 7, Ring: 7, Doubling: 7},
		{Task: "accumulate", Optimal: 3, Bound: 3, Kind: "T", Tree: 7, Ring: 7, Doubling: 7},
		{Task: "exchange", Optimal: 4, Bound: 4, Kind: "load", Doubling: 12},
		{Task: "sum", Optimal: 3, Bound: 3, Kind: "D", Tree: 6, Doubling: 3, Spectral: 3, ByParts: 3},
	}
	for i := range want {
		want[i].Graph, want[i].P, want[i].Degree, want[i].Diameter = "hypercube:3", 8, 3, 3
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	costs, err := sent("hypercube:3")
	sums := []Sent{{"hypercube:3", "spectral by parts", 3, "3·n", 3}, {"hypercube:3", "spectral", 3, "d·d·n", 9}, {"hypercube:3", "doubling", 3, "d·n", 3},
		{"hypercube:3", "tree", 6, "2·(P-1)/P·n", 1.75}, {"hypercube:3", "cayley", 6, "2·(P-1)/P·n", 1.75}}
	if err != nil || !slices.Equal(costs, sums) {
		t.Errorf("%+v, %v, want %+v", costs, err, sums)
	}
}

// TestNaive: a graph that has no ring, an exchange, and what is amiss with a graph.
func TestNaive(t *testing.T) {
	apart, err := cayley.NewGraph("two edges", 4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g      cayley.Graph
		task   sched.Task
		method string
		steps  int
		fails  bool
	}{
		{cayley.Petersen(), sched.Broadcast, "tree", 3, false}, {cayley.Petersen(), sched.Broadcast, "ring", 0, false},
		{cayley.Petersen(), sched.Exchange, "tree", 0, false}, {apart, sched.Broadcast, "tree", 0, true}, {apart, sched.Accumulate, "ring", 0, true},
	} {
		if n, err := naive(c.g, c.task, c.method); n != c.steps || (err != nil) != c.fails {
			t.Errorf("%s, %s by %s: %d, %v", c.g.Name(), c.task, c.method, n, err)
		}
	}
}

// TestModel: every estimate respects the bound, and the closed forms of the
// model are what the makers make.
func TestModel(t *testing.T) {
	list, err := model(10)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 10*3*len(modelSizes) {
		t.Errorf("%d estimates", len(list))
	}
	for _, m := range list {
		for way, s := range m.Seconds {
			if low := m.Seconds["bound"]; s < low*(1-1e-12) || low <= 0 {
				t.Errorf("%s of %d B, P = %d: %s takes %g s, the bound is %g", m.Task, m.Bytes, m.P, way, s, low)
			}
		}
	}
	for d := 1; d <= 9; d++ {
		x, err := hypercube.Exchange(d)
		if err != nil {
			t.Fatal(err)
		}
		if n := hypercube.ExchangeSteps(d, func(int) bool { return true }); x.Tau() != n {
			t.Errorf("d = %d: %d steps, %d by the formula", d, x.Tau(), n)
		}
		g, err := cayley.Hypercube(d)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := spectral.New(g); err != nil || p.Steps() != d {
			t.Errorf("d = %d: %v", d, err)
		}
	}
}

// TestRounding: the order of the plan ends at the sum, the natural order of a
// long ring does not.
func TestRounding(t *testing.T) {
	for _, name := range roundingGraphs {
		rows, err := rounding(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			last := r.Errors[len(r.Errors)-1]
			t.Logf("%s %s: %.1e after %d steps", r.Graph, r.Order, last, len(r.Errors)-1)
			if r.Order == "leja" && last > 1e-13 || r.Errors[0] < 1e-3 {
				t.Errorf("%s: from %g to %g", name, r.Errors[0], last)
			}
			if name == "ring:64" && r.Order != "leja" && last < 1e-9 {
				t.Errorf("%s, %s: %g", name, r.Order, last)
			}
		}
	}
}
