package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/bench/peers"
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/internal/race"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

// smallReport is small, but not for the race detector: the limits are loads and
// stores without synchronisation, on purpose.
func smallReport(t *testing.T) *Report {
	t.Helper()
	if race.Enabled {
		t.Skip("measured limits race on purpose")
	}
	r, err := small()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// small is a report of everything, measured as briefly as can be.
var small = sync.OnceValues(func() (*Report, error) {
	r := &Report{Command: "go test <&> \"bench\"", Date: "2006-01-02"}
	var err error
	if r.Machine, err = bench.Inspect(); err != nil {
		return nil, err
	}
	ctx := context.Background()
	if err := r.compute(ctx, Options{Progress: func(string) {}, dims: 16}); err != nil {
		return nil, err
	}
	for _, p := range parts(Options{Quick: true}) {
		p.plan.Budget, p.plan.Sizes = 1, []int{8, graphBytes}
		if len(p.plan.Procs) > 0 {
			p.plan.Procs = []int{2, 4}
		}
		p.plan.MaxBytes = 1 << 20 // leaves something out
		res, err := bench.Measure(ctx, p.plan, func(string) {})
		if err != nil {
			return nil, err
		}
		*p.to(r) = res.Rows
		for _, s := range res.Skipped {
			r.Skipped = append(r.Skipped, Skipped{s.Coll, s.Alg, s.Procs, s.Bytes, s.Graph, s.Why})
		}
	}
	r.execute()
	plan := peerPlans(Options{Quick: true})[0]
	plan.Procs, plan.Sizes, plan.Rounds, plan.Programs, plan.MaxBytes = []int{2, 3}, []int{8, 4 * kib}, 1, []string{"go-cond", "gonum-blas64"}, 50*kib
	return r, r.besides(ctx, Options{Progress: func(string) {}}, []peers.Plan{plan, fresh(plan, 2, 4*kib)})
})

// written is one of the report's files.
func written(t *testing.T, r *Report, name string) string {
	t.Helper()
	for _, f := range r.Files() {
		if f.Name == name {
			var b bytes.Buffer
			if err := f.Write(&b); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
	}
	t.Fatalf("no file %s", name)
	return ""
}

// TestMarked: what is code in Markdown is code on the page, and nothing is markup.
func TestMarked(t *testing.T) {
	if got := marked("a < b: `go & run` it"); got != "a &lt; b: <code>go &amp; run</code> it" {
		t.Error(got)
	}
	if page := written(t, smallReport(t), "report.html"); !strings.Contains(page, "<code>collbench peers</code>") {
		t.Error("no code on the page")
	}
}

func TestMarkdownAndJSON(t *testing.T) {
	r := smallReport(t)
	md := written(t, r, "BENCHMARKS.md")
	for _, c := range bench.Measured() {
		if !strings.Contains(md, "### "+c+"\n") {
			t.Errorf("no table of %s", c)
		}
	}
	for _, want := range []string{"| petersen | 10 | 3 | 2 | 3 | 3 |", "go run ./cmd/collbench bench --coll allreduce --alg all", "## Not measured", "| collective | bytes | ours µs | go-cond | gonum-blas64 |", "peers --procs 3", "peers --fresh --procs 2", "P = 2, vectors in use: ours", "allgather, 1MiB", "Links between machines"} {
		if !strings.Contains(md, want) {
			t.Errorf("no %q", want)
		}
	}
	for _, c := range bench.Measurable()[len(bench.Measured()):] {
		beside := regexp.MustCompile(`(?m)^\| ` + c + ` \| [24] \| \S+ \| [0-9.]+ \| [0-9.]+ \| ` + bench.Form(c) + ` \| [0-9.]+ \| [0-9.]+ \|$`)
		if n := len(beside.FindAllString(md, -1)); n < 3 { // two machines, two sizes, of which one may be too long
			t.Errorf("%d rows of %s beside %s", n, c, bench.Form(c))
		}
	}
	// The columns of every table fit.
	columns := 0
	for i, line := range strings.Split(md, "\n") {
		n := strings.Count(line, "|")
		if strings.HasPrefix(line, "|") && columns > 0 && n != columns {
			t.Fatalf("line %d has %d bars, the table %d: %s", i+1, n, columns, line)
		}
		columns = n
	}
	var back Report
	if err := json.Unmarshal([]byte(written(t, r, "benchmarks.json")), &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Rows) != len(r.Rows) || len(back.Steps) != len(r.Steps) || len(back.Model) != len(r.Model) || back.Wrong() != 0 {
		t.Errorf("%d rows, %d steps, %d estimates, %d wrong", len(back.Rows), len(back.Steps), len(back.Model), back.Wrong())
	}
	for what, n := range map[string]int{"latency": len(back.Latency), "on graphs": len(back.OnGraphs), "forms": len(back.Forms), "left out": len(back.Skipped),
		"of other programs": len(back.Peers), "of those with vectors in use": len(back.Fresh), "runs": len(back.Runs), "sent": len(back.Sent), "rounding": len(back.Rounding)} {
		if n == 0 {
			t.Errorf("there is none of what is %s", what)
		}
	}
	executed := 0
	for _, s := range back.Steps {
		executed += len(s.Executed)
	}
	if executed == 0 {
		t.Error("no schedule of the comparison was executed")
	}
}

// TestParts: the graphs are in the grammar, and a quick report is shorter.
func TestParts(t *testing.T) {
	for _, name := range measuredGraphs {
		if _, err := cayley.Parse(name); err != nil {
			t.Error(err)
		}
	}
	full, quick := parts(Options{}), parts(Options{Quick: true})
	for i := range full {
		if a, b := &full[i].plan, &quick[i].plan; len(a.Sizes)*len(a.Procs)+len(a.Graphs) <= len(b.Sizes)*len(b.Procs)+len(b.Graphs) {
			t.Errorf("%s: quick is not shorter", full[i].what)
		}
		for _, p := range []part{full[i], quick[i]} {
			if err := p.plan.Check(); err != nil {
				t.Errorf("%s: %v", p.what, err)
			}
			if p.plan.Budget < 5 {
				t.Errorf("%s: %d ms a case", p.what, p.plan.Budget)
			}
		}
	}
}

// TestBudget: what a case has of the seconds of a plan: of 3 algorithms, 2 machines and a graph, 2 sizes
// and both places it is a 36th, unless that is too little or more than it needs.
func TestBudget(t *testing.T) {
	g, err := cayley.Parse("ring:3")
	if err != nil {
		t.Fatal(err)
	}
	pl := bench.Plan{Colls: []string{"scan"}, Algs: []coll.Algorithm{bench.Auto, coll.Direct, coll.Doubling, coll.Ring}, Procs: []int{2, 4}, Graphs: []cayley.Graph{g}, Sizes: []int{8, 64}}
	for seconds, want := range map[int]int{0: 5, 1: 27, 9: 250, 100: 300} {
		if got := budget(&pl, seconds); got != want {
			t.Errorf("%d seconds: %d ms a case, want %d", seconds, got, want)
		}
	}
}

// TestInterruptedAtOnce: what was not reached is said to be so, in words of the reader's.
func TestInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Make(ctx, Options{Quick: true, Progress: func(string) {}})
	if err == nil || r.Incomplete != "interrupted" {
		t.Fatalf("%v, %q", err, r.Incomplete)
	}
	noEmptyTables(t, r)
	if !strings.Contains(written(t, r, "BENCHMARKS.md"), "untuned/tuning.json, rules: 0\n") {
		t.Error("BENCHMARKS.md does not say by which tuning table auto chooses")
	}
	for name, want := range map[string]int{"BENCHMARKS.md": 5, "report.html": 5} {
		text := written(t, r, name)
		if got := strings.Count(text, "Not reached."); got != want {
			t.Errorf("%s says %d times that a part was not reached, want %d", name, got, want)
		}
		if strings.Contains(text, "context canceled") || strings.Contains(text, "α-β model on") {
			t.Errorf("%s explains what it has not, or names a context", name)
		}
	}
}

// noEmptyTables: no table of the report has heads without rows.
func noEmptyTables(t *testing.T, r *Report) {
	t.Helper()
	lines := strings.Split(written(t, r, "BENCHMARKS.md"), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "|--") && !strings.HasPrefix(lines[i+1], "|") {
			t.Errorf("line %d of BENCHMARKS.md: a table without rows: %s", i, lines[i-1])
		}
	}
	if page := written(t, r, "report.html"); regexp.MustCompile(`<tbody>\s*</tbody>`).MatchString(page) {
		t.Error("the page has a table without rows")
	}
}

