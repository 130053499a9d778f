package main

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
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

// bounded puts a schedule beside the best bound known.
func (w *wish) bounded(s sched.Schedule, err error) (made, error) {
	if err != nil {
		return made{}, err
	}
	bound, err := sched.BoundOf(s)
	return made{s, bound, w.graph}, err
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
	r, found, why := sched.FindRegularOrder(c)
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
