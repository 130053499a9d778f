package sched

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Request says what Plan makes.
type Request struct {
	Task   Task
	Model  Model
	Scope  Scope
	Method string // "" or one of Methods
}

// plain says that the method has one schedule, of all distances and not of an exchange.
func (r Request) plain() bool {
	return r.Method == "regular" || r.Method == "tree" || r.Method == "ring"
}

// Methods are the names Plan knows. "auto" is greedy matching, restarts, a reserve and, on
// small Cayley graphs, exact search; where an exchange by all symmetries misses its bound, it
// tries fewer; and on graphs of up to 64 vertices, where all that misses its bound, ways of its
// own for each source (negotiate), which are an Explicit. "greedy" is "auto" without these
// searches; "exact" searches longer and fails unless a bound certifies the result; "regular" is
// Theorem 4.5 from a regular order; "tree" and "ring" are the naive schedules.
func Methods() []string { return []string{"auto", "regular", "greedy", "exact", "tree", "ring"} }

// mostLinks is the links of a vertex for which there is memory.
const mostLinks = 1 << 25

// Plan makes a verified schedule, by the method named, on any graph of the grammar. It returns
// it with a bound for its task, model and scope: the cheapest that equals its time, else the
// best known. ErrNoRing, ErrNoOrder and ErrUndecided come from methods that may have no answer;
// a request for what a method does not make is a MethodError.
//
// A graph may have up to 2²⁵ links at a vertex; a broadcast takes some 160 bytes for each: 2.7 GB for
// complete:16777217.
//
// In the one-way model all sends are written out, at most MaxSends. An exchange takes some 45
// bytes a send at the peak: 4 GB for the 92 million of torus:45x45.
func Plan(g cayley.Graph, r Request) (Schedule, Bound, error) {
	if g == nil {
		return nil, Bound{}, errors.New("sched: plan without a graph")
	}
	r.Method = cmp.Or(r.Method, "auto")
	if !slices.Contains(Methods(), r.Method) {
		return nil, Bound{}, fmt.Errorf("sched: method %q, want one of %s", r.Method, strings.Join(Methods(), ", "))
	}
	if r.Task > Exchange || r.Model > OneWay {
		return nil, Bound{}, notOurs(r.Task, r.Model)
	}
	if err := r.Scope.validate(); err != nil {
		return nil, Bound{}, err
	}
	if d := g.Degree(); d > mostLinks {
		return nil, Bound{}, fmt.Errorf("sched: %s has %d links at a vertex: schedules are made for at most %d", cayley.ShortName(g), d, mostLinks)
	}
	s, b, err := planScopes(g, r)
	if err != nil {
		return nil, Bound{}, err
	}
	if s.Tau() > b.Value && !r.plain() && r.Method != "greedy" {
		switch e, err := negotiate(g, r, s.Tau(), b.Value); {
		case err != nil:
			return nil, Bound{}, err
		case e != nil:
			s = e
		}
	}
	if r.Method == "exact" {
		if err := Proved(g, s, b); err != nil {
			return nil, Bound{}, err
		}
	}
	return s, b, nil
}

// planScopes plans for the scope and, where that takes more than the bound, for those that enclose
// it: to serve more leaves other choices. What serves more is mostly cut down to what was asked
// for before its sends are written out for one-way links.
func planScopes(g cayley.Graph, r Request) (Schedule, Bound, error) {
	asked := r.Scope
	type way struct{ made, written Scope } // planned for; written out for one-way links
	ways := []way{{asked, asked}}
	switch {
	case r.Task == Exchange || asked.All() || asked.Within >= g.Order():
	case asked.Within > 0: // vertices just beyond may lead back
		ways = append(ways, way{Scope{Within: asked.Within + 1}, asked})
	default:
		full := Scope{Within: slices.Max(asked.At)}
		ways = append(ways, way{full, asked}, way{Scope{}, asked})
		if asked.gapless(full.Within) {
			ways = ways[1:]
		}
		if r.Model == OneWay && g.Order() <= oneWayOrder { // cut down after it: fewer steps on some graphs
			ways = append(ways, way{full, full}, way{})
		}
	}
	var best Schedule
	var bound Bound
	for i, w := range ways {
		r.Scope = w.made
		s, b, err := planLinks(g, r, w.written)
		if err == nil && !w.written.same(asked) {
			s, err = Restrict(s, asked)
		}
		switch {
		case i > 0 && errors.As(err, new(sizeError)): // to serve more may be too much
		case err != nil:
			return nil, Bound{}, err
		case i == 0:
			best, bound = s, b
		case s.Tau() < best.Tau():
			best = s
		}
		if best.Tau() <= bound.Value {
			break
		}
	}
	return best, bound, nil
}

// planLinks makes the schedule for the links of the model. What the scope `written` leaves out is cut
// off before sends are written out for one-way links.
func planLinks(g cayley.Graph, r Request, written Scope) (Schedule, Bound, error) {
	if r.Task == Exchange && r.Model == OneWay && !r.plain() {
		if err := tooManyHops(g, r.Scope); err != nil { // before the work of a two-way exchange
			return nil, Bound{}, err
		}
	}
	s, b, err := plan(g, r)
	if err == nil && !r.Scope.same(written) {
		s, err = Restrict(s, written)
	}
	switch {
	case err != nil || r.Model == TwoWay:
		return s, b, err
	case r.Task == Exchange:
		return oneWayExchange(g, s, r)
	}
	return planOneWay(s, r)
}

// planOneWay makes of a schedule one for links that carry one word a step.
func planOneWay(s Schedule, r Request) (Schedule, Bound, error) {
	e, err := s.(interface{ OneWay() (*Explicit, error) }).OneWay() // all that plan makes has it
	if err != nil {
		return nil, Bound{}, err
	}
	b, err := BoundOf(e)
	if err != nil || e.Steps == b.Value || r.Task == Exchange || r.plain() {
		return e, b, err
	}
	e, err = e.shorten(b.Value)
	return e, b, err
}
