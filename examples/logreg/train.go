package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/exact"
)

// epoch is one pass over the data: what the weights before it are worth, and
// how long it took.
type epoch struct {
	loss           float64 // mean over the rows to train on
	trained, tried float64 // share classified rightly, of those rows and of the held ones
	took           time.Duration
}

// train fits logistic regression by gradient descent on every processor of a
// machine. Each has its share of the rows and its own copy of the weights, the
// bias last; an epoch is a pass over the share, one Allreduce of gradient, loss
// and counts (features + 4 elements), and the same step of every copy. It
// returns the epochs as rank 0 saw them and the weights of every rank. Exactly means that
// sums over rows are not rounded before they are complete.
func train(ctx context.Context, d *dataset, c coll.Config, epochs int, rate float64, exactly bool) ([]epoch, [][]float64, error) {
	m, err := coll.New(c)
	if err != nil {
		return nil, nil, err
	}
	defer m.Close()

	log := make([]epoch, 0, epochs)
	weights := make([][]float64, m.Config().P)
	err = m.Run(ctx, func(p *coll.Proc) error {
		lo, hi := d.rows()*p.Rank()/p.Size(), d.rows()*(p.Rank()+1)/p.Size()
		w := make([]float64, d.features+1)
		weights[p.Rank()] = w
		s := newSums(d, exactly)
		for n := range epochs {
			start := time.Now()
			s.add(d, w, lo, hi)
			s.reduce(p)
			step := rate / *s.count
			for j, g := range s.gradient {
				w[j] -= step * g
			}
			// Every rank has the same sum, and so all leave here or none.
			if loss := *s.loss; math.IsNaN(loss) || math.IsInf(loss, 0) {
				return fmt.Errorf("the loss is %v in epoch %d: the rate %g is too large, try 0.3", loss, n+1, rate)
			}
			if p.Rank() == 0 {
				log = append(log, epoch{*s.loss / *s.count, *s.right / *s.count,
					*s.heldRight / (float64(d.rows()) - *s.count), time.Since(start)})
			}
		}
		return nil
	})
	return log, weights, err
}

// sums is what an epoch adds up over all rows, as one vector.
type sums struct {
	all                           []float64
	gradient                      []float64
	loss, count, right, heldRight *float64
	row                           []float64    // what one row adds to all
	exact                         exact.Vector // the sums, before they are rounded; nil: all has them
}

func newSums(d *dataset, exactly bool) *sums {
	n := d.features + 1
	a := make([]float64, n+4)
	s := &sums{a, a[:n], &a[n], &a[n+1], &a[n+2], &a[n+3], make([]float64, len(a)), nil}
	if exactly {
		s.exact = exact.NewVector(len(a))
	}
	return s
}

// add sets the sums to those of rows lo … hi-1 with weights w.
func (s *sums) add(d *dataset, w []float64, lo, hi int) {
	clear(s.all)
	clear(s.exact)
	for i := lo; i < hi; i++ {
		d.terms(s.row, w, i)
		if s.exact != nil {
			s.exact.Add(s.row)
			continue
		}
		for j, v := range s.row {
			s.all[j] += v
		}
	}
}

// reduce adds the sums of all ranks.
func (s *sums) reduce(p *coll.Proc) {
	if s.exact == nil {
		coll.Allreduce(p, s.all, s.all, coll.Sum)
		return
	}
	words := s.exact.Words()
	coll.Allreduce(p, words, words, coll.Sum)
	s.exact.Float64s(s.all)
}

// terms sets t to what row i adds to the sums with weights w.
func (d *dataset) terms(t, w []float64, i int) {
	clear(t)
	x, y, bias := d.row(i), d.y[i], d.features
	z := w[bias]
	for j, v := range x {
		z += w[j] * v
	}
	right := 0.0
	if (z > 0) == (y == 1) {
		right = 1
	}
	gradient, rest := t[:bias+1], t[bias+1:]
	if d.held[i] {
		rest[3] = right
		return
	}
	rest[0], rest[1], rest[2] = logLoss(z, y), 1, right
	e := 1/(1+math.Exp(-z)) - y
	for j, v := range x {
		gradient[j] = e * v
	}
	gradient[bias] = e
}

// logLoss is -log of the probability that the model gives class y at score z.
func logLoss(z, y float64) float64 {
	if y == 1 {
		z = -z
	}
	return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z)))
}
