package main

import (
	"context"
	"fmt"
	"math"

	"github.com/cayleycoll/cayleycoll/coll"
)

// result is the plate, row after row, and how it came about.
type result struct {
	plate  []float64
	procs  int
	steps  int
	change float64 // the greatest of any point in the last step
}

// strip is some rows of the plate with a row above, a row below, and a point at
// either end of each: what is around them.
type strip struct {
	rows, width int // width: n+2
	now, next   []float64
}

func newStrip(rows, n int) *strip {
	size := (rows + 2) * (n + 2)
	return &strip{rows: rows, width: n + 2, now: make([]float64, size), next: make([]float64, size)}
}

// row is the inner points of row i: 0 is the one above, rows+1 the one below.
func (s *strip) row(i int) []float64 {
	return s.now[i*s.width+1 : (i+1)*s.width-1]
}

// heat makes the upper edge hot.
func (s *strip) heat() {
	for i := range s.width {
		s.now[i], s.next[i] = 1, 1
	}
}

// step makes every point the mean of the four around it and returns the greatest
// change.
func (s *strip) step() (change float64) {
	w := s.width
	for i := 1; i <= s.rows; i++ {
		up, own, down := s.now[(i-1)*w:i*w], s.now[i*w:(i+1)*w], s.now[(i+1)*w:(i+2)*w]
		to := s.next[i*w : (i+1)*w]
		for j := 1; j < w-1; j++ {
			to[j] = ((up[j] + down[j]) + (own[j-1] + own[j+1])) / 4
			change = max(change, math.Abs(to[j]-own[j]))
		}
	}
	s.now, s.next = s.next, s.now
	return change
}

// first is the first row of a processor's strip.
func first(rank, procs, n int) int { return rank * n / procs }

// solve runs the method until no point changes by more than the limit, or for so
// many steps.
func solve(ctx context.Context, c coll.Config, n, steps int, limit float64) (result, error) {
	m, err := coll.New(c)
	if err != nil {
		return result{}, err
	}
	defer m.Close()
	if p := m.Config().P; p > n { // neighbours would be further than the next strip
		return result{}, fmt.Errorf("%d processors for %d rows; want -p %[2]d or less", p, n)
	}
	r := result{plate: make([]float64, n*n), procs: m.Config().P}
	err = m.Run(ctx, func(p *coll.Proc) error {
		counts := make([]int, p.Size()) // points of every strip
		for q := range counts {
			counts[q] = (first(q+1, p.Size(), n) - first(q, p.Size(), n)) * n
		}
		s := newStrip(counts[p.Rank()]/n, n)
		above, below := p.Rank()-1, p.Rank()+1
		if below == p.Size() {
			below = -1 // nobody
		}
		if above < 0 {
			s.heat()
		}
		change := []float64{math.Inf(1)}
		done := 0
		for ; done < steps && change[0] > limit; done++ {
			coll.Exchange(p, s.row(s.rows+1), below, s.row(1), above)
			coll.Exchange(p, s.row(0), above, s.row(s.rows), below)
			change[0] = s.step()
			coll.Allreduce(p, change, change, coll.Max)
		}
		inner := make([]float64, 0, s.rows*n)
		for i := range s.rows {
			inner = append(inner, s.row(i+1)...)
		}
		coll.Gatherv(p, r.plate, inner, counts, 0)
		if p.Rank() == 0 {
			r.steps, r.change = done, change[0]
		}
		return nil
	})
	return r, err
}
