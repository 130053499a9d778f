package peers

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// Row is a case as one peer did it. Ratio is the median of its time over ours,
// turn by turn, so more than 1 where ours is faster; between Low and High it lies
// with 95 % confidence, if there were turns enough to say (0 otherwise).
type Row struct {
	bench.Row
	Peer  string  `json:"peer"`
	Ratio float64 `json:"ratio"`
	Low   float64 `json:"ratio_low,omitempty"`
	High  float64 `json:"ratio_high,omitempty"`
}

// Result is the rows, case after case, ours first, and who is missing.
type Result struct {
	Rows   []Row
	Absent []Absent
	Meta   bench.Meta
}

// Measure runs the plan. progress is told of what begins. The error is a
// machine's or ctx's; the result has what was measured until then.
func Measure(ctx context.Context, pl Plan, progress func(string)) (res Result, err error) {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return res, err
	}
	defer os.RemoveAll(dir)
	progress("compiling the C programs")
	found, absent := find(ctx, dir)
	if ctx.Err() != nil {
		return res, context.Cause(ctx)
	}
	res.Absent = absent
	var trips []float64
	for _, p := range pl.Procs {
		r := &run{plan: &pl, p: p, res: &res, idle: true}
		err = r.all(ctx, dir, found, progress)
		trips = append(trips, r.trips...)
		if err != nil {
			break
		}
	}
	res.Meta = bench.NewMeta(trips, err == nil)
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
	m, err := coll.New(coll.Config{P: r.p})
	if err != nil {
		return err
	}
	r.ours = &ours{m: m}
	defer func() { err = cmp.Or(err, m.Close()) }()
	progress(fmt.Sprintf("P=%d: starting the peers", r.p))
	for _, g := range programs() {
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

// one measures a case.
func (r *run) one(ctx context.Context, row *bench.Row) error {
	row.Alg = string(bench.Auto)
	if g := r.ours.m.Graph(); g != nil {
		row.Graph = g.Name()
	}
	v, err := bench.NewVectors(*row)
	if err != nil {
		return err
	}
	mine := &samples{e: &entrant{peer: r.ours}}
	if err := r.ready(ctx, mine, v); err != nil {
		return err
	}
	var field []*samples
	for _, e := range r.peers {
		if e.out != "" || !e.offers(row.Coll) {
			continue
		}
		s := &samples{e: e}
		if err := r.ready(ctx, s, v); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			r.dismiss(e, row, err)
			continue
		}
		field = append(field, s)
	}
	runtime.GC() // not later, beside a measurement
	var limits []float64
	for range r.plan.Rounds {
		r.calm()
		trip, limit, err := v.Limit(ctx, r.ours.m)
		if err != nil {
			return err
		}
		limits = append(limits, limit)
		if trip > 0 { // not on one host
			r.trips = append(r.trips, trip)
		}
		for _, s := range field {
			if s.e.out != "" || len(s.theirs) > 0 && s.spent > r.plan.Case {
				continue
			}
			if err := r.turn(ctx, mine, s); err != nil {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				r.dismiss(s.e, row, err)
			}
		}
	}
	if len(mine.theirs) == 0 {
		for range r.plan.Rounds { // alone
			if err := r.turn(ctx, mine, &samples{e: mine.e, calls: mine.calls}); err != nil {
				return err
			}
		}
	}
	slices.Sort(limits)
	row.Limit = limits[len(limits)/2]
	for _, s := range append([]*samples{mine}, field...) {
		if len(s.theirs) > 0 {
			r.res.Rows = append(r.res.Rows, s.row(*row))
		}
	}
	return nil
}

// dismiss ends a peer's part with this number of processors.
func (r *run) dismiss(e *entrant, row *bench.Row, err error) {
	e.out = err.Error()
	r.miss(e.name(), "from "+caseName(row)+" on: "+e.out)
	if c, ok := e.peer.(*child); ok {
		c.kill()
	}
}
