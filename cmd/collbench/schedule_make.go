package main

import (
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
		return made{}, err
	}
	if err := s.Verify(); err != nil {
		return made{}, fmt.Errorf("internal error: made an invalid schedule: %w", err)
	}
	return made{s, bound, w.graph}, nil
}

func (m made) summary(task sched.Task) string {
	proof := "not proved shortest"
	if m.Tau() == m.bound.Value {
		proof = "as short as can be"
	}
	return fmt.Sprintf("%s on %s: %d steps, bound %s, %s", task, cayley.ShortName(m.graph), m.Tau(), m.bound, proof)
}
