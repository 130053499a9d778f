package bench

import (
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
)

// Row is one case and what was measured. Times are of one call, in
// microseconds; bandwidths are in 10⁹ bytes a second and defined as in
// nccl-tests: algbw is bytes over time, where bytes is that of one processor's
// vector (allreduce, exchange) or of all processors' vectors together (allgather); busbw
// is algbw times the share of it that has to cross a link, 2(P-1)/P for
// allreduce, (P-1)/P for allgather, all of it for exchange.
type Row struct {
	Coll    string  `json:"coll"`
	Alg     string  `json:"alg"`
	Procs   int     `json:"procs"`
	Bytes   int     `json:"bytes"` // of one processor's vector
	InPlace bool    `json:"inplace"`
	Iters   int     `json:"iters"` // calls timed
	P50     float64 `json:"p50_us"`
	Min     float64 `json:"min_us"`
	P99     float64 `json:"p99_us"`
	AlgBW   float64 `json:"algbw_gbs"`
	BusBW   float64 `json:"busbw_gbs"`
	Wrong   int     `json:"wrong"` // elements that differ from the exact result
	// Steps and Bound are those of the schedule in the paper's model and the
	// least possible there; 0 where the algorithm has no schedule.
	Steps int `json:"steps"`
	Bound int `json:"bound"`
	// Limit is the time of the direct algorithm's loads and stores without any
	// synchronisation or of one cache-line round trip, whichever is longer.
	Limit float64 `json:"limit_us"`
	Graph string  `json:"graph"`
}

func (r *Row) bandwidths() {
	p := float64(r.Procs)
	bytes, bus := float64(r.Bytes), 0.0
	switch r.Coll {
	case "allgather":
		bytes, bus = bytes*p, (p-1)/p
	case "exchange":
		bus = 1
	case "allreduce":
		bus = 2 * (p - 1) / p
	}
	if r.P50 > 0 {
		r.AlgBW = bytes / r.P50 / 1e3
		r.BusBW = r.AlgBW * bus
	}
}

// Plan is what to measure: every combination that makes sense.
type Plan struct {
	Colls    []string         // empty: all
	Algs     []coll.Algorithm // empty: each collective's default
	AllAlgs  bool             // all that each collective offers
	Procs    []int            // machines on their default graphs
	Graphs   []cayley.Graph   // machines on these graphs, as many processors as vertices
	Sizes    []int            // bytes of one processor's vector
	Budget   int              // milliseconds a case, about
	MaxBytes int64            // of all vectors of a case together; larger cases are left out
}

// Skipped is a case that was left out, and why.
type Skipped struct {
	Row
	Why string
}
