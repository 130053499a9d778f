package main

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
)

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
