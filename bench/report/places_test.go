package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/bench/peers"
	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestFiguresInTheirPlaces: the tables have medians and limits, and the fastest in bold.
func TestFiguresInTheirPlaces(t *testing.T) {
	row := bench.Row{Coll: "allgather", Alg: "direct", Procs: 2, Bytes: 8, Graph: "complete:2", Min: 1, P50: 2, P99: 3, Limit: 0.5}
	slow := row
	slow.Alg, slow.Min, slow.P50, slow.P99, slow.Limit = "tree", 4, 5, 6, 0.25
	slow.Steps, slow.Bound = 4, 3
	alone, in, more := row, row, row
	alone.Bytes, in.InPlace, in.P50 = 64, true, 1
	more.Procs, more.Graph, more.P50 = 4, "complete:4", 7
	lone := more
	lone.Bytes = 4096
	near := alone
	near.Graph, near.P50 = "ring:2", 9
	md := written(t, &Report{Rows: []bench.Row{row, slow, in, alone, lone, near}, Latency: []bench.Row{more}}, "BENCHMARKS.md")
	for _, want := range []string{"| P | graph | limit | direct | tree |\n", "| 2 | complete:2 | 0.500 | 2.000 | 5.000 |\n| 4 | complete:4 | 0.500 | 7.000 | – |\n\n",
		"\nP = 2, complete:2; steps and bound: tree 4 of 3.\n", "\nP = 4, complete:4.\n", "\nP = 2, ring:2.\n", "\n| 64B | out | 0.500 | 9.000 |\n", "\n| 4KiB | out | 0.500 | 7.000 |\n", "| bytes | place | limit | direct | tree |\n",
		"| 8B | out | 0.500 | **2.000** | 5.000 |\n| 8B | in | 0.500 | **1.000** | – |\n| 64B | out | 0.500 | **2.000** | – |\n\n"} {
		if !strings.Contains(md, want) {
			t.Errorf("no %q in\n%s", want, md)
		}
	}
}

// TestPointsInTheirPlaces: a chart of bandwidths has those of its number of processors, out of place,
// and of direct the bandwidth at its limit; one of latencies has the shortest vectors. A limit that
// was too short for the clock is no point, and does not keep the page from being written.
func TestPointsInTheirPlaces(t *testing.T) {
	row := func(alg string, procs, bytes int, p50, limit float64) bench.Row {
		return bench.Row{Coll: "allgather", Alg: alg, Procs: procs, Bytes: bytes, P50: p50, BusBW: float64(procs*bytes) / p50, Limit: limit}
	}
	in := row("direct", 2, 8, 100, 1)
	in.InPlace = true
	other := row("direct", 2, 8, 200, 1)
	other.Coll = "alltoall"
	r := &Report{
		Rows: []bench.Row{row("auto", 2, 8, 4, 1), row("direct", 2, 8, 8, 2), row("tree", 2, 8, 2, 1), row("direct", 2, 64, 16, 0), in, other,
			row("tree", 4, 64, 4, 2), row("direct", 4, 64, 8, 4)},
		Latency: []bench.Row{row("direct", 3, 8, 6, 3), row("tree", 3, 8, 5, 1)},
	}
	type points = map[string][]plotter.XY
	for i, want := range []points{
		{"auto": {{X: 8, Y: 4}}, "direct": {{X: 8, Y: 2}, {X: 64, Y: 8}}, "tree": {{X: 8, Y: 8}}, "limit": {{X: 8, Y: 8}}},
		{"tree": {{X: 64, Y: 64}}, "direct": {{X: 64, Y: 32}}, "limit": {{X: 64, Y: 64}}},
		{"auto": {{X: 2, Y: 4}}, "direct": {{X: 2, Y: 8}, {X: 3, Y: 6}}, "tree": {{X: 2, Y: 2}, {X: 3, Y: 5}}, "limit": {{X: 2, Y: 2}, {X: 3, Y: 3}}},
	} {
		c := r.measuredCharts("allgather")[i]
		got := points{}
		for _, s := range c.Series {
			if len(s.XY) > 0 {
				got[s.Name] = s.XY
			}
		}
		if caption := []string{"Bandwidth, P = 2", "Bandwidth, P = 4", "Latency of 8B"}[i]; fmt.Sprint(got) != fmt.Sprint(want) || c.Caption != caption {
			t.Errorf("%s: %v, want %s: %v", c.Caption, got, caption, want)
		}
	}
	written(t, r, "report.html")
}

