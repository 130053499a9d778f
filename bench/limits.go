package bench

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// limits measures what the hardware allows, on the processors of the run: the
// round trip of a cache line between two cores, and the loads and stores of the
// direct algorithms with no synchronisation around them.
type limits struct {
	stop atomic.Bool
	_    [128]byte
	line [2]struct {
		atomic.Uint64
		_ [120]byte
	}
	laps     uint64
	dst, src [][]float64 // by rank
	took     []time.Duration
}

func newLimits(rows []Row) *limits {
	p := rows[0].Procs
	return &limits{dst: make([][]float64, p), src: make([][]float64, p), took: make([]time.Duration, p)}
}

// leads says whether p is the first rank of its host, which measures for it.
func leads(p *coll.Proc) bool {
	host, hosts := p.Host()
	return p.Rank() == p.Size()*host/hosts
}

// trips is how many round trips are timed together.
const trips = 2000

// roundTrip is the microseconds in which each of two cores writes a line of its
// own and sees the other's answer; 0 on a machine of one host.
func (l *limits) roundTrip(p *coll.Proc) float64 {
	host, hosts := p.Host()
	if hosts < 2 {
		return 0
	}
	coll.Barrier(p)
	base := l.laps
	start := time.Now()
	if leads(p) && host < 2 {
		for i := base + 1; i <= base+trips; i++ {
			if host == 0 {
				l.line[0].Store(i)
				for l.line[1].Load() != i {
				}
			} else {
				for l.line[0].Load() != i {
				}
				l.line[1].Store(i)
			}
		}
	}
	took := time.Since(start)
	coll.Barrier(p)
	if p.Rank() == 0 {
		l.laps += trips
	}
	return float64(took) / 1e3 / trips
}

// traffic is the microseconds that the slowest host takes for its share of the
// case's loads and stores.
func (l *limits) traffic(p *coll.Proc, r *Row, dst, src []float64) float64 {
	if r.Coll == "barrier" {
		return 0
	}
	l.dst[p.Rank()], l.src[p.Rank()] = dst, src
	coll.Barrier(p)
	if leads(p) {
		share := newShare(p, r, l)
		share.run()
		l.took[p.Rank()] = share.time()
	}
	coll.Barrier(p)
	slowest := time.Duration(0)
	for _, t := range l.took {
		slowest = max(slowest, t)
	}
	coll.Barrier(p)
	return float64(slowest) / 1e3
}

// share is what one host does in the direct algorithm of a case: a fold of its
// range of all vectors, or copies.
type share struct {
	to, from []*float64
	lo, n    int
	copies   [][2][]float64 // dst, src
}

func newShare(p *coll.Proc, r *Row, l *limits) *share {
	host, hosts := p.Host()
	s := &share{}
	n := r.Bytes / 8
	first, end := p.Size()*host/hosts, p.Size()*(host+1)/hosts
	switch r.Coll {
	case "allgather":
		for q, from := range l.src {
			for _, to := range l.dst[first:end] {
				s.copies = append(s.copies, [2][]float64{to[q*n : (q+1)*n], from})
			}
		}
	case "exchange":
		for q := first; q < end; q++ {
			s.copies = append(s.copies, [2][]float64{l.dst[q], l.src[(q+r.Procs-1)%r.Procs]})
		}
	default:
		for i := range l.dst {
			s.to, s.from = append(s.to, &l.dst[i][0]), append(s.from, &l.src[i][0])
		}
		blocks := (n + 7) / 8
		s.lo = min(n, 8*(blocks*host/hosts))
		s.n = min(n, 8*(blocks*(host+1)/hosts)) - s.lo
	}
	return s
}

// chunk is the elements of one copy: larger ones would bypass the caches.
const chunk = 32 << 10

func (s *share) run() {
	if s.n > 0 {
		asm.Fold(asm.Sum, s.to, s.from, s.lo, s.n)
	}
	for _, c := range s.copies {
		to, from := c[0], c[1]
		if &to[0] == &from[0] {
			continue
		}
		for lo := 0; lo < len(to); lo += chunk {
			asm.Copy(to[lo:min(len(to), lo+chunk)], from[lo:])
		}
	}
}

// time is the time of one run, from as many as make up the target.
func (s *share) time() time.Duration {
	k, start := 1, time.Now()
	s.run()
	if once := time.Since(start); once < target {
		k = int(target / max(once, 50))
	}
	start = time.Now()
	for range k {
		s.run()
	}
	return time.Since(start) / time.Duration(k)
}

// RoundTrip measures the round trip of a cache line between the first two
// hosts of m, in microseconds: the median of several rounds.
func RoundTrip(m *coll.Machine) (float64, error) {
	l := newLimits([]Row{{Procs: m.Config().P}})
	var times []float64
	err := m.Run(context.Background(), func(p *coll.Proc) error {
		for range 15 {
			if t := l.roundTrip(p); p.Rank() == 0 {
				times = append(times, t)
			}
		}
		return nil
	})
	slices.Sort(times)
	if err != nil {
		return 0, err
	}
	return times[len(times)/2], nil
}
