package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
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
// returns the epochs as rank 0 saw them and the weights of every rank.
func train(ctx context.Context, d *dataset, c coll.Config, epochs int, rate float64) ([]epoch, [][]float64, error) {
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
		s := newSums(d)
		for n := range epochs {
			start := time.Now()
			s.add(d, w, lo, hi)
			coll.Allreduce(p, s.all, s.all, coll.Sum)
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
}

func newSums(d *dataset) *sums {
	n := d.features + 1
	a := make([]float64, n+4)
	return &sums{a, a[:n], &a[n], &a[n+1], &a[n+2], &a[n+3]}
}

// add sets the sums to those of rows lo … hi-1 with weights w.
func (s *sums) add(d *dataset, w []float64, lo, hi int) {
	clear(s.all)
	bias := d.features
	for i := lo; i < hi; i++ {
		x, y := d.row(i), d.y[i]
		z := w[bias]
		for j, v := range x {
			z += w[j] * v
		}
		right := 0.0
		if (z > 0) == (y == 1) {
			right = 1
		}
		if d.held[i] {
			*s.heldRight += right
			continue
		}
		*s.count++
		*s.right += right
		*s.loss += logLoss(z, y)
		e := 1/(1+math.Exp(-z)) - y
		for j, v := range x {
			s.gradient[j] += e * v
		}
		s.gradient[bias] += e
	}
}

// logLoss is -log of the probability that the model gives class y at score z.
func logLoss(z, y float64) float64 {
	if y == 1 {
		z = -z
	}
	return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z)))
}
