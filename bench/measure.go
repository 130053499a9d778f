package bench

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

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
		machines = append(machines, coll.Config{P: p})
	}
	for _, g := range pl.Graphs {
		machines = append(machines, coll.Config{P: g.Order(), Graph: g})
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
func measureOn[T coll.Elem](ctx context.Context, pl *Plan, c coll.Config, res *Result, trips *[]float64, progress func(string)) error {
	m, err := coll.New(c)
	if err != nil {
		return err
	}
	defer m.Close()
	rows, left := pl.cases(m)
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

// session is the cases of one machine and what its processors share.
type session[T coll.Elem] struct {
	rows   []Row
	plan   *Plan
	tables *tables[T]
	limit  *limits[T]
	lines  pingPong
	start  time.Time
	spans  [][2]time.Duration // of each rank's batch, since start
	batch  []atomic.Int64     // calls in a batch of each case
	wrong  []atomic.Int64
	enough atomic.Bool
	// Rank 0 writes these.
	times  [][]float64 // microseconds a call, of batches
	limits [][]float64
	trips  []float64
	turns  []int // rounds that each case has had
}

func newSession[T coll.Elem](rows []Row, pl *Plan) *session[T] {
	n, p := len(rows), rows[0].Procs
	return &session[T]{
		rows: rows, plan: pl, tables: newTables[T](p), limit: newLimits[T](p),
		start: time.Now(), spans: make([][2]time.Duration, p),
		batch: make([]atomic.Int64, n), wrong: make([]atomic.Int64, n),
		times: make([][]float64, n), limits: make([][]float64, n), turns: make([]int, n),
	}
}

// run is what every processor does.
func (s *session[T]) run(p *coll.Proc) error {
	v := newVectors[T](s.rows, p.Rank())
	c := &contents[T]{tables: s.tables, rank: p.Rank()}
	for round := range rounds {
		for i := range s.rows {
			r := &s.rows[i]
			c.set(r)
			dst, src := v.args(r, p.Rank())
			trip := s.lines.roundTrip(p)
			s.measure(p, i, c, dst, src)
			limit := max(trip, s.limit.traffic(p, r, dst, src))
			if p.Rank() == 0 {
				s.trips = append(s.trips, trip)
				s.limits[i] = append(s.limits[i], limit)
				s.turns[i]++
				if s.plan.Tick != nil {
					s.plan.Tick(round*len(s.rows)+i+1, rounds*len(s.rows))
				}
			}
		}
	}
	return nil
}

// target is how long a batch of calls lasts, so that reading the clock and the
// first call after the filling weigh little.
const target = 200 * time.Microsecond

// measure times batches of one case for its share of the round and checks what
// they left.
func (s *session[T]) measure(p *coll.Proc, i int, c *contents[T], dst, src []T) {
	r, q := &s.rows[i], p.Using(using(s.rows[i].Alg))
	check, begun := !s.plan.NoCheck, time.Now()
	for first := true; ; first = false {
		if check || first {
			c.fill(dst, src)
		}
		k := int(s.batch[i].Load())
		warm := k == 0
		if warm {
			k = 1
		}
		coll.Barrier(p)
		call(q, r.Coll, dst, src) // the first sees cold caches and, in place, the data
		coll.Barrier(p)
		from := time.Since(s.start)
		for range k {
			call(q, r.Coll, dst, src)
		}
		s.spans[p.Rank()] = [2]time.Duration{from, time.Since(s.start)}
		coll.Barrier(p)
		if check {
			s.wrong[i].Add(int64(c.wrong(dst, k+1)))
		}
		if p.Rank() == 0 {
			took := duration(s.spans)
			if !warm {
				s.times[i] = append(s.times[i], float64(took)/1e3/float64(k))
			} else {
				s.batch[i].Store(max(1, min(5000, int64(target/max(1, took)))))
			}
			s.enough.Store(!warm && time.Since(begun) > s.plan.turn())
		}
		coll.Barrier(p)
		enough := s.enough.Load()
		coll.Barrier(p) // all have read it
		if enough {
			break
		}
	}
	if check && c.steady { // once more, on data that do not cancel
		c.steady = false
		c.fill(dst, src)
		call(q, r.Coll, dst, src)
		s.wrong[i].Add(int64(c.wrong(dst, 1)))
		coll.Barrier(p)
	}
}

// duration is the time from when the first rank began to when the last one ended.
func duration(spans [][2]time.Duration) time.Duration {
	first, last := spans[0][0], spans[0][1]
	for _, s := range spans {
		first, last = min(first, s[0]), max(last, s[1])
	}
	return last - first
}

// finish is the rows that were measured, with the figures filled in.
func (s *session[T]) finish() (rows []Row) {
	for i, r := range s.rows {
		t := s.times[i]
		if len(t) == 0 || len(s.limits[i]) == 0 {
			continue
		}
		slices.Sort(s.limits[i])
		r.Iters = len(t) * int(s.batch[i].Load())
		r.Limit = s.limits[i][len(s.limits[i])/2]
		r.Wrong = int(s.wrong[i].Load())
		r.Incomplete = s.turns[i] < rounds
		r.Finish(t)
		rows = append(rows, r)
	}
	return rows
}
