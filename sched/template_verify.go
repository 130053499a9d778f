package sched

import (
	"fmt"
	"iter"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Verify checks the template, and by translation the universal schedule it
// stands for, against the definitions as errata 2 and 5 correct them:
//
//   - every vertex in scope but 0 is served exactly once, by a generator of the
//     graph at a time 1 … Steps, and Steps is the last time in use,
//     though steps before it may be idle;
//   - times rise along every path from 0 (Broadcast) or to 0 (Accumulate), so
//     the arcs form a tree in which words can move (2.2, 2.11);
//   - no generator has the same time twice: left translation moves an arc of generator k to
//     every arc of generator k exactly once, so no two tasks share an (arc, time) (2.13).
//
// The error names the first vertex, in order of number, that breaks a rule. O(P) time and one
// bit of memory for each (generator, time) pair; scopes other than all also cost one
// breadth-first search.
func (t *Template) Verify() error { return t.VerifyIn(t.numbers) }

// VerifyIn is Verify, but the error names the first bad vertex in the given order, which must
// contain every served vertex exactly once.
func (t *Template) VerifyIn(order iter.Seq[int]) error {
	if err := whole(t); err != nil {
		return err
	}
	return t.checkAll(order, t.common().slots(t.Steps, 1))
}

func (t *Template) verify(used bits) error { return t.checkAll(t.numbers, used) }

// numbers is the vertices but 0, in order of number.
func (t *Template) numbers(yield func(v int) bool) {
	for v := 1; v < len(t.Gen) && yield(v); v++ {
	}
}

// checkForm looks at what needs no vertex but 0.
func (t *Template) checkForm() error {
	p := t.Graph.Order()
	switch {
	case t.Task != Broadcast && t.Task != Accumulate:
		return fmt.Errorf("sched: a template is a broadcast or an accumulate, not %s", t.Task)
	case len(t.Gen) != p || len(t.Time) != p:
		return fmt.Errorf("sched: template of %d generators and %d times for %d vertices", len(t.Gen), len(t.Time), p)
	case t.Steps < 0:
		return fmt.Errorf("sched: template of %d steps: want 0 or more", t.Steps)
	case p > 0 && (t.Gen[0] != -1 || t.Time[0] != 0):
		return fmt.Errorf("sched: vertex 0 has generator %d and time %d: want -1 and 0, since all words start or end there", t.Gen[0], t.Time[0])
	}
	return t.Scope.validate()
}

// checkAll looks at the form, the vertices in order, and then at what is missing.
func (t *Template) checkAll(order iter.Seq[int], used bits) error {
	if err := t.checkForm(); err != nil {
		return err
	}
	p, d := t.Graph.Order(), t.Graph.Degree()
	parent := t.parents()
	last := int32(0)
	for v := range order {
		if v < 1 || v >= p {
			return fmt.Errorf("sched: vertex %d is none to look at: they are 1 to %d", v, p-1)
		}
		k, at := t.Gen[v], t.Time[v]
		if k == -1 && at == 0 {
			continue
		}
		if k < 0 || int(k) >= d {
			return fault(v, -1, "vertex %d has generator %d: the graph has 0 to %d", v, k, d-1)
		}
		if at < 1 || int(at) > t.Steps {
			return fault(v, -1, "vertex %d has time %d: times are 1 to %d", v, at, t.Steps)
		}
		last = max(last, at)
		if err := t.checkOrder(v, parent(v, int(k))); err != nil {
			return err
		}
		if used.set(int64(k), int(at)) {
			return fault(v, -1, "vertex %d uses generator %d at time %d, and so does %s", v, k, at, t.rival(v))
		}
	}
	if err := t.checkServed(); err != nil {
		return err
	}
	if int(last) != t.Steps { // last: what is missing may be why
		return fmt.Errorf("sched: template of %d steps uses no step after %d", t.Steps, last)
	}
	return nil
}

// rival is the first other vertex with the generator and the time of v.
func (t *Template) rival(v int) string {
	for u := range t.Gen {
		if u != v && t.Gen[u] == t.Gen[v] && t.Time[u] == t.Time[v] {
			return fmt.Sprintf("vertex %d", u)
		}
	}
	return "an entry before" // in another segment, or v itself
}

// checkOrder is the rule of 2.2 for the arc of v, whose other end is u.
func (t *Template) checkOrder(v, u int) error {
	if u == 0 {
		return nil
	}
	if t.Time[u] == 0 {
		return fault(v, -1, "vertex %d is joined to %d, which is not served", v, u)
	}
	if t.Task == Broadcast && t.Time[u] >= t.Time[v] {
		return fault(v, -1, "the word is sent to %d at time %d but reaches its sender %d only at %d", v, t.Time[v], u, t.Time[u])
	}
	if t.Task == Accumulate && t.Time[u] <= t.Time[v] {
		return fault(v, -1, "the sum of %d leaves at time %d but %d has passed its own on at %d", v, t.Time[v], u, t.Time[u])
	}
	return nil
}

// checkServed finds the first vertex in scope that is not served.
func (t *Template) checkServed() error {
	var dist []int32
	if !t.Scope.All() {
		dist = cayley.DistancesWithin(t.Graph, 0, t.Scope.Deepest())
	}
	for v := 1; v < len(t.Time); v++ {
		if t.Time[v] != 0 {
			continue
		}
		w := v
		if t.Task == Accumulate { // distance from v to 0 = distance from 0 to v⁻¹
			w = t.Graph.Inv(v)
		}
		if dist == nil || t.Scope.Has(int(dist[w])) {
			return fault(v, -1, "vertex %d is not served", v)
		}
	}
	return nil
}
