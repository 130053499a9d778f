package bench

import (
	"bytes"
	"strings"
	"testing"
)

// TestColumns: every figure stands under its own head.
func TestColumns(t *testing.T) {
	rows := []Row{{Coll: "scan", Alg: "tree", Procs: 10, Bytes: 4096, Iters: 7, P50: 20, Min: 10, P99: 30, AlgBW: 4.123456, BusBW: 5, Wrong: 6, Steps: 9, Bound: 8, Limit: 2.5, Graph: "petersen"}}
	for format, want := range map[string]string{
		"text": "coll alg procs bytes place p50 µs min µs p99 µs algbw GB/s busbw GB/s wrong steps bound limit µs % of limit\n" +
			"scan tree 10 4KiB out 20.0 10.0 30.0 4.12 5.00 6 9 8 2.500 12",
		"csv": "coll,alg,procs,bytes,inplace,iters,p50_us,min_us,p99_us,algbw_gbs,busbw_gbs,wrong,steps,bound,limit_us,graph\n" +
			"scan,tree,10,4096,false,7,20,10,30,4.12346,5,6,9,8,2.5,petersen",
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

// TestTypedColumns: rows of another type say so, beside those that do not; a format that there is
// not is refused, and of no rows the JSON is an empty array.
func TestTypedColumns(t *testing.T) {
	rows := []Row{{Coll: "scan", Alg: "tree", Procs: 2, Bytes: 8, P50: 2, Type: "int32"}, {Coll: "barrier", Procs: 2, P50: 1}}
	for format, want := range map[string][]string{
		"text": {"scan int32 tree 2 8B out 2.000 ", "barrier 2 0B out 1.000 "},
		"csv":  {",limit_us,graph,type\nscan,tree,2,8,", ",,,int32\nbarrier,,2,0,", ",,,\n"},
		"json": {`"type": "int32"`},
	} {
		var b bytes.Buffer
		err := Write(&b, format, rows)
		text := b.String()
		if format == "text" {
			text = strings.Join(strings.Fields(text), " ")
		}
		for _, w := range want {
			if err != nil || !strings.Contains(text, w) {
				t.Errorf("%s: %v, no %q in\n%s", format, err, w, text)
			}
		}
		if n := strings.Count(text, "int32"); n != 1 {
			t.Errorf("%s: the type of %d rows:\n%s", format, n, text)
		}
	}
	var b bytes.Buffer
	if err := Write(&b, "xml", rows); err == nil || err.Error() != `unknown format "xml", want one of text, json, csv, benchfmt` || b.Len() > 0 {
		t.Errorf("%v, %q", err, b.String())
	}
	if err := Write(&b, "json", nil); err != nil || b.String() != "[]\n" {
		t.Errorf("%v, %q", err, b.String())
	}
}

// TestFreshColumn: rows of vectors in use say so, beside those that are not.
func TestFreshColumn(t *testing.T) {
	rows := []Row{{Coll: "scan", Alg: "tree", Procs: 2, Bytes: 8, P50: 2, Type: "int32", Fresh: true}, {Coll: "barrier", Procs: 2, P50: 1}}
	for format, want := range map[string]string{"text": "scan int32 fresh ", "csv": ",graph,type,fresh\nscan,tree,2,8,false,0,2,0,0,0,0,0,0,0,,,int32,true\nbarrier,,2,0,false,0,1,0,0,0,0,0,0,0,,,,false\n",
		"json": `"fresh": true`, "benchfmt": "/type=int32/fresh=true "} {
		var b bytes.Buffer
		if err := Write(&b, format, rows); err != nil || !strings.Contains(b.String(), want) || strings.Count(b.String(), "fresh") != 1 {
			t.Errorf("%s: %v, no %q in\n%s", format, err, want, b.String())
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

// TestIncompleteColumn: rows that missed a round say so, beside those that did not.
func TestIncompleteColumn(t *testing.T) {
	rows := []Row{{Coll: "scan", Alg: "tree", Procs: 2, Bytes: 8, P50: 2, Incomplete: true}, {Coll: "barrier", Procs: 2, P50: 1}}
	for format, want := range map[string]string{"text": " -  incomplete\n", "csv": ",limit_us,graph,incomplete\nscan,tree,2,8,false,0,2,0,0,0,0,0,0,0,,,true\nbarrier,,2,0,false,0,1,0,0,0,0,0,0,0,,,false\n"} {
		var b bytes.Buffer
		if err := Write(&b, format, rows); err != nil || !strings.Contains(b.String(), want) || strings.Count(b.String(), "incomplete") != 1 {
			t.Errorf("%s: %v, no %q in\n%s", format, err, want, b.String())
		}
	}
}
