package bench

import (
	"cmp"
	"context"

	"github.com/cayleycoll/cayleycoll/coll"
)

// Result is the rows of a plan and what holds for all of them.
type Result struct {
	Rows    []Row
	Skipped []Skipped
	Meta    Meta
}

// rounds is how often the cases take turns: every median spans the whole run.
const rounds = 5

// Measure runs the plan, machine after machine; on each machine all cases take turns,
// several times over. progress, if not nil, is told of each machine. The error is that of the
// plan, of a machine or of ctx; the result then has what was measured before the error, and
// rows that missed a round are marked Incomplete.
func Measure(ctx context.Context, pl Plan, progress func(string)) (Result, error) {
	t := tally{end: Begin()}
	err := t.measure(ctx, &pl, progress)
	return t.result(err), err
}

// tally is what one plan or several have measured, and what the machine was like.
type tally struct {
	Result
	end   func(trips []float64, complete bool) Meta
	trips []float64
}

func (t *tally) measure(ctx context.Context, pl *Plan, progress func(string)) error {
	if err := pl.Check(); err != nil {
		return err
	}
	var machines []coll.Config
	for _, p := range pl.Procs {
		machines = append(machines, coll.Config{P: p, Tuning: pl.Tuning})
	}
	for _, g := range pl.Graphs {
		machines = append(machines, coll.Config{P: g.Order(), Graph: g, Tuning: pl.Tuning})
	}
	if pl.Filed != nil {
		c := *pl.Filed
		c.Tuning = pl.Tuning
		machines = append(machines, c)
	}
	on := byType(pl, measureOn[float64], measureOn[float32], measureOn[int64], measureOn[int32])
	for _, c := range machines {
		if err := on(ctx, pl, c, t, progress); err != nil {
			return err
		}
	}
	return nil
}

// result is what was measured until err, nil if that is all.
func (t *tally) result(err error) Result {
	t.Meta = t.end(t.trips, err == nil)
	return t.Result
}

// measureOn is measure on one machine.
func measureOn[T coll.Elem](ctx context.Context, pl *Plan, c coll.Config, t *tally, progress func(string)) (err error) {
	m, err := coll.New(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, m.Close()) }()
	rows, left := pl.Cases(m)
	t.Skipped = append(t.Skipped, left...)
	if len(rows) == 0 {
		return nil
	}
	if progress != nil {
		progress(m.String())
	}
	s := newSession[T](rows, pl)
	err = m.Run(ctx, s.run)
	t.Rows = append(t.Rows, s.finish()...)
	t.trips = append(t.trips, s.trips...)
	return err
}
