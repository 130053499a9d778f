package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

// Vectors are the float64 destinations and sources of one case, out of place, by rank.
// They are for programs that do the same as coll by other means, on the same memory. A
// broadcast has only destinations, and sends that of rank 0. If Row is Fresh, Repeat and Batch
// do as it says.
type Vectors struct {
	Row      Row
	Dst, Src [][]float64

	contents []*contents[float64]
	limit    *limits[float64]
	lines    pingPong
	spans    [][2]time.Duration
}

// NewVectors allocates the vectors of r and fills in the data.
func NewVectors(r Row) (*Vectors, error) {
	if operationOf(r.Coll) == nil || r.Procs < 1 || r.Bytes < 0 || r.Bytes%8 != 0 || r.InPlace || r.Type != "" {
		return nil, fmt.Errorf("bench: vectors of %q by %d processors, %d bytes, in place %t, type %q: want a collective, a processor at least, whole float64s out of place and no type", r.Coll, r.Procs, r.Bytes, r.InPlace, r.Type)
	}
	v := &Vectors{Row: r, limit: newLimits[float64](r.Procs), spans: make([][2]time.Duration, r.Procs)}
	tables := newTables[float64](r.Procs)
	for rank := range r.Procs {
		c := &contents[float64]{tables: tables, rank: rank}
		c.set(&r)
		dst, src := newVectors[float64]([]Row{r}, rank).args(&r, rank)
		v.contents, v.Dst, v.Src = append(v.contents, c), append(v.Dst, dst), append(v.Src, src)
	}
	v.Fill()
	return v, nil
}

// Fill writes the data anew, and fills the destinations with what no result holds.
func (v *Vectors) Fill() {
	for rank, c := range v.contents {
		c.fill(v.Dst[rank], v.Src[rank])
	}
}

// Wrong counts the elements of all destinations that are not the exact result.
func (v *Vectors) Wrong() (count int) {
	for rank, c := range v.contents {
		count += c.wrong(v.Dst[rank], 1)
	}
	return count
}

// Batch makes one untimed call on m by the algorithm of the row, then the given number of
// timed calls, and returns how long these took together.
func (v *Vectors) Batch(ctx context.Context, m *coll.Machine, calls int) (time.Duration, error) {
	start := time.Now()
	err := m.Run(ctx, func(p *coll.Proc) error {
		q, r := p.Using(Using(v.Row.Alg)), p.Rank()
		on, dst, src := loopOf[float64](&v.Row, r), v.Dst[r], v.Src[r]
		loop := func(n int) { on(q, dst, src, n) }
		v.Repeat(r, 0, 1, calls+1, loop)
		coll.Barrier(p)
		from := time.Since(start)
		v.Repeat(r, 1, calls+1, calls+1, loop)
		v.spans[r] = [2]time.Duration{from, time.Since(start)}
		return nil
	})
	return duration(v.spans), err
}

// Limit measures, in microseconds, the round trip of a cache line between two hosts of m
// and the limits of the case, one round of Limits. It overwrites the destinations.
func (v *Vectors) Limit(ctx context.Context, m *coll.Machine) (trip float64, limit []float64, err error) {
	err = m.Run(ctx, func(p *coll.Proc) error {
		r := p.Rank()
		t := v.lines.roundTrip(p)
		l := v.limit.round(p, &v.Row, t, v.Dst[r], v.Src[r], nil)
		if r == 0 {
			trip, limit = t, l
		}
		return nil
	})
	return trip, limit, err
}
