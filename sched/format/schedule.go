package format

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Schedule is the schedule of the file, not yet verified: a *sched.Template,
// *sched.ExchangeTemplate or *sched.Explicit. An error means that it breaks the definitions in
// a way that those types cannot even hold; it names the element. The sends of an Explicit are
// those of the file, not copies.
func (f *File) Schedule() (sched.Schedule, error) {
	if f.Graph == nil {
		return nil, errNoGraph
	}
	if !f.Template {
		return &sched.Explicit{Graph: f.Graph, Task: f.Task, Model: f.Model, Scope: f.Scope,
			Rooted: f.Rooted, Root: f.Root, Steps: f.Steps, Sends: f.entries}, nil
	}
	g, ok := f.Graph.(cayley.Cayley)
	if !ok {
		return nil, fmt.Errorf("format: a template needs a Cayley graph; %s is not one", cayley.ShortName(f.Graph))
	}
	for i, e := range f.entries {
		switch {
		case e.From < 0 || int(e.From) >= g.Order():
			return nil, f.bad(i, "%d is not a vertex: they are 0 to %d", e.From, g.Order()-1)
		case g.Degree() == 0:
			return nil, f.bad(i, "the graph has no arcs")
		case e.To < 0 || int(e.To) >= g.Degree():
			return nil, f.bad(i, "%d is not a generator: they are 0 to %d", e.To, g.Degree()-1)
		case e.Time < 1 || int(e.Time) > f.Steps:
			return nil, f.bad(i, "time %d: times are 1 to %d", e.Time, f.Steps)
		case f.Task != sched.Exchange:
		case e.Dst < 0 || int(e.Dst) >= g.Order():
			return nil, f.bad(i, "%d is not a vertex: they are 0 to %d", e.Dst, g.Order()-1)
		}
	}
	if f.Task == sched.Exchange {
		return f.exchange(g)
	}
	return f.template(g)
}

// Verify is Verified without the schedule.
func (f *File) Verify() error {
	_, err := f.Verified()
	return err
}

// Verified judges the elements of the file by the definitions, and its claim of a bound, and
// returns its schedule: with an error too, unless the error is Schedule's. A fault of an
// element is a sched.Fault whose text has the element's number; docs/schedule-file.md says
// which fault comes first. A claim is refused if the schedule, or that of sched.Plan's method
// greedy, is shorter; or if it is of kind T, D, LB2 or load, or for one root, and more than
// that bound is. A bound by any other argument is believed on more than 256 vertices; and on an
// edge list with P²·d above 2²⁸ every bound up to the steps is. It costs as much as the
// schedule's Verify and LowerBound, and Plan where a claim is more than LowerBound.
func (f *File) Verified() (sched.Schedule, error) {
	s, err := f.Schedule()
	if err != nil {
		return nil, err
	}
	early, err := f.checkScope()
	if err != nil {
		return s, err
	}
	if err := s.Verify(); err != nil {
		return s, f.inFile(s, err)
	}
	if early {
		if err := f.checkSearched(); err != nil {
			return s, err
		}
	}
	return s, f.checkClaim(s)
}

// checkScope wants the distances of the scope to occur. It is early for that where the graph
// has too many arcs to find its diameter, but perhaps not to find what is in scope.
func (f *File) checkScope() (early bool, err error) {
	if f.Scope.All() {
		return false, nil
	}
	far, what := f.Scope.Deepest(), "the diameter of "+cayley.ShortName(f.Graph)
	switch {
	case f.Rooted:
		var b sched.Bound
		_, b, err = sched.Rooted(f.Graph, f.Root, f.Task)
		far, what = b.Value, fmt.Sprintf("the greatest of root %d of %s", f.Root, cayley.ShortName(f.Graph))
	case !cayley.VertexTransitive(f.Graph) || int(slices.Max(cayley.DistancesWithin(f.Graph, 0, far))) < far:
		far, err = cayley.Diameter(f.Graph)
	}
	if err != nil {
		return !f.Rooted, nil // what is not connected Verify refuses
	}
	return false, f.occur(far, what)
}

// checkSearched is checkScope after Verify, which has searched from every vertex as deep as the
// scope: where one of its distances does not occur, that was the whole graph, and to search it
// again takes no longer.
func (f *File) checkSearched() error {
	far, deep := 0, f.Scope.Deepest()
	for v := range f.Graph.Order() {
		far = max(far, int(slices.Max(cayley.DistancesFrom(f.Graph, v))))
		if far >= deep {
			break
		}
	}
	return f.occur(far, "the diameter of "+cayley.ShortName(f.Graph))
}

// occur wants the distances of the scope to be among those up to far.
func (f *File) occur(far int, what string) error {
	if far == 0 {
		return fmt.Errorf("format: a scope names distances, and %s has none: it is one vertex", cayley.ShortName(f.Graph))
	}
	if f.Scope.Within > 0 {
		return sched.Occur("scope within", far, what, f.Scope.Within)
	}
	return sched.Occur("scope at", far, what, f.Scope.At...)
}

func (f *File) template(g cayley.Cayley) (*sched.Template, error) {
	p := g.Order()
	t := &sched.Template{Graph: g, Task: f.Task, Steps: f.Steps, Scope: f.Scope, Gen: slices.Repeat([]int32{-1}, p), Time: make([]int32, p)}
	for i, e := range f.entries {
		v := f.serves(g, e)
		switch {
		case v == 0:
			return nil, f.bad(i, "vertex 0 is where the schedule starts or ends")
		case t.Time[v] != 0:
			return nil, f.bad(i, "vertex %d is served twice", v)
		}
		t.Gen[v], t.Time[v] = e.To, e.Time
	}
	return t, nil
}

// exchange sorts the hops by destination and time and checks that each starts
// where the one before ended.
func (f *File) exchange(g cayley.Cayley) (*sched.ExchangeTemplate, error) {
	p := g.Order()
	t := &sched.ExchangeTemplate{Graph: g, Steps: f.Steps, Scope: f.Scope, Start: make([]int, p+1),
		Gen: make([]int32, len(f.entries)), Time: make([]int32, len(f.entries))}
	order := make([]int32, len(f.entries))
	for i, e := range f.entries {
		order[i] = int32(i)
		t.Start[e.Dst+1]++
	}
	for v := range p {
		t.Start[v+1] += t.Start[v]
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.entries[a].Dst, f.entries[b].Dst), cmp.Compare(f.entries[a].Time, f.entries[b].Time))
	})
	at := 0
	for n, i := range order {
		e := f.entries[i]
		if n == t.Start[e.Dst] {
			at = 0
		}
		if int(e.From) != at {
			return nil, f.bad(int(i), "the word for %d is at vertex %d", e.Dst, at)
		}
		at = g.Neighbor(at, int(e.To))
		t.Gen[n], t.Time[n] = e.To, e.Time
	}
	return t, nil
}
