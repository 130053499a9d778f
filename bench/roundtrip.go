package bench

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

// pingPong is two cache lines, each written by one core and read by another.
// They lie far from everything else, and not in one pair of lines.
type pingPong struct {
	_    [128]byte
	line [2]struct {
		atomic.Uint64
		_ [120]byte
	}
	laps uint64
}

// trips is how many round trips are timed together.
const trips = 500

// patience is how long a core waits for one that may have unwound.
const patience = 300 * time.Millisecond

// roundTrip is the time, in microseconds, in which each of two cores writes a line of
// its own and sees the other's answer; 0 on a machine of one host. Virtual machines
// move, within seconds, between states in which it differs by a factor of two to five:
// compare it only with what was measured beside it.
func (l *pingPong) roundTrip(p *coll.Proc) float64 {
	host, hosts := p.Host()
	if hosts < 2 {
		return 0
	}
	coll.Barrier(p)
	base := l.laps
	start := time.Now()
	if leads(p) && host < 2 {
		own, other := &l.line[host], &l.line[1-host]
		for i := base + 1; i <= base+trips; i++ {
			if host == 0 {
				own.Store(i)
			}
			for looks := 1; other.Load() != i; looks++ {
				if looks%(1<<16) == 0 && time.Since(start) > patience {
					i = base + trips // the next barrier says why
					break
				}
			}
			if host == 1 {
				own.Store(i)
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

// leads reports whether p is the first rank of its host, which measures for it.
func leads(p *coll.Proc) bool {
	host, hosts := p.Host()
	return p.Rank() == p.Size()*host/hosts
}

// RoundTrip measures the round trip of a cache line between the first two
// hosts of m, in microseconds: the median of several rounds.
func RoundTrip(m *coll.Machine) (float64, error) {
	var l pingPong
	var times []float64
	err := m.Run(context.Background(), func(p *coll.Proc) error {
		for range 15 {
			if t := l.roundTrip(p); p.Rank() == 0 {
				times = append(times, t)
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return spreadOf(times).Median, nil
}
