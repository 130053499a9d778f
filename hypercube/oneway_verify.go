package hypercube

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Verify checks both templates against the definitions (package sched), that they share no
// (direction, step), and that what the two serve in a pair of steps is served in one direction,
// so that Expand may orient it. That is enough: moved by all even x, the arc u → u+e_k of one
// template entry covers each edge of direction k exactly once, since either x = z+u or x =
// z+u+e_k is even (Lemma 7.4). The same holds for all odd x. O(2^d), and d times that for a
// graph that is not this package's.
func (w *OneWay) Verify() error {
	if err := w.check(); err != nil {
		return err
	}
	if w.Dim == 1 { // two steps for two vertices: more than a template may have
		e, err := w.Expand(nil)
		if err != nil {
			return err
		}
		return e.Verify()
	}
	if err := w.disjoint(); err != nil {
		return err
	}
	return w.checkPairs()
}

// check is that the fields belong together.
func (w *OneWay) check() error {
	if w == nil {
		return errors.New("hypercube: no one-way schedule")
	}
	if err := dimension("a one-way schedule", w.Dim, MaxDim-1); err != nil {
		return err
	}
	if err := distance("Within", w.Within, w.Dim); err != nil {
		return err
	}
	within := w.Within // as templates have it
	if within == w.Dim {
		within = 0
	}
	last := 1 // the place of a single step
	if w.Task == sched.Broadcast {
		last = w.Steps
	}
	if w.Single != 0 && w.Single != last {
		return fmt.Errorf("hypercube: the single step of a one-way %s of %d steps is %d, not %d", w.Task, w.Steps, last, w.Single)
	}
	g, err := cube(w.Dim)
	if err != nil {
		return err
	}
	for _, t := range []*sched.Template{w.Even, w.Odd} {
		switch {
		case t == nil || t.Graph == nil || !cayley.Equal(t.Graph, g) || len(t.Time) != 1<<w.Dim || len(t.Gen) != 1<<w.Dim:
			return fmt.Errorf("hypercube: a one-way schedule of dimension %d has two templates on hypercube:%d", w.Dim, w.Dim)
		case t.Task != w.Task || t.Scope.Within != within || len(t.Scope.At) > 0:
			return fmt.Errorf("hypercube: a one-way %s within distance %d has a template for another task or scope", w.Task, w.Within)
		}
	}
	return nil
}

// checkPairs is that both templates serve a vertex in one direction in the two steps of
// a pair, or both in the single step.
func (w *OneWay) checkPairs() error {
	for v, even := range w.Even.Time {
		odd := w.Odd.Time[v]
		switch one := int32(w.Single); {
		case even == 0 && odd == 0:
		case one > 0 && (even == one || odd == one):
			if even != odd {
				return fmt.Errorf("hypercube: vertex %d is served at steps %d and %d, and %d has no partner", v, even, odd, one)
			}
		case even == odd || w.pair(int(even)) != w.pair(int(odd)) || w.Even.Gen[v] != w.Odd.Gen[v]:
			return fmt.Errorf("hypercube: vertex %d is served in directions %d and %d at steps %d and %d, which are not a pair", v, w.Even.Gen[v], w.Odd.Gen[v], even, odd)
		}
	}
	return nil
}

// disjoint checks both templates, that no (direction, step) occurs in both and that Steps
// is the last in use: as two segments, whose memory is bounded by the vertices, whatever
// the numbers in the times.
func (w *OneWay) disjoint() error {
	c := &sched.Chunked{Steps: w.Steps, Segments: []sched.Segment{w.Even, w.Odd}}
	if err := c.Verify(); err != nil {
		return fmt.Errorf("hypercube: even sources as segment 0, odd ones as segment 1: %w", err)
	}
	return nil
}
