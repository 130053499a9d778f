package sched

import (
	"fmt"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// plan makes the two-way schedule by the method named.
func plan(g cayley.Graph, r Request) (Schedule, Bound, error) {
	o := Options{Task: r.Task, Scope: r.Scope, Greedy: r.Method == "greedy"}
	c, isCayley := g.(cayley.Cayley)
	switch {
	case r.plain() && r.Task == Exchange:
		return nil, Bound{}, &MethodError{r.Method, "makes no exchange: use auto"}
	case r.Method == "regular" && !isCayley:
		return nil, Bound{}, &MethodError{r.Method, "needs a Cayley graph; " + cayley.ShortName(g) + " is not one (errata 10): use auto"}
	case r.plain() && !r.Scope.All():
		return nil, Bound{}, &MethodError{r.Method, "serves every distance: use auto for a scope"}
	case r.Task == Exchange:
		return planExchange(g, r)
	case !isCayley:
		return planOrbits(g, r, o)
	}
	var t *Template
	var b Bound
	var err error
	switch r.Method {
	case "regular":
		t, err = regular(c, r)
	case "tree":
		t, err = Tree(c, r.Task)
	case "ring":
		t, err = Ring(c, r.Task)
	default:
		t, b, err = Build(c, o)
	}
	if err != nil {
		return nil, Bound{}, err
	}
	if b.Kind == "" {
		b, err = t.Certify()
	}
	return t, b, err
}

// planOrbits makes the two-way broadcast or accumulation of a graph that is no Cayley graph.
func planOrbits(g cayley.Graph, r Request, o Options) (s Schedule, b Bound, err error) {
	act := cayley.FreeActionOf(g)
	if !r.plain() {
		return orNil(BuildOrbits(g, act, o))
	}
	refusal := tooMany(g.Order(), g.Order()-1) // by RingCycle
	if r.Method == "tree" {
		refusal = fewTemplates(g, act, 1)
	}
	if err := early(g, refusal); err != nil {
		return nil, Bound{}, err
	}
	if b, err = LowerBound(g, r.Task, TwoWay, r.Scope); err != nil { // first: it says what is too much
		return nil, Bound{}, err
	}
	if r.Method == "tree" {
		s, err = OrbitTree(g, act, r.Task)
	} else {
		s, err = RingCycle(g, r.Task)
	}
	if err != nil {
		return nil, Bound{}, err
	}
	return s, b, nil
}

// orNil keeps a nil pointer from becoming a schedule.
func orNil[S Schedule](s S, b Bound, err error) (Schedule, Bound, error) {
	if err != nil {
		return nil, Bound{}, err
	}
	return s, b, nil
}

// regular is Theorem 4.5, or its reverse (errata 3).
func regular(g cayley.Cayley, r Request) (*Template, error) {
	from, arcs := g, ""
	if r.Task == Accumulate {
		if from = turned(g); from.Name() != g.Name() {
			arcs = ", its arcs turned round for an accumulation,"
		}
	}
	order, answer, why, err := FindRegularOrder(from)
	if err != nil {
		return nil, err
	}
	switch answer {
	case No:
		return nil, fmt.Errorf("sched: %s%s has %w: %s", cayley.ShortName(g), arcs, ErrNoOrder, why)
	case Unknown:
		return nil, fmt.Errorf("sched: %s%s: %w: no regular order was found and none excluded: %s", cayley.ShortName(g), strings.TrimSuffix(arcs, ","), ErrUndecided, why)
	}
	t := order.Template()
	if r.Task == Accumulate {
		t = t.back()
	}
	return made(t)
}
