package report

import (
	"math"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestFiguresInTheirPlaces: the tables have medians and limits, and the fastest in bold.
func TestFiguresInTheirPlaces(t *testing.T) {
	row := bench.Row{Coll: "allgather", Alg: "direct", Procs: 2, Bytes: 8, Graph: "complete:2", Min: 1, P50: 2, P99: 3, Limit: 0.5}
	slow := row
	slow.Alg, slow.Min, slow.P50, slow.P99, slow.Limit = "tree", 4, 5, 6, 0.25
	md := written(t, &Report{Rows: []bench.Row{row, slow}}, "BENCHMARKS.md")
	for _, want := range []string{"| bytes | place | limit | direct | tree |\n", "| 8B | out | 0.500 | **2.000** | 5.000 |\n", "| 2 | complete:2 | 0.500 | 2.000 | 5.000 |\n"} {
		if !strings.Contains(md, want) {
			t.Errorf("no %q in\n%s", want, md)
		}
	}
}

// TestModelOfFour: the closed forms on four processors, worked out by hand.
func TestModelOfFour(t *testing.T) {
	list, err := model(2)
	if err != nil {
		t.Fatal(err)
	}
	const a, b = 1e-6, 8e-10 * (1 << 17) // to start, and for the whole vector
	seconds := map[string]map[string]float64{
		"allgather": {wayTrees: 4*a + 11*b, wayRing: 3 * (a + b), wayBound: 2*a + 1.5*b},
		"allreduce": {wayTrees: 4 * (a + b), wayRing: 6 * (a + b/4), wayDoubling: 2 * (a + b), waySpectral: 2 * (a + b), wayBound: 2*a + 0.75*b},
		"alltoall":  {wayRing: 3*a + 6*b, wayDoubling: 2 * (a + 2*b), wayBound: 2*a + 2*b},
	}
	steps := map[string]map[string]int{
		"allgather": {wayTrees: 11, wayRing: 3, wayBound: 2}, "alltoall": {wayDoubling: 4, wayBound: 2},
	}
	seen := 0
	for _, m := range list {
		if m.P != 4 || m.Bytes != 1<<20 {
			continue
		}
		seen++
		for way, want := range seconds[m.Task] {
			if got := m.Seconds[way]; math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s, %s: %g s, want %g", m.Task, way, got, want)
			}
		}
		for way, want := range steps[m.Task] {
			if got := m.Steps[way]; got != want {
				t.Errorf("%s, %s: %d steps, want %d", m.Task, way, got, want)
			}
		}
	}
	if seen != 3 {
		t.Errorf("%d tasks", seen)
	}
}

// TestNoPetersen: a graph that has no cycle with spokes is told from those that have.
func TestNoPetersen(t *testing.T) {
	for graph, want := range map[string]string{
		"petersen":               "",
		"ring:10":                "report: ring:10 is not a generalised Petersen graph G(5,2)",
		"product(ring:5;ring:2)": "report: product(ring:5;ring:2) is not a generalised Petersen graph G(5,2)", // which is G(5,1)
		"circulant:10:1,9,5":     "report: circulant:10:1,9,5 is not a generalised Petersen graph G(5,2)",
	} {
		g, err := cayley.Parse(graph)
		if err != nil {
			t.Fatal(err)
		}
		places, err := petersenLayout(g, 5, 2)
		if (want == "") != (err == nil) || err != nil && err.Error() != want || (err == nil) != (len(places) == 10) {
			t.Errorf("%s: %d places, %v, want %q", graph, len(places), err, want)
		}
	}
}
