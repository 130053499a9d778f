package main

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// ofMaking is an error of making a schedule that begins with the flag it is about: the
// graph, where it is not the method. What sched says no to is an answer.
func ofMaking(err error, w wish) error {
	for _, no := range []error{sched.ErrNoRing, sched.ErrNoOrder, sched.ErrUndecided} {
		if errors.Is(err, no) {
			return answer(plain(err))
		}
	}
	var method *sched.MethodError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &method):
		return fmt.Errorf("--method %s %s", method.Method, method.Why)
	case errors.Is(err, sched.ErrTooMany) && w.model == sched.OneWay && isCayley(w.graph):
		return fmt.Errorf("--graph: %s; want --links two-way or a smaller graph", plain(err))
	case errors.Is(err, sched.ErrTooMany):
		return fmt.Errorf("--graph: %s; want a smaller graph", plain(err))
	}
	return fmt.Errorf("--graph: %s", plain(err))
}

// ofFormat is an error of writing a schedule in a format, not to the file.
func ofFormat(form string, w wish, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sched.ErrTooMany) && !isCayley(w.graph): // no format keeps templates
		return ofMaking(err, w)
	case errors.Is(err, sched.ErrTooMany):
		return fmt.Errorf("--format %s: %s; want --format json, which keeps the template", form, plain(err))
	}
	return fmt.Errorf("--format %s: %s", form, plain(err))
}

// isCayley reports whether schedules of the graph are templates.
func isCayley(g cayley.Graph) bool {
	_, ok := g.(cayley.Cayley)
	return ok
}
