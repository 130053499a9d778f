package bench

import (
	"bytes"
	"strings"
	"testing"
)

// TestColumns: every figure stands under its own head.
func TestColumns(t *testing.T) {
	rows := []Row{{Coll: "scan", Alg: "tree", Procs: 10, Bytes: 4096, Iters: 7, P50: 20, Min: 10, P99: 30, AlgBW: 4, BusBW: 5, Wrong: 6, Steps: 9, Bound: 8, Limit: 2.5, Graph: "petersen"}}
	for format, want := range map[string]string{
		"text": "coll alg procs bytes place p50 µs min µs p99 µs algbw GB/s busbw GB/s wrong steps bound limit µs % of limit\n" +
			"scan tree 10 4KiB out 20.0 10.0 30.0 4.00 5.00 6 9 8 2.500 12",
		"csv": "coll,alg,procs,bytes,inplace,iters,p50_us,min_us,p99_us,algbw_gbs,busbw_gbs,wrong,steps,bound,limit_us,graph\n" +
			"scan,tree,10,4096,false,7,20,10,30,4,5,6,9,8,2.5,petersen",
	} {
		var b bytes.Buffer
		if err := Write(&b, format, rows); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(b.String()) {
			got = append(got, strings.Join(strings.Fields(line), " "))
		}
		if got := strings.Join(got, "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", format, got, want)
		}
	}
}

// TestFinish: the least, the median and the 99th percentile of the batches, in any order.
func TestFinish(t *testing.T) {
	times := make([]float64, 200)
	for i := range times {
		times[i] = float64((i*77 + 13) % 200)
	}
	r := Row{Coll: "scan"}
	if r.Finish(times); r.Min != 0 || r.P50 != 100 || r.P99 != 198 {
		t.Errorf("%+v", r)
	}
}
