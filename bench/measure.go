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
}

// rounds is how often the cases take turns: every median spans the whole run.
const rounds = 5

// Measure runs the plan, machine after machine; on each, all cases in turn,
// several times over. progress is told of each machine. The error is the
// plan's, a machine's, or ctx's; the result has what was measured until then.
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
	for _, c := range machines {
		m, err := coll.New(c)
		if err != nil {
			return res, err
		}
		rows, left := pl.cases(m)
		res.Skipped = append(res.Skipped, left...)
		if len(rows) > 0 {
			progress(m.String())
			s := newSession(rows, pl.Budget)
			err = m.Run(ctx, s.run)
			if err == nil {
				res.Rows = append(res.Rows, s.finish()...)
			}
		}
		m.Close()
		if err != nil {
			return res, err
		}
	}
	return res, nil
}

// session is the cases of one machine and what its processors share.
type session struct {
	rows   []Row
	batch  []atomic.Int64 // calls in a batch of each case
	wrong  []atomic.Int64
	times  [][]float64 // microseconds a call, of batches; rank 0 writes
	limits [][]float64
	budget time.Duration // for one round of one case
	limit  *limits
}

func newSession(rows []Row, milliseconds int) *session {
	n := len(rows)
	return &session{
		rows: rows, batch: make([]atomic.Int64, n), wrong: make([]atomic.Int64, n),
		times: make([][]float64, n), limits: make([][]float64, n),
		budget: time.Duration(milliseconds) * time.Millisecond / rounds,
		limit:  newLimits(rows),
	}
}

// run is what every processor does.
func (s *session) run(p *coll.Proc) error {
	v := newVectors(s.rows)
	for range rounds {
		trip := s.limit.roundTrip(p)
		for i := range s.rows {
			r := &s.rows[i]
			dst, src := v.args(r, p.Rank())
			s.measure(p, i, r, dst, src)
			if l := max(trip, s.limit.traffic(p, r, dst, src)); p.Rank() == 0 {
				s.limits[i] = append(s.limits[i], l)
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
func (s *session) measure(p *coll.Proc, i int, r *Row, dst, src []float64) {
	q := p.Using(coll.Algorithm(r.Alg))
	begun := time.Now()
	for {
		fill(r, p.Rank(), dst, src, true)
		k := s.batch[i].Load()
		warm := k == 0
		if warm {
			k = 1
		}
		coll.Barrier(p)
		call(q, r, dst, src) // the first sees cold caches and, in place, the data
		coll.Barrier(p)
		start := time.Now()
		for range k {
			call(q, r, dst, src)
		}
		took := time.Since(start)
		coll.Barrier(p)
		if r.Coll != "barrier" {
			s.wrong[i].Add(int64(wrong(r, p.Rank(), dst, true)))
		}
		if p.Rank() == 0 {
			if !warm {
				s.times[i] = append(s.times[i], float64(took)/1e3/float64(k))
			} else {
				s.batch[i].Store(max(1, min(5000, int64(target/max(1, took)))))
			}
			if time.Since(begun) > s.budget && !warm {
				s.limit.stop.Store(true)
			}
		}
		coll.Barrier(p)
		stop := s.limit.stop.Load()
		coll.Barrier(p)
		if p.Rank() == 0 {
			s.limit.stop.Store(false)
		}
		if stop {
			break
		}
	}
	// In place once more, on data that do not sum to nothing.
	if r.InPlace && r.Coll == "allreduce" {
		fill(r, p.Rank(), dst, src, false)
		call(q, r, dst, src)
		s.wrong[i].Add(int64(wrong(r, p.Rank(), dst, false)))
		coll.Barrier(p)
	}
}

// finish is the rows with the figures filled in.
func (s *session) finish() []Row {
	for i := range s.rows {
		r, t := &s.rows[i], s.times[i]
		slices.Sort(t)
		slices.Sort(s.limits[i])
		r.Iters = len(t) * int(s.batch[i].Load())
		r.Min, r.P50, r.P99 = t[0], t[len(t)/2], t[(len(t)*99)/100]
		r.Limit = s.limits[i][len(s.limits[i])/2]
		r.Wrong = int(s.wrong[i].Load())
		r.bandwidths()
	}
	return s.rows
}
