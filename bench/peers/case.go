package peers

import (
	"context"
	"runtime"

	"github.com/cayleycoll/cayleycoll/bench"
)

// one measures a case.
func (r *run) one(ctx context.Context, row *bench.Row) error {
	row.Alg, row.Fresh = string(bench.Auto), r.plan.Fresh && row.Coll != "barrier"
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
	field, err := r.enter(ctx, row, v)
	if err != nil {
		return err
	}
	runtime.GC() // not later, beside a measurement
	limits, err := r.play(ctx, row, v, mine, field)
	if len(limits) > 0 {
		row.Limit = limits.Least()
	}
	row.Incomplete = err != nil // what was measured is kept all the same
	for _, s := range append([]*samples{mine}, field...) {
		if len(s.theirs) > 0 {
			r.res.Rows = append(r.res.Rows, s.row(*row))
		}
	}
	return err
}

// enter is the peers that take part in a case, each ready for it.
func (r *run) enter(ctx context.Context, row *bench.Row, v *bench.Vectors) (field []*samples, err error) {
	for _, e := range r.peers {
		if g, is := e.peer.(*goPeer); e.out != "" || is && !g.offers(row.Coll) { // the others have all
			continue
		}
		s := &samples{e: e}
		if err := r.ready(ctx, s, v); err != nil {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			r.dismiss(e, row, err)
			continue
		}
		field = append(field, s)
	}
	return field, nil
}

// play gives each of the field its turns after ours, and returns the limits measured
// between them, also those before an error. Without a field, ours plays alone.
func (r *run) play(ctx context.Context, row *bench.Row, v *bench.Vectors, mine *samples, field []*samples) (limits bench.Limits, err error) {
	for range r.plan.Rounds {
		r.calm()
		trip, limit, err := v.Limit(ctx, r.ours.m)
		if err != nil {
			return limits, err
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
					return limits, context.Cause(ctx)
				}
				r.dismiss(s.e, row, err)
			}
		}
	}
	if len(mine.theirs) == 0 {
		for range r.plan.Rounds {
			if err := r.turn(ctx, mine, &samples{e: mine.e, calls: mine.calls}); err != nil {
				return limits, err
			}
		}
	}
	return limits, nil
}

// dismiss ends a peer's part with this number of processors.
func (r *run) dismiss(e *entrant, row *bench.Row, err error) {
	e.out = err.Error()
	r.miss(e.name(), "from "+caseName(row)+" on: "+e.out)
	if c, ok := e.peer.(*child); ok {
		c.kill()
	}
}
