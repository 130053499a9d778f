package bench

import (
	"cmp"
	"context"

	"github.com/cayleycoll/cayleycoll/coll"
)

// Result is the rows of a plan with what goes for all of them.
type Result struct {
	Rows    []Row
	Skipped []Skipped
	Meta    Meta
}

// rounds is how often the cases take turns: every median spans the whole run.
const rounds = 5

// Measure runs the plan, machine after machine; on each, all cases in turn,
// several times over. progress is told of each machine. The error is the
// plan's, a machine's, or ctx's; the result has what was measured until then,
// and rows that missed a round say so.
func Measure(ctx context.Context, pl Plan, progress func(string)) (Result, error) {
	var res Result
	if err := pl.Check(); err != nil {
		return res, err
	}
	var machines []coll.Config
	for _, p := range pl.Procs {
		machines = append(machines, coll.Config{P: p, Tuning: pl.Tuning})
	}
	for _, g := range pl.Graphs {
		machines = append(machines, coll.Config{P: g.Order(), Graph: g, Tuning: pl.Tuning})
	}
	on := measureOn[float64]
	switch pl.elem() {
	case "float32":
		on = measureOn[float32]
	case "int64":
		on = measureOn[int64]
	case "int32":
		on = measureOn[int32]
	}
	begun := loadNow()
	var trips []float64
	var err error
	for _, c := range machines {
		if err = on(ctx, &pl, c, &res, &trips, progress); err != nil {
			break
		}
	}
	res.Meta.Others = begun.others()
	res.Meta.Complete = err == nil
	res.Meta.judge(trips)
	return res, err
}

// measureOn is Measure on one machine.
func measureOn[T coll.Elem](ctx context.Context, pl *Plan, c coll.Config, res *Result, trips *[]float64, progress func(string)) (err error) {
	m, err := coll.New(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, m.Close()) }()
	rows, left := pl.Cases(m)
	res.Skipped = append(res.Skipped, left...)
	if len(rows) == 0 {
		return nil
	}
	progress(m.String())
	s := newSession[T](rows, pl)
	err = m.Run(ctx, s.run)
	res.Rows = append(res.Rows, s.finish()...)
	*trips = append(*trips, s.trips...)
	return err
}