// TestInterrupted: what was made before stays, and the report says so.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	steps := 0
	r, err := Make(ctx, Options{Quick: true, dims: 8, Progress: func(s string) {
		steps++
		if strings.HasPrefix(s, "measuring") {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || r.Incomplete == "" || len(r.Steps) == 0 || steps < 3 {
		t.Fatalf("%v after %d steps: %q", err, steps, r.Incomplete)
	}
	if md := written(t, r, "BENCHMARKS.md"); !strings.Contains(md, "**Incomplete**") {
		t.Error("BENCHMARKS.md does not say that it is incomplete")
	}
	noEmptyTables(t, r)
	if page := written(t, r, "report.html"); !strings.Contains(page, "<strong>Incomplete.</strong>") {
		t.Error("the page does not say that it is incomplete")
	}
}

// TestWrongPeer: no ratio stands where a program's results are wrong, and that is no error of ours.
func TestWrongPeer(t *testing.T) {
	row := bench.Row{Coll: "allreduce", Procs: 2, Bytes: 8, P50: 1}
	other := row
	other.Wrong = 3
	r := &Report{Peers: []peers.Row{{Row: row, Peer: peers.Ours, Ratio: 1}, {Row: other, Peer: "go-cond", Ratio: 0.5}, {Row: row, Peer: "go-atomics", Ratio: 2}}}
	if md := written(t, r, "BENCHMARKS.md"); !strings.Contains(md, "| allreduce | 8B | 1.000 | wrong | 2.0 |\n") || r.Wrong() != 0 {
		t.Errorf("%d wrong elements of ours in\n%s", r.Wrong(), md)
	}
}

// TestPeersNote: it names the programs that were measured, and no others; a ratio of a hundred and
// more has no tenths.
func TestPeersNote(t *testing.T) {
	row := bench.Row{Coll: "barrier", Procs: 2, P50: 1}
	for name, want := range map[string][2]bool{"go-cond": {}, "pthread": {true, false}, "openmp": {true, false}, "mpich": {false, true}, "openmpi-nocma": {false, true}} {
		r := &Report{Peers: []peers.Row{{Row: row, Peer: peers.Ours, Ratio: 1}, {Row: row, Peer: name, Ratio: 123.4}}}
		md := written(t, r, "BENCHMARKS.md")
		if got := [2]bool{strings.Contains(md, "In C: OpenMP"), strings.Contains(md, "Open MPI and MPICH\n")}; got != want {
			t.Errorf("%s: the note of threads, of MPI is there: %v, want %v", name, got, want)
		}
		if !strings.Contains(md, "| barrier | – | 1.000 | 123 |\n") {
			t.Errorf("%s: no ratio of 123 in\n%s", name, md)
		}
	}
}

// TestNoise: what was wrong with the machine stands in both texts.
func TestNoise(t *testing.T) {
	r := &Report{Runs: []Run{{"one thing", bench.Meta{Noisy: "others took 50 % of the cores' time"}}, {"another", bench.Meta{}}}}
	if md := written(t, r, "BENCHMARKS.md"); strings.Count(md, "A noisy machine") != 1 || !strings.Contains(md, "\nA noisy machine while measuring one thing: others took 50 % of the cores' time.\n") {
		t.Errorf("no word of the noise in\n%s", md)
	}
	if page := written(t, r, "report.html"); strings.Count(page, "A noisy machine while measuring one thing: others took 50 %") != 1 {
		t.Error("no word of the noise on the page")
	}
}

// TestRoundingOrders: pairs of complex roots have one order; errors beyond all numbers are the greatest
// number, which JSON has.
func TestRoundingOrders(t *testing.T) {
	pairs, err := rounding("circulant:9:1,3,4,6")
	if err != nil || len(pairs) != 1 || pairs[0].Order != "leja" || len(pairs[0].Errors) != 9 || pairs[0].Errors[8] > 1e-12 {
		t.Errorf("%v, %+v", err, pairs)
	}
	long, err := rounding("ring:3000")
	if err != nil || len(long) != 3 {
		t.Fatalf("%v, %d orders", err, len(long))
	}
	for _, o := range long {
		if last := o.Errors[len(o.Errors)-1]; (last == math.MaxFloat64) != (o.Order != "leja") {
			t.Errorf("%s: an error of %v", o.Order, last)
		}
	}
	if _, err := json.Marshal(long); err != nil {
		t.Error(err)
	}
}

// TestRoundTrip: the round trip at the head is that of the runs, if there were any.
func TestRoundTrip(t *testing.T) {
	r := &Report{Machine: bench.Info{RoundTrip: 0.045}, Runs: []Run{}}
	want := func(line string) {
		t.Helper()
		if r.roundTrip(); !strings.Contains(written(t, r, "BENCHMARKS.md"), "\ncache-line round trip  "+line+"\n") {
			t.Errorf("no %q, the machine's is %v", line, r.Machine.RoundTrip)
		}
	}
	want("0.045 µs")
	for _, median := range []float64{0.096, 0, 0.094, 0.095} {
		r.Runs = append(r.Runs, Run{Meta: bench.Meta{RoundTrip: bench.Spread{Median: median}}})
	}
	want("0.095 µs")
}

// TestFiguresAreInJSON: every number in a cell of BENCHMARKS.md is one of
// benchmarks.json, rounded.
func TestFiguresAreInJSON(t *testing.T) {
	r := smallReport(t)
	var all any
	if err := json.Unmarshal([]byte(written(t, r, "benchmarks.json")), &all); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var walk func(any)
	walk = func(x any) {
		switch x := x.(type) {
		case map[string]any:
			for _, y := range x {
				walk(y)
			}
		case []any:
			for _, y := range x {
				walk(y)
			}
			known[strconv.Itoa(len(x)-1)] = true // the steps of a list of errors
		case float64:
			for _, form := range []string{"%.3f", "%.1f", "%.0f", "%.3g", "%.1e"} {
				known[fmt.Sprintf(form, x)] = true
			}
		}
	}
	walk(all)
	cells := 0
	for i, line := range strings.Split(written(t, r, "BENCHMARKS.md"), "\n") {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		for c := range strings.SplitSeq(line, "|") {
			c = strings.Trim(c, " *")
			if _, err := strconv.ParseFloat(c, 64); err != nil {
				continue
			}
			if cells++; !known[c] {
				t.Errorf("line %d: %s is not in benchmarks.json: %s", i+1, c, line)
			}
		}
	}
	if cells < 1000 {
		t.Errorf("%d figures; the tables are read wrongly", cells)
	}
}
