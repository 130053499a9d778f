package bench

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
)

// TestZeroPlan: what a plan leaves out has a meaning or is an error; nobody need be told
// of machines.
func TestZeroPlan(t *testing.T) {
	pl := Plan{Colls: []string{"allreduce"}, Procs: []int{2}, Sizes: []int{64}}
	res, err := Measure(context.Background(), pl, nil)
	if err != nil || len(res.Rows) != 2 || len(res.Skipped) != 0 || !res.Meta.Complete {
		t.Errorf("without MaxBytes, Budget and progress: %d rows, %v left out, %v", len(res.Rows), res.Skipped, err)
	}
	pl.MaxBytes = 100
	m, err := coll.New(coll.Config{P: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if rows, left := pl.Cases(m); len(rows) != 0 || len(left) != 1 || left[0].Why != "needs 256B of vectors, more than 100B" {
		t.Errorf("of more than 100 bytes: %v, left out %v", rows, left)
	}
	counted := Plan{Colls: []string{"alltoallv"}, Sizes: []int{64}, MaxBytes: 512} // just the vectors
	if rows, left := counted.Cases(m); len(rows) != 0 || len(left) != 1 || left[0].Why != fmt.Sprintf("needs %dB of vectors and counts, more than 512B", 512+strconv.IntSize) {
		t.Errorf("of counts: %v, left out %v", rows, left)
	}
	pl.MaxBytes = 256
	if rows, left := pl.Cases(m); len(rows) != 2 || len(left) != 0 {
		t.Errorf("of just 256 bytes: %v, left out %v", rows, left)
	}
	for want, pl := range map[string]Plan{
		"--procs: no machine": {Sizes: []int{8}},
		"--sizes: no size":    {Procs: []int{2}},
		`--type is "int8", want one of float64, float32, int64, int32`:                 {Procs: []int{2}, Sizes: []int{8}, Type: "int8"},
		`--alg is "bruck", want one of auto, direct, doubling, the algorithms of scan`: {Procs: []int{2}, Sizes: []int{8}, Colls: []string{"scan"}, Algs: []coll.Algorithm{"bruck"}},
		"--coll: all cannot be combined":                                               {Procs: []int{2}, Sizes: []int{8}, Colls: []string{"all"}},
		"":                                                                             {Procs: []int{1, coll.MaxP}, Colls: []string{"barrier"}},
		"--sizes is 12 B, want a positive multiple of 8 B, one int64":  {Procs: []int{2}, Sizes: []int{16, 12}, Type: "int64"},
		"--sizes is 6 B, want a positive multiple of 4 B, one float32": {Procs: []int{2}, Sizes: []int{6}, Type: "float32"},
		"--sizes is 9 B, want a positive multiple of 4 B, one int32":   {Procs: []int{2}, Sizes: []int{9}, Type: "int32"},
	} {
		if err := pl.Check(); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", pl, err, want)
		}
	}
}

// TestNoVectors: rows that no vectors can be made for are refused, by what they say.
func TestNoVectors(t *testing.T) {
	for _, r := range []Row{
		{Coll: "allsum", Procs: 2, Bytes: 8}, {Coll: "allreduce", Bytes: 8}, {Coll: "allreduce", Procs: 2, Bytes: 12},
		{Coll: "allreduce", Procs: 2, Bytes: -8}, {Coll: "allreduce", Procs: 2, Bytes: 8, InPlace: true}, {Coll: "allreduce", Procs: 2, Bytes: 8, Type: "int64"},
	} {
		_, err := NewVectors(r)
		if want := fmt.Sprintf("bench: vectors of %q by %d processors, %d bytes, in place %t, type %q: want ", r.Coll, r.Procs, r.Bytes, r.InPlace, r.Type); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestNoTable: nobody need be told of what Tune measures, and if it is interrupted there is no
// table, but a Result that says so.
func TestNoTable(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	table, res, err := Tune(ctx, Plan{Colls: []string{"scan"}, Procs: []int{2}, Sizes: []int{8}}, Types[:1], nil)
	if table != nil || res.Meta.Complete || !errors.Is(err, cause) {
		t.Errorf("%v, %+v, %v", table, res.Meta, err)
	}
}
