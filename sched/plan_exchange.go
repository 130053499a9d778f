package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// planExchange makes the two-way exchange by all symmetries known, a template on a Cayley
// graph; where that takes more steps than the bound, by fewer if they save some.
func planExchange(g cayley.Graph, r Request) (s Schedule, b Bound, err error) {
	if c, ok := g.(cayley.Cayley); ok {
		s, b, err = orNil(BuildExchange(c, r.Scope))
	} else {
		s, b, err = orNil(BuildOrbitExchange(g, cayley.FreeActionOf(g), r.Scope))
	}
	if err != nil || s.Tau() <= b.Value || r.Method == "greedy" {
		return s, b, err
	}
	most := int64(splitSends)
	if r.Method == "exact" {
		most = exactSends
	}
	e, err := split(g, r.Scope, s.Tau(), b.Value, most)
	switch {
	case err != nil:
		return nil, Bound{}, err
	case e != nil:
		return e, b, nil
	}
	return s, b, nil
}

// oneWayExchange expands the exchange s for links that carry one word a step. Where the
// directions share them, other paths may do better, and all symmetries than fewer: both are tried.
func oneWayExchange(g cayley.Graph, s Schedule, r Request) (Schedule, Bound, error) {
	e, b, err := planOneWay(s, r)
	if err != nil || e.Tau() <= b.Value || r.plain() {
		return e, b, err
	}
	t, template := s.(*ExchangeTemplate)
	if !template {
		r.Method = "greedy" // by all symmetries
		symmetric, _, err := plan(g, r)
		if err != nil {
			return nil, Bound{}, err
		}
		if symmetric.Tau() > s.Tau() { // else it is s
			other, bound, err := planOneWay(symmetric, r)
			if err != nil {
				return nil, Bound{}, err
			}
			if other.Tau() < e.Tau() {
				e = other
			}
			b.raise(bound.Value, bound.Kind)
		}
		t, template = symmetric.(*ExchangeTemplate)
	}
	if !template || e.Tau() <= b.Value {
		return e, b, nil
	}
	other, err := t.alongLinks(b.Value)
	if err != nil {
		return nil, Bound{}, err
	}
	if other != nil && other.Steps < e.Tau() {
		e = other
	}
	return e, b, nil
}
