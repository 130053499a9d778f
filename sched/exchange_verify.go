package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Verify checks the template, and by translation the universal exchange it
// stands for: every vertex in scope but 0 has a path of generators from 0 that
// ends there, at rising times 1 … Steps, and meets no vertex twice (2.15); no
// (generator, time) occurs twice, so translates share (arc, time) nowhere
// (2.13); Steps is the last time in use. O(hops) time, one bit a (generator,
// time) pair and 4 bytes a vertex.
func (t *ExchangeTemplate) Verify() error {
	if err := whole(t); err != nil {
		return err
	}
	if err := t.checkStarts(); err != nil {
		return err
	}
	p, d := t.Graph.Order(), t.Graph.Degree()
	if t.Steps < 0 {
		return fmt.Errorf("sched: exchange of %d steps: want 0 or more", t.Steps)
	}
	if err := t.Scope.validate(); err != nil {
		return err
	}
	var dist []int32
	if !t.Scope.All() {
		dist = cayley.DistancesWithin(t.Graph, 0, t.Scope.Deepest())
	}
	used := newBits(int64(d), t.Steps, len(t.Gen))
	met := make([]int32, p) // by vertex: the last path that met it
	last, missing := int32(0), 0
	for v := range p {
		if t.Start[v] < t.Start[v+1] {
			end, err := t.checkPath(v, used, met)
			if err != nil {
				return err
			}
			last = max(last, end)
		} else if v != 0 && missing == 0 && (dist == nil || t.Scope.Has(int(dist[v]))) {
			missing = v
		}
	}
	if missing != 0 { // after all that is wrong, which may be why
		return fault(missing, -1, "the word for vertex %d does not move", missing)
	}
	if int(last) != t.Steps {
		return fmt.Errorf("sched: exchange of %d steps uses no step after %d", t.Steps, last)
	}
	return nil
}

// checkPath is the rule of 2.15 for the word of v, which ends at the time returned.
func (t *ExchangeTemplate) checkPath(v int, used bits, met []int32) (end int32, err error) {
	if v == 0 {
		return 0, fault(0, 0, "the word of 0 for itself moves, and is there already")
	}
	d, at := t.Graph.Degree(), 0
	met[0] = int32(v)
	for i := t.Start[v]; i < t.Start[v+1]; i++ {
		k, when := t.Gen[i], t.Time[i]
		if k < 0 || int(k) >= d {
			return 0, fault(v, i, "the word for vertex %d takes generator %d: the graph has 0 to %d", v, k, d-1)
		}
		if when <= end || int(when) > t.Steps {
			return 0, fault(v, i, "the word for vertex %d moves at time %d after %d: times rise from 1 to %d", v, when, end, t.Steps)
		}
		if used.set(int64(k), int(when)) {
			j, u := 0, 0
			for t.Gen[j] != k || t.Time[j] != when {
				j++
			}
			for t.Start[u+1] <= j {
				u++
			}
			return 0, fault(v, i, "the word for vertex %d takes generator %d at time %d, and so does that for vertex %d", v, k, when, u)
		}
		at, end = t.Graph.Neighbor(at, int(k)), when
		if met[at] == int32(v) {
			return 0, fault(v, i, "the word for vertex %d comes to %d twice", v, at)
		}
		met[at] = int32(v)
	}
	if at != v {
		return 0, fault(v, t.Start[v+1]-1, "the word for vertex %d ends at %d", v, at)
	}
	return end, nil
}

// checkStarts is that Start divides the hops among the vertices.
func (t *ExchangeTemplate) checkStarts() error {
	p := t.Graph.Order()
	if len(t.Start) != p+1 || t.Start[0] != 0 || t.Start[p] != len(t.Gen) || len(t.Gen) != len(t.Time) {
		return fmt.Errorf("sched: exchange of %d vertices with %d starts, %d generators and %d times: want %d starts, from 0 to the number of generators, and as many times", p, len(t.Start), len(t.Gen), len(t.Time), p+1)
	}
	for v := range p {
		if t.Start[v+1] < t.Start[v] {
			return fmt.Errorf("sched: exchange: the hops of vertex %d end before they start", v)
		}
	}
	return nil
}
