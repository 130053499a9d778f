package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// ExchangeTemplate is the universal exchange of a Cayley graph (Definition
// 2.15) by translation: the paths of the words of source 0. Source s sends its
// word for s·v over the arcs s·u → s·u·Gen(k) of the path of v, at the same
// times. Translates never collide when each (generator, time) occurs once.
//
// The word for v takes hops Start[v] … Start[v+1]-1: generator Gen[i] at time Time[i],
// increasing; between hops it waits where it is. Start has P+1 entries. A vertex that is not
// served, and 0, has no hops. Memory: 8 bytes a hop.
type ExchangeTemplate struct {
	Graph cayley.Cayley
	Steps int // the last time in use
	Start []int
	Gen   []int32
	Time  []int32
	Scope Scope
}

// Tau is the time of the schedule, τ of Definition 2.17.
func (t *ExchangeTemplate) Tau() int { return t.Steps }
