package sched

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Template is the schedule of the identity in a Cayley graph; left translation
// by s makes it the schedule of source (or root) s, and no two translates ever
// use the same arc at the same time (paper, Theorem 4.5 and remarks 4.7;
// errata 9). It holds one entry a vertex: O(P) for a task of P² words.
//
// Broadcast: the word of 0 reaches v over the arc v·g⁻¹ → v with g = Gen(Gen[v])
// at time Time[v]. Accumulate: v passes its partial sum over the arc v → v·g.
type Template struct {
	Graph cayley.Cayley
	Task  Task
	Steps int     // T; the last time in use
	Gen   []int32 // by vertex; -1 where v is not served (and at 0)
	Time  []int32 // by vertex, 1 … Steps; 0 where v is not served
	Scope Scope   // the distances that must be served; zero: all
}

// Tau is the time of the schedule, τ of Definition 2.17.
func (t *Template) Tau() int { return t.Steps }

func (t *Template) common() common { return common{t.Graph, nil, t.Task, t.Scope, 1} }

// Order returns the vertices the template serves, in order of time.
func (t *Template) Order() []int32 {
	list := make([]int32, 0, len(t.Time))
	for v := range t.Time {
		if t.Time[v] > 0 {
			list = append(list, int32(v))
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return int(t.Time[a]) - int(t.Time[b]) })
	return list
}

// Arcs returns the function from v to the ends of the arc by which v is served: v·g⁻¹ and v for
// a broadcast, v and v·g for an accumulation. v must be served, by a generator of the graph.
func (t *Template) Arcs() func(v int) (from, to int) {
	parent := t.parents()
	if t.Task == Accumulate {
		return func(v int) (from, to int) { return v, parent(v, int(t.Gen[v])) }
	}
	return func(v int) (from, to int) { return parent(v, int(t.Gen[v])), v }
}

// parents returns the function (v, k) → the other end of v's arc: v·g⁻¹ for a broadcast, v·g
// for an accumulation. Neighbor is the cheaper way there.
func (t *Template) parents() func(v, k int) int {
	if t.Task == Accumulate {
		return t.Graph.Neighbor
	}
	return cayley.In(t.Graph)
}
