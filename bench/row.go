package bench

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/coll"
)

// Row is one case and what was measured. Times are of one call, from when the
// first processor enters it to when the last one leaves. Each is the mean of a batch: of
// at most 5000 calls that last 0.1 to 0.2 ms together, or of a single call that lasts
// longer. p50, min and p99 are over the batches; of up to a hundred, p99 is the slowest.
//
// Bandwidths are in 10⁹ bytes a second and defined as in nccl-tests: algbw is
// bytes over time, where bytes is that of one processor's vector or, for gather,
// scatter, allgather, reducescatter and alltoall, of all processors' blocks;
// busbw is algbw times the share of it that has to cross a link: 2(P-1)/P for
// allreduce, (P-1)/P for these five, all of it for the others. The blocks of a v-form
// have from half to one and a half times Bytes (with two processors, all have Bytes).
// They add up to those of the even form, and so its bandwidths are defined alike.
type Row struct {
	Coll    string  `json:"coll"`
	Alg     string  `json:"alg"`
	Procs   int     `json:"procs"`
	Bytes   int     `json:"bytes"` // of one processor's vector; of one block where there is a block for each, of the mean block of a v-form
	InPlace bool    `json:"inplace"`
	Iters   int     `json:"iters"` // calls timed
	P50     float64 `json:"p50_us"`
	Min     float64 `json:"min_us"`
	P99     float64 `json:"p99_us"`
	AlgBW   float64 `json:"algbw_gbs"`
	BusBW   float64 `json:"busbw_gbs"`
	Wrong   int     `json:"wrong"` // elements that differ from the exact result
	// Steps and Bound are those of the schedule in the paper's model and a lower
	// bound there (coll.Machine.Steps); 0 where the algorithm has no schedule.
	Steps int `json:"steps"`
	Bound int `json:"bound"`
	// Limit is the time of the direct algorithm's loads and stores without any
	// synchronisation or of one cache-line round trip, whichever is longer.
	Limit float64 `json:"limit_us"`
	Graph string  `json:"graph"` // that the algorithm follows, if coll.Machine.GraphOf knows it; else the machine's
	// These are left out of the JSON where they say nothing.
	Type string `json:"type,omitempty"` // of the elements, unless float64
	// Fresh is that every rank writes a word of each cache line of what it sends before each call,
	// and reads one of each line of its result after it, as programs do. All times include that.
	Fresh      bool `json:"fresh,omitempty"`
	Incomplete bool `json:"incomplete,omitempty"` // the run ended before this case had all its turns
}

// Tolerance is how far a right result may be from the exact one, where magnitudes is
// the sum of the magnitudes of what is added. It is 0 except for spectral, whose
// results are rounded as package spectral states.
func (r *Row) Tolerance(magnitudes float64) float64 {
	if r.Alg != string(coll.Spectral) {
		return 0
	}
	eps := 0x1p-52
	if r.Type == "float32" {
		eps = 0x1p-23
	}
	return 9 * eps * float64(max(1, r.Steps)) * magnitudes
}

// Finish fills in the times, and the bandwidths that follow from them. times has the
// microseconds a call of each batch; Finish sorts it.
func (r *Row) Finish(times []float64) {
	slices.Sort(times)
	r.Min, r.P50, r.P99 = times[0], times[len(times)/2], times[len(times)*99/100]
	r.bandwidths()
}

func (r *Row) bandwidths() {
	op, p := operationOf(r.Coll), float64(r.Procs)
	bytes := float64(r.Bytes)
	if op.all {
		bytes *= p
	}
	if r.P50 > 0 {
		r.AlgBW = bytes / r.P50 / 1e3
		r.BusBW = r.AlgBW * op.bus(p)
	}
}
