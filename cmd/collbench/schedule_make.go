package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

// wish is what schedule is asked for.
type wish struct {
	graph  cayley.Graph
	task   sched.Task
	model  sched.Model
	scope  sched.Scope
	method string
}

// made is a schedule that has passed its verifier, and what bounds it.
type made struct {
	sched.Schedule
	bound sched.Bound
	graph cayley.Graph
}

// make makes the schedule and verifies it, whatever its maker has done already.
func (w *wish) make() (made, error) {
	m, err := w.choose()
	if err != nil {
		return made{}, err
	}
	if err := m.Verify(); err != nil {
		return made{}, fmt.Errorf("internal error: made an invalid schedule: %w", err)
	}
	if w.method == "exact" && m.Tau() > m.bound.Value {
		return made{}, answer(fmt.Sprintf("%s, so --method exact has no answer; auto gives it", m.summary(w.task)))
	}
	return m, nil
}

func (w *wish) choose() (made, error) {
	cube := w.graph.Degree() > 0 && cayley.IsHypercube(w.graph)
	switch {
	case w.method == "regular" && w.task != sched.Exchange:
		return w.regular()
	case cube && w.scope.At == nil && (w.method == "auto" || w.method == "exact"):
		return w.cube(w.graph.Degree())
	}
	method := w.method
	if method == "exact" {
		method = "auto" // make looks at what comes out
	}
	s, bound, err := sched.Plan(w.graph, sched.Request{Task: w.task, Model: w.model, Scope: w.scope, Method: method})
	if errors.Is(err, sched.ErrNoRing) {
		return made{}, answer(plain(err))
	}
	if method == "tree" || method == "ring" {
		return w.bounded(s, err)
	}
	m := made{s, bound, w.graph}
	if err == nil && cube && w.method != "greedy" && s.Tau() > bound.Value {
		w.cubeWithout(&m)
	}
	return m, err
}

// cubeWithout takes the closed form within the greatest distance of a scope with
// gaps, less what that need not serve, if it is shorter.
func (w *wish) cubeWithout(m *made) {
	if w.scope.At == nil {
		return
	}
	whole := *w
	whole.scope = sched.Scope{Within: slices.Max(w.scope.At)}
	c, err := whole.cube(w.graph.Degree())
	if err != nil {
		return
	}
	if s, err := sched.Restrict(c.Schedule, w.scope); err == nil && s.Tau() < m.Tau() {
		m.Schedule = s
	}
}

// bounded puts a schedule beside the best bound known.
func (w *wish) bounded(s sched.Schedule, err error) (made, error) {
	if err != nil {
		return made{}, err
	}
	bound, err := sched.BoundOf(s)
	return made{s, bound, w.graph}, err
}

// cube is the closed form for the hypercube, of all distances or those within
// one (paper, sections 6 and 7).
func (w *wish) cube(d int) (made, error) {
	l := w.scope.Within
	if l == 0 {
		l = d
	}
	switch {
	case w.task == sched.Exchange:
		x, err := hypercube.ExchangeWithin(d, l)
		if err != nil {
			return made{}, err
		}
		x.Scope = w.scope // within d is all
		if w.model == sched.TwoWay {
			return w.bounded(x, nil)
		}
		return w.bounded(hypercube.OneWayExchange(x, nil))
	case w.model == sched.OneWay:
		maker := hypercube.OneWayBroadcast
		if w.task == sched.Accumulate {
			maker = hypercube.OneWayAccumulate
		}
		one, err := maker(d, l)
		if err != nil {
			return made{}, err
		}
		e, err := one.Expand(nil)
		if err != nil {
			return made{}, err
		}
		e.Scope = w.scope
		return w.bounded(e, nil)
	}
	maker := hypercube.BroadcastWithin
	if w.task == sched.Accumulate {
		maker = hypercube.AccumulateWithin
	}
	t, err := maker(d, l)
	if err != nil {
		return made{}, err
	}
	t.Scope = w.scope
	return w.bounded(t, nil)
}

// regular is Theorem 4.5's schedule; an accumulation is that of the reversed graph,
// turned round (errata 3). If there is none, that is an answer, not a mistake.
func (w *wish) regular() (made, error) {
	c, ok := w.graph.(cayley.Cayley)
	switch {
	case !ok:
		return made{}, fmt.Errorf("--method regular needs a Cayley graph; %s is not one", cayley.ShortName(w.graph))
	case !w.scope.All():
		return made{}, errors.New("--method regular serves every distance, want auto with --within or --at")
	case w.task == sched.Accumulate && !cayley.IsSymmetric(c):
		c = cayley.Reverse(c)
	}
	r, found, why := sched.FindRegularOrder(c, 0)
	switch found {
	case sched.No:
		return made{}, answer(fmt.Sprintf("%s has no regular order: %s", cayley.ShortName(c), why))
	case sched.Unknown:
		return made{}, answer(fmt.Sprintf("%s: no regular order was found and none excluded: %s", cayley.ShortName(c), why))
	}
	t := r.Template()
	if w.task == sched.Accumulate {
		var err error
		if t, err = t.Reverse(); err != nil {
			return made{}, err
		}
	}
	if w.model == sched.OneWay {
		return w.bounded(t.OneWay())
	}
	return w.bounded(t, nil)
}

func (m made) summary(task sched.Task) string {
	proof := "not proved shortest"
	if m.Tau() == m.bound.Value {
		proof = "as short as can be"
	}
	return fmt.Sprintf("%s on %s: %d steps, bound %s, %s", task, cayley.ShortName(m.graph), m.Tau(), m.bound, proof)
}
