package hypercube

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Plan is the shortest schedule known for a request, and its bound. On a cube, by the methods
// auto and exact, that is: for all distances, or those up to one of them, the closed form
// (paper, sections 6 and 7); for the opposite vertex alone, one-way, OneWayAntipodes; for
// another scope with gaps, the part that it needs of the closed form within its greatest
// distance, if that is shorter than what sched.Plan finds. All else is sched.Plan's, errors
// included. A closed form is not verified here.
func Plan(g cayley.Graph, r sched.Request) (sched.Schedule, sched.Bound, error) {
	best := r.Method == "" || r.Method == "auto" || r.Method == "exact"
	cube := best && g != nil && g.Degree() > 0 && cayley.IsHypercube(g)
	refused := r.Scope.Within < 0 || r.Scope.Within > 0 && len(r.Scope.At) > 0 // by sched.Plan
	if !cube || r.Task > sched.Exchange || r.Model > sched.OneWay || refused {
		return sched.Plan(g, r)
	}
	exact := r.Method == "exact"
	r.Method = "auto" // exact is about what comes out in the end
	maker := closed
	if len(r.Scope.At) > 0 {
		maker = gaps
	}
	s, b, err := maker(g, r)
	if err == nil && exact {
		err = sched.Proved(g, s, b)
	}
	if err != nil {
		return nil, sched.Bound{}, err
	}
	return s, b, nil
}

// gaps plans for a scope that leaves distances out.
func gaps(g cayley.Graph, r sched.Request) (sched.Schedule, sched.Bound, error) {
	if r.Model == sched.OneWay && len(r.Scope.At) == 1 && r.Scope.At[0] == g.Degree() {
		return bounded(antipodes(g.Degree(), r.Task))
	}
	s, b, err := sched.Plan(g, r)
	if err != nil || s.Tau() <= b.Value || r.Task == sched.Exchange {
		return s, b, err
	}
	whole := r
	whole.Scope = sched.Scope{Within: slices.Max(r.Scope.At)}
	if c, _, err := closed(g, whole); err == nil {
		if part, err := sched.Restrict(c, r.Scope); err == nil && part.Tau() < s.Tau() {
			s = part
		}
	}
	return s, b, nil
}

// closed is the closed form of a scope without gaps.
func closed(g cayley.Graph, r sched.Request) (sched.Schedule, sched.Bound, error) {
	return bounded(form(g.Degree(), r))
}

// bounded is a schedule and its bound.
func bounded[S sched.Schedule](s S, err error) (sched.Schedule, sched.Bound, error) {
	if err != nil {
		return nil, sched.Bound{}, err
	}
	b, err := sched.BoundOf(s)
	return s, b, err
}

// form makes what closed bounds: as the verifier wants it, with the scope that was asked
// for, of which within d is another name for all.
func form(d int, r sched.Request) (sched.Schedule, error) {
	l := d
	if r.Scope.Within > 0 {
		l = min(d, r.Scope.Within)
	}
	if r.Task == sched.Exchange {
		x, err := ExchangeWithin(d, l)
		if err != nil {
			return nil, err
		}
		if x.Scope = r.Scope; r.Model == sched.TwoWay {
			return x, nil
		}
		e, err := OneWayExchange(x, nil)
		if err != nil {
			return nil, err
		}
		return e, nil
	}
	if r.Model == sched.TwoWay {
		t, err := ofTask(r.Task, BroadcastWithin, AccumulateWithin)(d, l)
		if err != nil {
			return nil, err
		}
		t.Scope = r.Scope
		return t, nil
	}
	w, err := ofTask(r.Task, OneWayBroadcast, OneWayAccumulate)(d, l)
	if err != nil {
		return nil, err
	}
	e, err := w.Expand(nil)
	if err != nil {
		return nil, err
	}
	e.Scope = r.Scope
	return e, nil
}

// ofTask is the maker of a task that is one of two.
func ofTask[S any](task sched.Task, broadcast, accumulate func(d, l int) (S, error)) func(d, l int) (S, error) {
	if task == sched.Accumulate {
		return accumulate
	}
	return broadcast
}
