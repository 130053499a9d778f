package report

import (
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
		for _, r := range rows {
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
