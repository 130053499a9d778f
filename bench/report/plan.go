package report

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
)

// part is one run of package bench and where its rows go.
type part struct {
	what string
	plan bench.Plan
	to   func(*Report) *[]bench.Row
}

// paperColl is the collective that a task of the paper equals.
var paperColl = map[string]string{"broadcast": "allgather", "accumulate": "reducescatter", "exchange": "alltoall", "sum": "allreduce"}

// measuredGraphs are the graphs of the comparison that are run as well.
var measuredGraphs = []string{"hypercube:3", "complete:8", "ring:8", "petersen", "torus:3x5", "star:4", "hypercube:6"}

const kib, mib = 1 << 10, 1 << 20

// graphBytes is the vector of the runs on the comparison's graphs.
const graphBytes = 32 * kib

// parts are the runs of a report.
func parts(o Options) []part {
	all := bench.Plan{Algs: bench.Algorithms(bench.Measured()...), Procs: []int{2, 8, 64}, Sizes: []int{8, 512, 4 * kib, 32 * kib, 256 * kib, 2 * mib, 16 * mib}, MaxBytes: 512 * mib}
	short := bench.Plan{Algs: bench.Algorithms(bench.Measured()...), Procs: []int{3, 4, 5, 16, 32, 128}, Sizes: []int{8}, MaxBytes: 512 * mib}
	graphs := bench.Plan{Algs: bench.Algorithms(paperColls()...), Colls: paperColls(), Sizes: []int{8, graphBytes}, MaxBytes: 512 * mib}
	forms := bench.Plan{Algs: []coll.Algorithm{coll.Direct}, Colls: formColls(), Procs: []int{8}, Sizes: []int{8, 4 * kib, 256 * kib}, MaxBytes: 512 * mib}
	names, seconds := measuredGraphs, []int{120, 20, 20, 3}
	if o.Quick {
		all.Procs, all.Sizes, all.MaxBytes = []int{2, 8}, []int{8, 512, 4 * kib, 32 * kib, 256 * kib}, 64*mib
		short.Procs = []int{4, 16}
		graphs.Sizes = []int{graphBytes}
		forms.Sizes = []int{8, 4 * kib}
		names, seconds = names[:4], []int{25, 6, 6, 1}
	}
	for _, name := range names {
		g, err := cayley.Parse(name)
		if err != nil {
			panic(err) // a test parses them all
		}
		graphs.Graphs = append(graphs.Graphs, g)
	}
	list := []part{
		{"collectives over sizes", all, func(r *Report) *[]bench.Row { return &r.Rows }},
		{"latency over processors", short, func(r *Report) *[]bench.Row { return &r.Latency }},
		{"the paper's tasks on its graphs", graphs, func(r *Report) *[]bench.Row { return &r.OnGraphs }},
		{"v-forms and even forms", forms, func(r *Report) *[]bench.Row { return &r.Forms }},
	}
	for i := range list {
		list[i].plan.Budget = budget(&list[i].plan, seconds[i])
	}
	return list
}

func paperColls() (names []string) {
	for _, c := range bench.Measured() {
		for _, p := range paperColl {
			if c == p {
				names = append(names, c)
			}
		}
	}
	return names
}

// budget is how many milliseconds a case may take if the plan is to take that many
// seconds: at least enough for a median, at most what a steady one needs.
func budget(pl *bench.Plan, seconds int) int {
	colls := pl.Colls
	if len(colls) == 0 {
		colls = bench.Measured()
	}
	cases := 0
	for _, c := range colls {
		algs := 0
		for _, a := range bench.Algorithms(c) {
			if slices.Contains(pl.Algs, a) {
				algs++
			}
		}
		cases += 2 * algs * len(pl.Sizes) * (len(pl.Procs) + len(pl.Graphs)) // in and out of place
	}
	return min(300, max(5, seconds*1000/max(1, cases)))
}

// execute puts the times of the runs on graphs beside their steps.
func (r *Report) execute() {
	for i := range r.Steps {
		s := &r.Steps[i]
		s.Executed, s.Bytes = nil, 0
		for _, row := range r.OnGraphs {
			if row.Graph == s.Graph && row.Coll == paperColl[s.Task] && row.Bytes == graphBytes && !row.InPlace {
				if s.Executed == nil {
					s.Executed, s.Bytes = map[string]float64{}, graphBytes
				}
				s.Executed[row.Alg] = row.P50
			}
		}
	}
}
