package peers

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// Row is a case as one peer did it. Ratio is the median, over the turns, of its time
// over ours: more than 1 where ours is faster. With 95 % confidence it lies between Low
// and High, which are 0 if there were too few turns to say.
type Row struct {
	bench.Row
	Peer  string  `json:"peer"`
	Ratio float64 `json:"ratio"`
	Low   float64 `json:"ratio_low,omitempty"`
	High  float64 `json:"ratio_high,omitempty"`
}

// Result is the rows, case after case, ours first, and the peers that are absent.
type Result struct {
	Rows   []Row
	Absent []Absent
	Meta   bench.Meta
}

// Measure runs the plan. progress is told what begins. The error is a machine's or
// ctx's; the result then has what was measured before it, the rows of the case under way
// marked Incomplete.
func Measure(ctx context.Context, pl Plan, progress func(string)) (res Result, err error) {
	var dir string
	var found []foreign
	if pl.compiles() {
		progress("compiling the C programs")
		dir, found, res.Absent = find(ctx)
		defer os.RemoveAll(dir)
	}
	res.Absent = append(res.Absent, pl.idle()...)
	if ctx.Err() != nil {
		return res, context.Cause(ctx)
	}
	meta := bench.Begin()
	var trips []float64
	for _, p := range pl.Procs {
		r := &run{plan: &pl, p: p, res: &res, idle: true}
		err = r.all(ctx, dir, found, progress)
		trips = append(trips, r.trips...)
		if err != nil {
			break
		}
	}
	res.Meta = meta(trips, err == nil)
	return res, err
}

// run is the cases with one number of processors.
type run struct {
	plan  *Plan
	p     int
	res   *Result
	ours  *ours
	peers []*entrant
	trips []float64
	idle  bool // this process has been: see calm
}

func (r *run) miss(who, why string) { r.res.Absent = append(r.res.Absent, Absent{who, why}) }

func (r *run) all(ctx context.Context, dir string, found []foreign, progress func(string)) (err error) {
	rows, left := r.plan.cases(r.p)
	r.res.Absent = append(r.res.Absent, left...)
	procs := runtime.GOMAXPROCS(0) // before New raises it
	m, err := coll.New(coll.Config{P: r.p})
	if err != nil {
		return err
	}
	r.ours = &ours{m: m}
	defer func() { err = cmp.Or(err, m.Close()) }()
	progress(fmt.Sprintf("P=%d: starting the peers", r.p))
	for _, g := range programs() {
		g.procs = procs
		if listed(r.plan.Programs, g.name()) {
			r.peers = append(r.peers, &entrant{peer: g})
		}
	}
	for _, f := range found {
		if !listed(r.plan.Programs, f.called) {
			continue
		}
		c, err := f.start(ctx, dir, r.p)
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx) // no fault of the peer's
			}
			r.miss(f.called, fmt.Sprintf("P=%d: %v", r.p, err))
			continue
		}
		r.peers = append(r.peers, &entrant{peer: c})
	}
	defer func() {
		for _, e := range r.peers {
			if e.out == "" {
				e.close()
			}
		}
	}()
	progress(m.String())
	for i := range rows {
		if err := r.one(ctx, &rows[i]); err != nil {
			return err
		}
		if r.plan.Tick != nil {
			r.plan.Tick(i+1, len(rows))
		}
	}
	return ctx.Err()
}