// TestCellsInTheirPlaces: every figure of the page's tables stands under its own head.
func TestCellsInTheirPlaces(t *testing.T) {
	row := bench.Row{Coll: "gather", Alg: "direct", Procs: 8, Bytes: 4096, Min: 1, P50: 20, P99: 30, BusBW: 5, Limit: 15, Steps: 7, Bound: 6, Wrong: 9, Graph: "ring:8"}
	in, form, short, few := row, row, row, row
	in.InPlace, in.P50, in.Limit = true, 40, 0
	form.Coll, form.P50, form.Limit = "gatherv", 25, 16
	short.Bytes, short.P50 = 8, 2
	few.Procs, few.P50 = 2, 3
	r := &Report{Rows: []bench.Row{row}, OnGraphs: []bench.Row{in}, Forms: []bench.Row{short, few, form, row, in},
		Steps: []Steps{{Graph: "ring:8", Task: "sum", P: 8, Degree: 2, Diameter: 4, Optimal: 4, Bound: 3, Kind: "D", Tree: 5, Doubling: 6, Spectral: 7, ByParts: 9, Executed: map[string]float64{"direct": 1.5}},
			{Graph: "ring:8", Task: "broadcast", P: 8, Degree: 2, Diameter: 4, Optimal: 4, Bound: 3, Kind: "T", Tree: 5, Ring: 6, Doubling: 7}},
		Sent: []Sent{{"ring:8", "tree", 6, "2n", 2}}}
	for _, c := range []struct {
		t    grid
		want string
	}{
		{r.measuredTable("gather"), `procs 8|bytes 4KiB|algorithm direct|place out|p50 µs 20.0|p99 µs 30.0|busbw GB/s 5.00|limit µs 15.0|% of limit 75|steps 7|bound 6|wrong 9|graph ring:8
procs 8|bytes 4KiB|algorithm direct|place in|p50 µs 40.0|p99 µs 30.0|busbw GB/s 5.00|limit µs –|% of limit –|steps 7|bound 6|wrong 9|graph ring:8
`},
		{r.formsTable(), "collective gatherv|P 8|bytes 4KiB|µs 25.0|limit µs 16.0|beside gather|takes µs 20.0|its limit µs 15.0\n"},
		{r.stepsTable("sum"), "graph ring:8|P 8|d 2|D 4|shortest 4|bound 3|argument D|tree 5|doubling 6|spectral 7|by parts 9|direct µs 1.500\n"},
		{r.stepsTable("broadcast"), "graph ring:8|P 8|d 2|D 4|optimal 4|bound 3|argument T|tree 5|ring 6|doubling 7\n"},
		{r.sentTable(), "graph ring:8|algorithm tree|steps 6|elements 2n|over n 2.000\n"},
	} {
		got := ""
		for _, row := range c.t.Rows {
			var cells []string
			for i, cell := range row {
				cells = append(cells, c.t.Heads[i].Text+" "+cell.Text)
			}
			got += strings.Join(cells, "|") + "\n"
		}
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.t.Caption, got, c.want)
		}
	}
}

// TestLeft: what was not measured is named by case and reason, each once; fewer cores than processors
// are a reason too.
func TestLeft(t *testing.T) {
	r := &Report{Machine: bench.Info{Cores: make([]int, 8)}, Absent: []peers.Absent{{Peer: "mpich", Why: "no mpirun."}},
		Skipped: []Skipped{{"scan", "ring", 8, 8, "ring:8", "too large."}, {"scan", "tree", 8, 8, "ring:8", "too large."}, {"scan", "tree", 8, 4096, "ring:8", "too large."},
			{"scan", "tree", 8, 64, "ring:8", "too slow"}, {"scan", "tree", 4, 64, "ring:4", "too slow"}, {"exscan", "tree", 8, 64, "ring:8", "too slow"}, {"scan", "tree", 8, 64, "complete:8", "too slow"}}}
	want := []string{"Other programs: mpich: no mpirun.", "scan of 8B, 4KiB by ring, tree, P = 8 (ring:8): too large.", "scan of 64B by tree, P = 8 (ring:8): too slow.",
		"scan of 64B by tree, P = 4 (ring:4): too slow.", "exscan of 64B by tree, P = 8 (ring:8): too slow.", "scan of 64B by tree, P = 8 (complete:8): too slow."}
	all := r.left()
	if got := all[len(all)-len(want):]; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	few := &Report{Machine: bench.Info{Cores: make([]int, 7)}}
	if n := len(all) - len(want); len(few.left()) != n+1 || !strings.Contains(few.left()[n], "that this run may use, 7:") {
		t.Errorf("with 7 cores %q", few.left())
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
