package main

import (
	"errors"
	"fmt"

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
	s, bound, err := hypercube.Plan(w.graph, sched.Request{Task: w.task, Model: w.model, Scope: w.scope, Method: w.method})
	if err != nil {
		return made{}, answered(err)
	}
	if err := s.Verify(); err != nil {
		return made{}, fmt.Errorf("internal error: made an invalid schedule: %w", err)
	}
	return made{s, bound, w.graph}, nil
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

func (m made) summary(task sched.Task) string {
	proof := "not proved shortest"
	if m.Tau() == m.bound.Value {
		proof = "as short as can be"
	}
	return fmt.Sprintf("%s on %s: %d steps, bound %s, %s", task, cayley.ShortName(m.graph), m.Tau(), m.bound, proof)
}
