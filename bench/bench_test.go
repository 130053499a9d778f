package bench

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

func TestParse(t *testing.T) {
	for in, want := range map[string][]int{
		"8B": {8}, "8B,4KiB": {8, 4096}, "8B:4KiB:8": {8, 64, 512, 4096}, "1GiB": {1 << 30}, "64": {64},
		fmt.Sprint("8B:1GiB:", math.MaxInt/2+1): {8}, "512MiB:1GiB:2": {1 << 29, 1 << 30}, "1GiB:1GiB:8": {1 << 30},
	} {
		if got, err := ParseSizes(in); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "8b", "B", "-8B", "0B", "8B:4KiB", "8B:4KiB:1", "4KiB:8B:2", "2GiB", "8B,,8B", "8KB", "x:8B:2", "8B:x:2", "8B:64B:x", "99999999999999999999B"} {
		if got, err := ParseSizes(in); err == nil {
			t.Errorf("%q: %v, want an error", in, got)
		}
	}
	for in, want := range map[string]string{"99999999999999999999": "too large, want 1 to 8", "2,-99999999999999999999": "too small, want 1 to 8", "x": "want whole numbers such as 2,8"} {
		if got, err := ParseProcs(in, 8); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", in, got, err, want)
		}
	}
	if got, err := ParseProcs("2, 8", 8); err != nil || !slices.Equal(got, []int{2, 8}) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestMicros(t *testing.T) {
	for in, want := range map[float64]string{0.0834: "0.083", 9.87654: "9.877", 24.909: "24.9", 155.56: "155.6", 7156.4: "7156"} {
		if got := Micros(in); got != want {
			t.Errorf("%v: %s, want %s", in, got, want)
		}
	}
}

// TestSize: as the command line reads it.
func TestSize(t *testing.T) {
	for in, want := range map[int]string{8: "8B", 1000: "1000B", 1 << 10: "1KiB", 1025: "1025B", 264 << 10: "264KiB", 1 << 20: "1MiB", 1<<20 + 1<<10: "1025KiB", 3 << 19: "1536KiB", 1 << 30: "1024MiB"} {
		got := Size(in)
		if back, err := ParseSizes(got); got != want || err != nil || back[0] != in {
			t.Errorf("%d: %s, want %s; read back as %v, %v", in, got, want, back, err)
		}
	}
}

func TestBandwidths(t *testing.T) {
	r := Row{Coll: "allreduce", Procs: 4, Bytes: 1e6, P50: 100}
	r.bandwidths()
	if r.AlgBW != 10 || r.BusBW != 15 {
		t.Errorf("allreduce: %v, %v", r.AlgBW, r.BusBW)
	}
	unknown := Row{Coll: "allreduce", Procs: 4, Bytes: 1e6} // to a coarse clock: JSON has no infinite bandwidth
	if unknown.bandwidths(); unknown.AlgBW != 0 || unknown.BusBW != 0 {
		t.Errorf("in no time: %v, %v", unknown.AlgBW, unknown.BusBW)
	}
	for _, c := range Measurable() { // as Row says
		alg, bus := 10.0, 10.0
		switch c {
		case "gather", "scatter", "allgather", "reducescatter", "alltoall", "gatherv", "scatterv", "allgatherv", "reducescatterv", "alltoallv":
			alg, bus = 40, 30
		case "allreduce", "allreducefunc":
			bus = 15
		}
		r.Coll = c
		if r.bandwidths(); r.AlgBW != alg || r.BusBW != bus {
			t.Errorf("%s: %v, %v; want %v, %v", c, r.AlgBW, r.BusBW, alg, bus)
		}
	}
}

// TestGraphOfRows: a row names the graph that its collective follows, not the machine's.
func TestGraphOfRows(t *testing.T) {
	m, err := coll.New(coll.Config{P: 12})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	pl := Plan{Colls: []string{"allgather", "alltoall"}, Algs: []coll.Algorithm{coll.Cayley, Auto}, Sizes: []int{64}}
	rows, left := pl.Cases(m)
	if len(rows) < 4 || len(left) != 0 {
		t.Fatalf("%d rows, %v", len(rows), left)
	}
	near, err := cayley.Near(12)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		want := m.Graph().Name()
		if r.Coll == "allgather" && r.Alg == string(coll.Cayley) {
			want = near.Name()
		}
		if r.Graph != want {
			t.Errorf("%s by %s: graph %s, want %s", r.Coll, r.Alg, r.Graph, want)
		}
	}
}

