package bench

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

func TestParse(t *testing.T) {
	for in, want := range map[string][]int{
		"8B": {8}, "8B,4KiB": {8, 4096}, "8B:4KiB:8": {8, 64, 512, 4096}, "1GiB": {1 << 30}, "64": {64},
		"8B:1GiB:4611686018427387904": {8}, "512MiB:1GiB:2": {1 << 29, 1 << 30}, "1GiB:1GiB:8": {1 << 30},
	} {
		if got, err := ParseSizes(in); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "8b", "B", "-8B", "8B:4KiB", "8B:4KiB:1", "4KiB:8B:2", "2GiB", "8B,,8B", "99999999999999999999B"} {
		if got, err := ParseSizes(in); err == nil {
			t.Errorf("%q: %v, want an error", in, got)
		}
	}
	if got, err := ParseProcs("2, 8"); err != nil || !slices.Equal(got, []int{2, 8}) {
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

func TestBandwidths(t *testing.T) {
	r := Row{Coll: "allreduce", Procs: 4, Bytes: 1e6, P50: 100}
	r.bandwidths()
	if r.AlgBW != 10 || r.BusBW != 15 {
		t.Errorf("allreduce: %v, %v", r.AlgBW, r.BusBW)
	}
	r.Coll = "allgather"
	r.bandwidths()
	if r.AlgBW != 40 || r.BusBW != 30 {
		t.Errorf("allgather: %v, %v", r.AlgBW, r.BusBW)
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
	var js, cs bytes.Buffer
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
	for format, want := range map[string]string{"text": "-           -\n", "csv": ",0,0,,\n"} {
		var b bytes.Buffer
		if err := Write(&b, format, rows); err != nil || !strings.HasSuffix(b.String(), want) {
			t.Errorf("%s: %v, %q", format, err, b.String())
		}
	}
	var b bytes.Buffer
	if err := Write(&b, "benchfmt", rows); err != nil || strings.Contains(b.String(), "limit-ns") {
		t.Errorf("benchfmt: %v, %q", err, b.String())
	}
}

// TestMeasureRemote: every collective on a machine as mpirun would start it, here of one
// process; CI has some of several, and an MPI.
func TestMeasureRemote(t *testing.T) {
	pl := Plan{AllAlgs: true, Type: "float32", Procs: []int{3}, Sizes: []int{8, 4096}, Budget: 1, MaxBytes: 64 << 10}
	res, err := MeasureRemote(context.Background(), &pl, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Measured() {
		if !slices.ContainsFunc(res.Rows, func(r Row) bool { return r.Coll == c }) {
			t.Errorf("no row of %s", c)
		}
	}
	for _, r := range res.Rows {
		if r.Wrong != 0 || r.InPlace || r.P50 <= 0 || r.Iters < 10 || r.Limit != 0 || r.Memory() > pl.MaxBytes {
			t.Errorf("%+v", r)
		}
	}
	pl.Type, pl.MaxBytes = "", 100
	if res, err = MeasureRemote(context.Background(), &pl, nil); err != nil || len(res.Skipped) == 0 {
		t.Errorf("%d left out, %v", len(res.Skipped), err)
	}
}
