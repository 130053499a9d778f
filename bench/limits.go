package bench

import (
	"math"
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

// limits measures what the hardware allows, on the processors of the run: the
// loads and stores of the direct algorithms with no synchronisation around them.
type limits[T coll.Elem] struct {
	dst, src [][]T // by rank
	kept     [][]T // of what each gives, in a case that keeps
	users    []*user[T]
	took     []time.Duration
}

func newLimits[T coll.Elem](procs int) *limits[T] {
	return &limits[T]{make([][]T, procs), make([][]T, procs), make([][]T, procs), make([]*user[T], procs), make([]time.Duration, procs)}
}

// Limits are the limits of one case, round by round: each round has the microseconds of every
// way to make the case's loads and stores.
type Limits [][]float64

// Least is the least of the ways' medians over the rounds. To take the least of each round
// first would give too little: because times vary, several ways that take the same time would
// then seem faster than any one of them.
func (l Limits) Least() float64 {
	least := math.Inf(1)
	for way := range l[0] {
		var took []float64
		for _, round := range l {
			took = append(took, round[way])
		}
		least = min(least, spreadOf(took).Median)
	}
	return least
}

// round is the limits of a round: none is shorter than trip, that of a cache line.
func (l *limits[T]) round(p *coll.Proc, r *Row, trip float64, dst, src []T, refill func()) []float64 {
	took := l.traffic(p, r, dst, src, refill)
	for way := range took {
		took[way] = max(took[way], trip)
	}
	return took
}

// traffic is the microseconds that the slowest host takes for its share of the
// case's loads and stores, by way. What the vectors hold is lost. refill, if not nil, fills them
// before each way is tried, as they are before every batch of calls: where they are more than the
// caches hold, the second call after that takes up to 1.4 times as long as later ones: compare an
// alltoall of 16 MiB by 2 with collbench bench --check=false. In a fresh case what the ranks do with
// their vectors is measured alone, in the caches of their own cores, and added to every way.
func (l *limits[T]) traffic(p *coll.Proc, r *Row, dst, src []T, refill func()) []float64 {
	if r.Coll == "barrier" {
		return []float64{0}
	}
	l.users[p.Rank()] = userOf(r, p.Rank(), dst, src)
	if r.Coll == "broadcast" {
		src = dst
	}
	l.dst[p.Rank()], l.src[p.Rank()] = dst, src
	if r.keeps() {
		l.kept[p.Rank()] = make([]T, len(src))
	}
	coll.Barrier(p)
	made := func(by func(*limits[T], *Row, int, int) *share[T]) *share[T] {
		if !leads(p) {
			return nil
		}
		host, hosts := p.Host()
		return by(l, r, host, hosts)
	}
	s := made(newShare[T])
	run, past := []func(*share[T]){(*share[T]).run}, []func(*share[T]){(*share[T]).past}
	if r.Coll == "allreducefunc" { // one host's sum comes before all hosts' copies of it
		run, past = []func(*share[T]){(*share[T]).sum, (*share[T]).move}, []func(*share[T]){(*share[T]).sumPast, (*share[T]).movePast}
	}
	t := []float64{l.inTurn(p, s, refill, run...)}
	if r.Memory() >= 4<<20 { // below, the caches always win
		t = append(t, l.inTurn(p, s, refill, past...))
	}
	if r.turns() {
		t = append(t, l.inTurn(p, s, refill, (*share[T]).turn))
	}
	if r.short() {
		t = append(t, l.inTurn(p, made(newShortShare[T]), refill, (*share[T]).run))
	}
	if r.keeps() {
		keeping := l.inTurn(p, made(newKeeping[T]), refill, (*share[T]).run)
		t = append(t, keeping+l.inTurn(p, made(newGiving[T]), nil, (*share[T]).run))
	}
	if r.Fresh {
		using := l.slowest(p, s, func(s *share[T]) { s.use(l.users) })
		for way := range t {
			t[way] += using
		}
	}
	return t
}

// inTurn is the microseconds of steps that wait for each other, after refill.
func (l *limits[T]) inTurn(p *coll.Proc, s *share[T], refill func(), steps ...func(*share[T])) (sum float64) {
	if refill != nil {
		refill()
	}
	for _, step := range steps {
		sum += l.slowest(p, s, step)
	}
	return sum
}

// slowest is the microseconds of the slowest host, all at work at once.
func (l *limits[T]) slowest(p *coll.Proc, s *share[T], run func(*share[T])) float64 {
	coll.Barrier(p)
	if leads(p) {
		l.took[p.Rank()] = timed(func() { run(s) })
	}
	coll.Barrier(p)
	slowest := slices.Max(l.took)
	coll.Barrier(p)
	return float64(slowest) / 1e3
}

// timed is the time of one call of f, from as many calls as take about the target.
func timed(f func()) time.Duration {
	k, start := 1, time.Now()
	f()
	if once := time.Since(start); once < target {
		k = int(target / max(once, 50))
	}
	start = time.Now()
	for range k {
		f()
	}
	return time.Since(start) / time.Duration(k)
}
