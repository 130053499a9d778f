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
	return m, nil
}

func (w *wish) choose() (made, error) {
	cube := w.graph.Degree() > 0 && cayley.IsHypercube(w.graph)
	if cube && w.scope.At == nil && (w.method == "auto" || w.method == "exact") {
		m, err := w.cube(w.graph.Degree())
		if err == nil && w.method == "exact" {
			err = sched.Proved(w.graph, m, m.bound)
		}
		return m, answered(err)
	}
	s, bound, err := sched.Plan(w.graph, sched.Request{Task: w.task, Model: w.model, Scope: w.scope, Method: w.method})
	m := made{s, bound, w.graph}
	if err == nil && cube && w.method == "auto" && s.Tau() > bound.Value {
		w.cubeWithout(&m)
	}
	return m, answered(err)
}

// answered makes answers of what sched says no to.
func answered(err error) error {
	for _, no := range []error{sched.ErrNoRing, sched.ErrNoOrder, sched.ErrUndecided} {
		if errors.Is(err, no) {
			return answer(plain(err))
		}
	}
	return err
}

// bounded puts a schedule beside the best bound known.
func (w *wish) bounded(s sched.Schedule, err error) (made, error) {
	if err != nil {
		return made{}, err
	}
	bound, err := sched.BoundOf(s)
	return made{s, bound, w.graph}, err
}

func (m made) summary(task sched.Task) string {
	proof := "not proved shortest"
	if m.Tau() == m.bound.Value {
		proof = "as short as can be"
	}
	return fmt.Sprintf("%s on %s: %d steps, bound %s, %s", task, cayley.ShortName(m.graph), m.Tau(), m.bound, proof)
}
