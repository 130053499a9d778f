package format

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

const (
	claimLooks = 1 << 28 // arcs looked at to count the words of a graph that may not be vertex-transitive
	claimOrder = 256     // vertices of a graph for which a shorter schedule is made
)

// checkClaim refuses a bound that is known to be none. For one root the bound is exact. For
// all, what counts words and distances is computed; more may be true by another argument,
// and then a shorter schedule refutes it, on graphs small enough to make one.
func (f *File) checkClaim(s sched.Schedule) error {
	if f.Bound > f.Steps {
		return fmt.Errorf("format: the file claims a bound of %d for a schedule of %d steps", f.Bound, f.Steps)
	}
	p, d := int64(f.Graph.Order()), int64(f.Graph.Degree())
	switch {
	case f.Bound == 0:
		return nil
	case f.Rooted:
		if b, err := sched.BoundOf(s); err == nil && f.Bound > b.Value {
			return fmt.Errorf("format: the file claims a bound of %d, and the farthest vertex in scope is at distance %d; want no more", f.Bound, b.Value)
		}
		return nil
	case !cayley.VertexTransitive(f.Graph) && p*p > claimLooks/max(1, d):
		return nil
	}
	known, err := sched.LowerBound(f.Graph, f.Task, f.Model, f.Scope)
	if err != nil || f.Bound <= known.Value {
		return nil // too large to say, or true
	}
	if slices.Contains([]string{"T", "D", "LB2", "load"}, f.BoundKind) {
		return fmt.Errorf("format: the file claims a bound of %d (%s), and to count words and distances gives %v; want no more", f.Bound, f.BoundKind, known)
	}
	if p > claimOrder {
		return nil
	}
	best, _, err := sched.Plan(f.Graph, sched.Request{Task: f.Task, Model: f.Model, Scope: f.Scope, Method: "greedy"})
	if err == nil && best.Tau() < f.Bound {
		return fmt.Errorf("format: the file claims a bound of %d, and there is a schedule in %d; want no more", f.Bound, best.Tau())
	}
	return nil
}
