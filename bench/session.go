package bench

import (
	"sync/atomic"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

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
	sized  []atomic.Bool      // whether that is found
	wrong  []atomic.Int64
	enough atomic.Bool
	// Rank 0 writes these.
	times  [][]float64 // microseconds a call, of batches
	limits []Limits    // of the rounds that each case has had
	trips  []float64
}

func newSession[T coll.Elem](rows []Row, pl *Plan) *session[T] {
	n, p := len(rows), rows[0].Procs
	return &session[T]{
		rows: rows, plan: pl, tables: newTables[T](p), limit: newLimits[T](p),
		start: time.Now(), spans: make([][2]time.Duration, p),
		batch: make([]atomic.Int64, n), sized: make([]atomic.Bool, n), wrong: make([]atomic.Int64, n),
		times: make([][]float64, n), limits: make([]Limits, n),
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
			var refill func()
			if !s.plan.NoCheck {
				refill = func() { c.fill(dst, src) }
			}
			limit := s.limit.round(p, r, trip, dst, src, refill)
			if p.Rank() == 0 {
				if trip > 0 { // not on one host
					s.trips = append(s.trips, trip)
				}
				s.limits[i] = append(s.limits[i], limit)
				if s.plan.Tick != nil {
					s.plan.Tick(round*len(s.rows)+i+1, rounds*len(s.rows))
				}
			}
		}
	}
	return nil
}

// measure times batches of one case for its share of the round and checks what
// they left.
func (s *session[T]) measure(p *coll.Proc, i int, c *contents[T], dst, src []T) {
	r, q := &s.rows[i], p.Using(Using(s.rows[i].Alg))
	check, begun, on, u := !s.plan.NoCheck, time.Now(), loopOf[T](r, p.Rank()), userOf(r, p.Rank(), dst, src)
	loop := func(calls int) { on(q, dst, src, calls) }
	size := sizing{calls: 1}
	for first := true; ; first = false {
		if check || first {
			c.fill(dst, src)
		}
		k, warm := max(1, int(s.batch[i].Load())), !s.sized[i].Load()
		coll.Barrier(p)
		u.calls(0, 1, k+1, loop) // the first sees cold caches and, in place, the data
		coll.Barrier(p)
		from := time.Since(s.start)
		u.calls(1, k+1, k+1, loop)
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
				s.sized[i].Store(size.took(took))
				s.batch[i].Store(int64(r.batchOf(size.calls)))
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
		loop(1)
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
		r.Iters = len(t) * int(s.batch[i].Load())
		r.Limit = s.limits[i].Least()
		r.Wrong = int(s.wrong[i].Load())
		r.Incomplete = len(s.limits[i]) < rounds
		r.Finish(t)
		rows = append(rows, r)
	}
	return rows
}
