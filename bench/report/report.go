package report

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/bench/peers"
	"github.com/cayleycoll/cayleycoll/coll"
)

// Report is every figure of BENCHMARKS.md and report.html.
type Report struct {
	Command    string     `json:"command"` // that made it
	Date       string     `json:"date"`
	Incomplete string     `json:"incomplete,omitempty"` // why, if the run was cut short
	Machine    bench.Info `json:"machine"`
	// Rows are collectives × algorithms × processors × sizes on the default
	// graphs, Latency the shortest vectors on more numbers of processors, OnGraphs
	// the paper's tasks on graphs of the comparison, Forms the v-forms and
	// allreducefunc in turn with what they are compared with.
	Rows     []bench.Row `json:"rows"`
	Latency  []bench.Row `json:"latency"`
	OnGraphs []bench.Row `json:"on_graphs"`
	Forms    []bench.Row `json:"forms"`
	Skipped  []Skipped   `json:"not_measured"`
	// Peers are a few of these cases as other programs do them; Fresh too, by ranks that write
	// their vectors before each call and read their results after it. Absent are the
	// programs that were not measured.
	Peers    []peers.Row    `json:"peers"`
	Fresh    []peers.Row    `json:"peers_fresh"`
	Absent   []peers.Absent `json:"absent"`
	Runs     []Run          `json:"runs"`
	Steps    []Steps        `json:"steps"`
	Sent     []Sent         `json:"sent"`
	Model    []Model        `json:"model"`
	Rounding []Rounding     `json:"rounding"`
}

// Run is what holds for all rows of one run.
type Run struct {
	What string `json:"what"`
	bench.Meta
}

// Skipped is a case that was left out, and why.
type Skipped struct {
	Coll  string `json:"coll"`
	Alg   string `json:"alg"`
	Procs int    `json:"procs"`
	Bytes int    `json:"bytes"`
	Graph string `json:"graph"`
	Why   string `json:"why"`
}

// Options say how much is measured.
type Options struct {
	Command string // for the page to name
	Quick   bool   // within two minutes on two cores instead of some seven
	// Progress is told what begins; Tick, if not nil, goes to bench.Plan.
	Progress func(string)
	Tick     func(done, total int)
	dims     int // of the model's greatest cube; 0: 20
}

// Make computes the paper's comparison and measures the rest on this machine.
// If the context ends or a measurement fails, the report has what is done so
// far, says in Incomplete that more was wanted, and comes with the error.
func Make(ctx context.Context, o Options) (*Report, error) {
	r := &Report{Command: o.Command, Date: time.Now().UTC().Format(time.DateOnly),
		Rows: []bench.Row{}, Latency: []bench.Row{}, OnGraphs: []bench.Row{}, Forms: []bench.Row{}, Skipped: []Skipped{}, Peers: []peers.Row{}, Fresh: []peers.Row{}, Absent: []peers.Absent{}, Runs: []Run{}} // never null in JSON
	err := r.fill(ctx, o)
	switch {
	case err != nil && ctx.Err() != nil:
		r.Incomplete = "interrupted"
	case err != nil:
		r.Incomplete = err.Error()
	}
	return r, err
}

func (r *Report) fill(ctx context.Context, o Options) (err error) {
	table, err := bench.InForce() // before any work
	switch {
	case err != nil:
		return err
	case table.Unusable != "":
		return fmt.Errorf("%w: %s", coll.ErrUsage, table.Unusable)
	}
	if r.Machine, err = bench.Inspect(); err != nil {
		return err
	}
	r.Machine.Tuning = table // auto is by it
	if err := r.compute(ctx, o); err != nil {
		return err
	}
	for _, part := range parts(o) {
		part.plan.Tick = o.Tick
		res, err := bench.Measure(ctx, part.plan, func(machine string) { o.Progress("measuring " + part.what + ": " + machine) })
		rows := part.to(r)
		*rows = append(*rows, res.Rows...)
		for _, s := range res.Skipped {
			r.Skipped = append(r.Skipped, Skipped{s.Coll, s.Alg, s.Procs, s.Bytes, s.Graph, s.Why})
		}
		r.Runs = append(r.Runs, Run{part.what, res.Meta})
		r.roundTrip()
		r.execute()
		if err != nil {
			return err
		}
	}
	return r.besides(ctx, o, peerPlans(o))
}

// compute makes what needs no clock.
func (r *Report) compute(ctx context.Context, o Options) error {
	o.Progress("counting steps")
	for _, name := range compared {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows, err := stepsOf(name)
		if err != nil {
			return err
		}
		r.Steps = append(r.Steps, rows...)
	}
	for _, name := range measuredGraphs {
		rows, err := sent(name)
		if err != nil {
			return err
		}
		r.Sent = append(r.Sent, rows...)
	}
	for _, name := range roundingGraphs {
		rows, err := rounding(name)
		if err != nil {
			return err
		}
		r.Rounding = append(r.Rounding, rows...)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	o.Progress("estimating times")
	dims := o.dims
	if dims == 0 {
		dims = 20
	}
	var err error
	r.Model, err = model(dims)
	return err
}

// Wrong is how many elements of all our results were wrong.
func (r *Report) Wrong() (n int) {
	for _, rows := range [][]bench.Row{r.Rows, r.Latency, r.OnGraphs, r.Forms} {
		for i := range rows {
			n += rows[i].Wrong
		}
	}
	for _, rows := range [][]peers.Row{r.Peers, r.Fresh} {
		for i := range rows {
			if rows[i].Peer == peers.Ours {
				n += rows[i].Wrong
			}
		}
	}
	return n
}

// File is one of the three that a report is written to.
type File struct {
	Name  string
	Write func(io.Writer) error
}

// Files are the three files of the report.
func (r *Report) Files() []File {
	return []File{{"BENCHMARKS.md", r.markdown}, {"benchmarks.json", r.json}, {"report.html", r.page}}
}

// Complete reports whether what it reads is the benchmarks.json of a complete report.
func Complete(f io.Reader) bool {
	var r struct{ Command, Incomplete string }
	err := json.NewDecoder(f).Decode(&r)
	return err == nil && r.Command != "" && r.Incomplete == ""
}

func (r *Report) json(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
