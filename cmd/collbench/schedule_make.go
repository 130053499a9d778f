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
	rooted bool // of one root alone
	root   int
}

// made is a schedule that has passed its verifier, and what bounds it.
type made struct {
	sched.Schedule
	bound sched.Bound
	of    *wish
}

// make makes the schedule and verifies it, whatever its maker has done already.
func (w *wish) make() (made, error) {
	s, bound, err := w.plan()
	if err != nil {
		return made{}, err
	}
	if err := s.Verify(); err != nil {
		return made{}, fmt.Errorf("internal error: made an invalid schedule: %w", err)
	}
	return made{s, bound, w}, nil
}

func (w *wish) plan() (sched.Schedule, sched.Bound, error) {
	if w.rooted {
		return sched.Rooted(w.graph, w.root, w.task)
	}
	return hypercube.Plan(w.graph, sched.Request{Task: w.task, Model: w.model, Scope: w.scope, Method: w.method})
}

func (m made) summary() string {
	what := m.of.task.String()
	if m.of.rooted {
		what += fmt.Sprintf(" %s root %d", map[sched.Task]string{sched.Broadcast: "from", sched.Accumulate: "to"}[m.of.task], m.of.root)
	}
	proof := "not proved shortest"
	if m.Tau() == m.bound.Value {
		proof = "as short as can be"
	}
	return fmt.Sprintf("%s on %s: %d steps, bound %s, %s", what, cayley.ShortName(m.of.graph), m.Tau(), m.bound, proof)
}
