package bench

import (
	"cmp"
	"fmt"
	"io"
	"runtime"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/perf/benchfmt"
)

// writeBenchfmt writes what go test -bench would, under the names of this
// package's benchmarks, so that benchstat compares the two.
func writeBenchfmt(w io.Writer, rows []Row) error {
	b := benchfmt.NewWriter(w)
	var config []benchfmt.Config
	for _, kv := range [][2]string{
		{"goos", runtime.GOOS}, {"goarch", runtime.GOARCH},
		{"pkg", "github.com/cayleycoll/cayleycoll/bench"}, {"cpu", cpuid.CPU.BrandName},
	} {
		config = append(config, benchfmt.Config{Key: kv[0], Value: []byte(kv[1]), File: true})
	}
	for _, r := range rows {
		values := []benchfmt.Value{
			{Value: r.P50 * 1e3, Unit: "ns/op"},
			{Value: r.Min * 1e3, Unit: "min-ns"},
			{Value: r.P99 * 1e3, Unit: "p99-ns"},
			{Value: r.BusBW, Unit: "busbw-GB/s"},
		}
		if r.Limit > 0 { // measured
			values = append(values, benchfmt.Value{Value: r.Limit * 1e3, Unit: "limit-ns"})
		}
		if err := b.Write(&benchfmt.Result{Config: config, Name: benchfmt.Name(r.name()), Iters: r.Iters, Values: values}); err != nil {
			return err
		}
	}
	return nil
}

// name is the case as key=value pairs, which benchstat groups by.
func (r *Row) name() string {
	s := fmt.Sprintf("Collective/coll=%s/alg=%s/procs=%d/bytes=%d/place=%s/type=%s", r.Coll, r.Alg, r.Procs, r.Bytes, r.Place(), cmp.Or(r.Type, Types[0]))
	if r.Fresh {
		s += "/fresh=true"
	}
	if r.Graph != "" {
		s += "/graph=" + r.Graph
	}
	return s
}