func TestMeasureOnGraphs(t *testing.T) {
	g, err := cayley.Parse("petersen")
	if err != nil {
		t.Fatal(err)
	}
	pl := Plan{Colls: []string{"allgather", "allreduce"}, Algs: []coll.Algorithm{"cayley", "spectral"}, Graphs: []cayley.Graph{g}, Sizes: []int{64}, Budget: 5, MaxBytes: 1 << 20}
	res, err := Measure(context.Background(), pl, func(string) {})
	if err != nil || len(res.Rows) != 6 || len(res.Skipped) != 0 {
		t.Fatalf("%d rows, %v, %v", len(res.Rows), res.Skipped, err)
	}
	for _, r := range res.Rows {
		if r.Wrong != 0 || r.Graph != "petersen" || r.P50 <= 0 || r.Min > r.P50 || r.P50 > r.P99 || r.Limit <= 0 {
			t.Errorf("%+v", r)
		}
		if r.Coll == "allgather" && (r.Steps != 3 || r.Bound != 3) {
			t.Errorf("%d steps, bound %d", r.Steps, r.Bound)
		}
	}
	if m, err := coll.New(coll.Config{P: 2}); err != nil {
		t.Fatal(err)
	} else {
		if trip := res.Meta.RoundTrip; (trip.Min > 0) != (len(m.Config().Cores) > 1) {
			t.Errorf("round trips of %+v µs between %d cores", trip, len(m.Config().Cores))
		}
		m.Close()
	}
	var text, js, cs bytes.Buffer
	if err := Write(&text, "text", res.Rows); err != nil || strings.Count(text.String(), "   0      3      3   ") != 2 {
		t.Errorf("text, in which two rows have none wrong, 3 steps and the bound 3: %v\n%s", err, text.String())
	}
	if err := Write(&js, "json", res.Rows); err != nil || !json.Valid(js.Bytes()) {
		t.Errorf("json: %v", err)
	}
	if err := Write(&cs, "csv", res.Rows); err != nil {
		t.Error(err)
	}
	if recs, err := csv.NewReader(&cs).ReadAll(); err != nil || len(recs) != 7 {
		t.Errorf("csv: %d records, %v", len(recs), err)
	}
}

// TestNoLimit: where no limit was measured no figure says so.
func TestNoLimit(t *testing.T) {
	rows := []Row{{Coll: "barrier", Alg: "direct", Procs: 2, P50: 0.5, Min: 0.25, P99: 1}}
	for format, want := range map[string]string{"text": " -           -\n", "csv": ",0,0,,\n"} {
		var b bytes.Buffer
		if err := Write(&b, format, rows); err != nil || !strings.HasSuffix(b.String(), want) {
			t.Errorf("%s: %v, %q", format, err, b.String())
		}
	}
	var b bytes.Buffer
	if err := Write(&b, "benchfmt", rows); err != nil || strings.Contains(b.String(), "limit-ns") {
		t.Errorf("benchfmt: %v, %q", err, b.String())
	}
	rows[0].P50, rows[0].Limit = 0, 0.25 // on a coarse clock
	b.Reset()
	if err := Write(&b, "text", rows); err != nil || !strings.HasSuffix(b.String(), " 0.250           -\n") {
		t.Errorf("no time: %v, %q", err, b.String())
	}
}

