package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// complete finds the first (word, vertex) in scope that is not served.
func (e *Explicit) complete(served func(item, v int32) bool) error {
	if e.Rooted {
		return e.completeRoot(served)
	}
	each := e.reach(maxLooks)
	for a := range int32(e.Graph.Order()) {
		var missing error
		if err := each(a, func(b int32) bool {
			item, v := a, b
			if e.Task == Accumulate { // a sends, b is the root
				item, v = b, a
			}
			if !served(item, v) {
				missing = e.missing(item, v)
			}
			return missing == nil
		}); err != nil {
			return err
		}
		if missing != nil {
			return missing
		}
	}
	return nil
}

// completeRoot is complete for one root: one search from it, against the arcs if what
// counts is the way to it. O(P·d).
func (e *Explicit) completeRoot(served func(item, v int32) bool) error {
	root := int32(e.Root)
	var far []int32
	if !e.Scope.All() {
		from := e.Graph
		if e.Task == Accumulate {
			from = cayley.Turned(from)
		}
		far = cayley.DistancesWithin(from, e.Root, e.Scope.Deepest())
	}
	for v := range int32(e.Graph.Order()) {
		if v != root && (far == nil || e.Scope.Has(int(far[v]))) && !served(root, v) {
			return e.missing(root, v)
		}
	}
	return nil
}

func (e *Explicit) missing(item, v int32) error {
	if e.Task == Exchange {
		return fmt.Errorf("sched: the word of %d for %d does not arrive", item, v)
	}
	return fmt.Errorf("sched: vertex %d has no part in the %s of %d", v, e.Task, item)
}

// reach calls yield with every b ≠ a whose distance from a is in scope, until it
// says no. On a Cayley graph that costs what it yields, on others a search from a as deep
// as the scope: an error where all of them look at too many arcs.
func (e *Explicit) reach(limit int64) func(a int32, yield func(b int32) bool) error {
	c, isCayley := e.Graph.(cayley.Cayley)
	p := int32(e.Graph.Order())
	switch {
	case e.Scope.All():
		return func(a int32, yield func(b int32) bool) error {
			for b := range p {
				if b != a && !yield(b) {
					break
				}
			}
			return nil
		}
	case isCayley:
		var list []int32
		for v, d := range cayley.DistancesWithin(c, 0, e.Scope.Deepest()) {
			if e.Scope.Has(int(d)) {
				list = append(list, int32(v))
			}
		}
		return func(a int32, yield func(b int32) bool) error {
			for _, v := range list {
				if !yield(int32(c.Mul(int(a), int(v)))) {
					break
				}
			}
			return nil
		}
	}
	// Where every distance up to the last is served, whatever is searched was sent to: the
	// limit is for the rest.
	n := newNearby(e.Graph, e.Scope, limit+int64(e.Graph.Degree())*(int64(p)+int64(len(e.Sends))))
	return func(a int32, yield func(b int32) bool) error {
		if !n.search(a) {
			return sizeError{fmt.Errorf("sched: %s: finding which distances are in scope takes more than %d looks at arcs; want a smaller scope or a Cayley graph", cayley.ShortName(e.Graph), limit)}
		}
		for _, b := range n.met {
			if e.Scope.Has(int(n.dist[b])) && !yield(b) {
				break
			}
		}
		return nil
	}
}
