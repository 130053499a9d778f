package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Verify checks the templates as Template.Verify does, with orbits of arcs in place of
// generators: each (orbit of arcs, time) occurs at most once over all templates, so no two
// images share (arc, time). It checks that the action is free and carries arcs to arcs, but
// trusts that it is an action: Act(a, Act(b, v)) = Act(a·b, v). O(m·P + P·d) look-ups.
func (o *OrbitSchedule) Verify() error {
	if err := whole(o); err != nil {
		return err
	}
	return o.verify(o.common().slots(o.Steps, 1))
}

func (o *OrbitSchedule) verify(used bits) error {
	if o.Task != Broadcast && o.Task != Accumulate {
		return fmt.Errorf("sched: an orbit schedule is a broadcast or an accumulate, not %s", o.Task)
	}
	if err := o.Scope.validate(); err != nil {
		return err
	}
	arcs, err := newArcOrbits(o.Graph, o.Action)
	if err != nil {
		return err
	}
	p, m := o.Graph.Order(), len(arcs.first)
	if len(o.Roots) != m || len(o.Next) != m || len(o.Time) != m {
		return fmt.Errorf("sched: %d orbits with %d roots, and templates of %d Next and %d Time: want one of each for every orbit", m, len(o.Roots), len(o.Next), len(o.Time))
	}
	if o.Steps < 0 {
		return fmt.Errorf("sched: orbit schedule of %d steps: want 0 or more", o.Steps)
	}
	seen := make([]bool, m) // orbits that have a template
	last := int32(0)
	for j, root := range o.Roots {
		if root < 0 || int(root) >= p || seen[arcs.orbit[root]] {
			return fmt.Errorf("sched: template %d has root %d, which is not a vertex or in the orbit of another", j, root)
		}
		seen[arcs.orbit[root]] = true
		if len(o.Next[j]) != p || len(o.Time[j]) != p {
			return fmt.Errorf("sched: template %d has %d and %d entries for %d vertices", j, len(o.Next[j]), len(o.Time[j]), p)
		}
		for v := range p {
			next, at := o.Next[j][v], o.Time[j][v]
			if next == -1 && at == 0 {
				continue
			}
			arc, why := o.checkArc(arcs, j, int32(v))
			if why == "" && used.set(int64(arc), int(at)) {
				why = "an image of this arc is in use at this time"
			}
			if why != "" {
				return fmt.Errorf("sched: template %d of root %d: vertex %d with %d at time %d: %s", j, root, v, next, at, why)
			}
			last = max(last, at)
		}
	}
	if err := o.checkServed(); err != nil {
		return err
	}
	if int(last) != o.Steps { // last: what is missing may be why
		return fmt.Errorf("sched: orbit schedule of %d steps uses no step after %d", o.Steps, last)
	}
	return nil
}

// checkArc finds the orbit of the arc of v in template j, or why v may not have it.
func (o *OrbitSchedule) checkArc(arcs *arcOrbits, j int, v int32) (arc int, why string) {
	root, u, at := o.Roots[j], o.Next[j][v], o.Time[j][v]
	switch {
	case v == root:
		return 0, "it is the root"
	case u < 0 || int(u) >= len(o.Next[j]):
		return 0, fmt.Sprintf("vertices are 0 to %d", len(o.Next[j])-1)
	case at < 1 || int(at) > o.Steps:
		return 0, fmt.Sprintf("times are 1 to %d", o.Steps)
	}
	from, to, before := u, v, o.Time[j][u] >= at
	if o.Task == Accumulate {
		from, to, before = v, u, o.Time[j][u] <= at
	}
	arc = arcs.find(from, to)
	d := o.Graph.Degree()
	switch {
	case arc < 0:
		return 0, "no arc joins them"
	case arc/d != int(arcs.orbit[from]) || arcs.image(from, arc%d) != int(to): // find is the makers' too
		return 0, "their arc is not in the orbit that it is counted in"
	case u != root && o.Time[j][u] == 0:
		return 0, "the other vertex is not served"
	case u != root && before:
		return 0, "times do not rise along the path"
	}
	return arc, ""
}

// checkServed finds the first vertex in scope that is not served.
func (o *OrbitSchedule) checkServed() error {
	from := o.Graph
	if o.Task == Accumulate && !o.Scope.All() {
		from = cayley.Turned(from) // what counts is the way to the root
	}
	for j, root := range o.Roots {
		var dist []int32
		if !o.Scope.All() {
			dist = cayley.DistancesWithin(from, int(root), o.Scope.Deepest())
		}
		for v, at := range o.Time[j] {
			if at == 0 && v != int(root) && (dist == nil || o.Scope.Has(int(dist[v]))) {
				return fmt.Errorf("sched: template %d of root %d: vertex %d is not served", j, root, v)
			}
		}
	}
	return nil
}
