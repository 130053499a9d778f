package bench

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/transport"
)

// MeasureRemote measures the plan on machines of several processes, all of which must
// call it with the same plan. It measures out of place and checks every result. Rank 0
// takes the times, between two barriers; there is no limit to compare them with. Only
// rank 0's process gets rows; every process gets the list of what was left out. If there
// is an error, the rows are those measured before it.
func MeasureRemote(ctx context.Context, pl *Plan, world transport.Remote) (res Result, err error) {
	on := byType(pl, measureRemote[float64], measureRemote[float32], measureRemote[int64], measureRemote[int32])
	for _, p := range pl.Procs {
		if err = on(ctx, pl, coll.Config{P: p, Remote: world, Tuning: pl.Tuning}, &res); err != nil {
			break
		}
	}
	return res, err
}

// measureRemote is MeasureRemote on one machine.
func measureRemote[T coll.Elem](ctx context.Context, pl *Plan, config coll.Config, res *Result) (err error) {
	m, err := coll.New(config)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, m.Close()) }()
	rows, left := pl.Cases(m)
	res.Skipped = append(res.Skipped, left...)
	rows = slices.DeleteFunc(rows, func(r Row) bool { return r.InPlace })
	if len(rows) == 0 {
		return nil
	}
	tables := newTables[T](config.P)
	return m.Run(ctx, func(p *coll.Proc) error {
		v := newVectors[T](rows, p.Rank())
		c := &contents[T]{tables: tables, rank: p.Rank()}
		for _, r := range rows {
			times := remoteCase(p, &r, c, v, time.Duration(pl.Budget)*time.Millisecond)
			if p.Rank() == 0 {
				r.Finish(times)
				res.Rows = append(res.Rows, r)
			}
		}
		return nil
	})
}

// remoteCase times one case in ten batches that take the budget together, in
// microseconds a call, and counts its calls and wrong elements.
func remoteCase[T coll.Elem](p *coll.Proc, r *Row, c *contents[T], v vectors[T], budget time.Duration) (times []float64) {
	const batches = 10
	c.set(r)
	dst, src := v.args(r, p.Rank())
	q, on, u := p.Using(Using(r.Alg)), loopOf[T](r, p.Rank()), userOf(r, p.Rank(), dst, src)
	loop := func(calls int) { on(q, dst, src, calls) }
	batch, wrong := []int64{1}, []int64{0}
	for round := range batches + 2 {
		c.fill(dst, src)
		k := int(batch[0])
		u.calls(0, 1, k+1, loop)
		took := between(p, func() { u.calls(1, k+1, k+1, loop) })
		wrong[0] += int64(c.wrong(dst, k+1))
		switch round {
		case 0: // a warm-up
		case 1:
			batch[0] = int64(r.batchOf(max(1, min(10000, int(budget/batches/max(1, took))))))
			coll.Broadcast(p, batch, 0)
		default:
			times = append(times, float64(took)/1e3/float64(batch[0]))
		}
	}
	coll.Allreduce(p, wrong, wrong, coll.Sum)
	r.Iters, r.Wrong = batches*int(batch[0]), int(wrong[0])
	return times
}

// between is how long calls take, from a barrier to a barrier: a root that only gives is done
// with its last call before the others have that.
func between(p *coll.Proc, calls func()) time.Duration {
	coll.Barrier(p)
	begun := time.Now()
	calls()
	coll.Barrier(p)
	return time.Since(begun)
}