// TestBenchfmt: one line a row, in the units and under the names of go test -bench.
func TestBenchfmt(t *testing.T) {
	rows := []Row{
		{Coll: "allreduce", Alg: "direct", Procs: 2, Bytes: 64, Iters: 30, P50: 0.5, Min: 0.25, P99: 1, BusBW: 1.5, Limit: 0.125},
		{Coll: "scan", Alg: "tree", Procs: 10, Bytes: 8, InPlace: true, Iters: 7, P50: 2, Min: 1, P99: 3, BusBW: 4, Type: "int32", Graph: "petersen"},
	}
	var b bytes.Buffer
	if err := Write(&b, "benchfmt", rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\nBenchmarkCollective/coll=allreduce/alg=direct/procs=2/bytes=64/place=out/type=float64 30 500 ns/op 250 min-ns 1000 p99-ns 1.5 busbw-GB/s 125 limit-ns\n",
		"\nBenchmarkCollective/coll=scan/alg=tree/procs=10/bytes=8/place=in/type=int32/graph=petersen 7 2000 ns/op 1000 min-ns 3000 p99-ns 4 busbw-GB/s\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestDuration: from the first that begins to the last that ends.
func TestDuration(t *testing.T) {
	if got := duration([][2]time.Duration{{3, 10}, {1, 7}, {2, 12}, {5, 6}}); got != 11 {
		t.Errorf("%d, want 11", got)
	}
}

// TestTolerance: of the spectral sum alone, by the precision of its type.
func TestTolerance(t *testing.T) {
	for _, c := range []struct {
		r    Row
		want float64
	}{
		{Row{Alg: "direct", Steps: 5}, 0}, {Row{Alg: "spectral"}, 9 * 0x1p-52 * 100}, {Row{Alg: "spectral", Steps: 3}, 27 * 0x1p-52 * 100},
		{Row{Alg: "spectral", Steps: 3, Type: "float32"}, 27 * 0x1p-23 * 100},
	} {
		if got := c.r.Tolerance(100); got != c.want {
			t.Errorf("%+v: %v, want %v", c.r, got, c.want)
		}
	}
}

// TestMeasureRemote: every collective on a machine as mpirun would start it, here of one
// process; CI has some of several, and an MPI.
func TestMeasureRemote(t *testing.T) {
	pl := Plan{Colls: Measurable(), AllAlgs: true, Type: "float32", Procs: []int{3}, Sizes: []int{8, 4096}, Budget: 1, MaxBytes: 64 << 10}
	res, err := MeasureRemote(context.Background(), &pl, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Measurable() {
		if !slices.ContainsFunc(res.Rows, func(r Row) bool { return r.Coll == c }) {
			t.Errorf("no row of %s", c)
		}
	}
	once := map[[3]any]bool{}
	for _, r := range res.Rows {
		is := [3]any{r.Coll, r.Alg, r.Bytes}
		if once[is] {
			t.Errorf("two rows of %v", is)
		}
		once[is] = true
		if r.Wrong != 0 || r.InPlace || r.P50 <= 0 || r.Iters < 10 || r.Limit != 0 || r.Memory() > pl.MaxBytes {
			t.Errorf("%+v", r)
		}
	}
	if !slices.ContainsFunc(res.Rows, func(r Row) bool { return r.Iters > 10 }) {
		t.Error("no case has more than one call in a batch")
	}
	if _, err := MeasureRemote(context.Background(), &Plan{Colls: []string{"barrier"}, Procs: []int{-1, 1}}, nil); err == nil {
		t.Error("the second machine hides that the first is none")
	}
	pl.Type, pl.MaxBytes = "", 100
	if res, err = MeasureRemote(context.Background(), &pl, nil); err != nil || len(res.Skipped) == 0 {
		t.Errorf("%d left out, %v", len(res.Skipped), err)
	}
}

// TestBetween: rank 0's time of a batch lasts until the last rank is done with it.
func TestBetween(t *testing.T) {
	m, err := coll.New(coll.Config{P: 2, Host: coll.Goroutines}) // ranks may wait for each other
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var done atomic.Bool
	handed := make(chan bool)
	if err := m.Run(context.Background(), func(p *coll.Proc) error {
		between(p, func() {
			if p.Rank() == 0 {
				close(handed)
				return
			}
			<-handed
			time.Sleep(5 * time.Millisecond)
			done.Store(true)
		})
		if !done.Load() {
			t.Errorf("rank %d stops its clock before rank 1 is done", p.Rank())
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestRemoteWrong: rank 0 counts what is wrong on others.
func TestRemoteWrong(t *testing.T) {
	m, err := coll.New(coll.Config{P: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	r := Row{Coll: "allreduce", Alg: "direct", Procs: 3, Bytes: 80}
	tables := newTables[float64](3)
	if err := m.Run(context.Background(), func(p *coll.Proc) error {
		r, c := r, &contents[float64]{tables: tables, rank: p.Rank()}
		if p.Rank() == 1 { // wants another result
			other := *tables
			other.sum = tables.one
			c.tables = &other
		}
		remoteCase(p, &r, c, newVectors[float64]([]Row{r}, p.Rank()), 0)
		if p.Rank() == 0 && r.Wrong <= 0 {
			t.Errorf("of what is wrong on rank 1 %d elements are counted", r.Wrong)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
