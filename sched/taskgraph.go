package sched

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Arc is a labelled edge of a task graph.
type Arc struct {
	From, To, Time int32
}

// TaskGraph is Definition 2.2: arcs of a graph with positive times, strictly
// increasing along every directed path. By errata 2 it must be acyclic: on a
// directed cycle e < f and f < e both hold, and condition (i) orders nothing.
// Times cannot rise all the way round.
type TaskGraph struct {
	Graph cayley.Graph
	Arcs  []Arc
}

// Tau is the time of the task graph (2.4).
func (t *TaskGraph) Tau() int {
	last := int32(0)
	for _, a := range t.Arcs {
		last = max(last, a.Time)
	}
	return int(last)
}

// Reverse turns all arcs and times round (2.10). The arcs belong to the
// reversed graph, so this needs an undirected one (errata 3).
func (t *TaskGraph) Reverse() (*TaskGraph, error) {
	if t.Graph == nil {
		return nil, errors.New("sched: task without a graph")
	}
	if !cayley.IsSymmetric(t.Graph) {
		return nil, fmt.Errorf("sched: %s is directed: its task graphs reversed are those of the reversed graph", cayley.ShortName(t.Graph))
	}
	r := &TaskGraph{Graph: t.Graph, Arcs: make([]Arc, len(t.Arcs))}
	tau := int32(t.Tau())
	for i, a := range t.Arcs {
		r.Arcs[i] = Arc{From: a.To, To: a.From, Time: tau - a.Time + 1}
	}
	return r, nil
}

// Verify checks Definition 2.2 with errata 2: arcs of the graph, times at least
// 1, no directed cycle, and times that rise along every path. The error names
// the first arc at fault, or the vertices of a cycle. O(P + arcs·d).
func (t *TaskGraph) Verify() error {
	if t.Graph == nil {
		return errors.New("sched: task without a graph")
	}
	p := t.Graph.Order()
	find := newArcs(t.Graph, len(t.Arcs))
	out := make([][]int32, p) // arcs by tail
	into := make([]int32, p)
	for i, a := range t.Arcs {
		switch {
		case a.From < 0 || int(a.From) >= p || a.To < 0 || int(a.To) >= p:
			return fmt.Errorf("sched: arc %d of the task, %d → %d: vertices are 0 to %d", i, a.From, a.To, p-1)
		case find.find(a.From, a.To) < 0:
			return fmt.Errorf("sched: arc %d of the task, %d → %d, is not in the graph", i, a.From, a.To)
		case a.Time < 1:
			return fmt.Errorf("sched: arc %d of the task, %d → %d, has time %d: times are at least 1", i, a.From, a.To, a.Time)
		}
		out[a.From] = append(out[a.From], int32(i))
		into[a.To]++
	}
	arrival := make([]int32, p) // the greatest time of an arc into a vertex
	var ready []int32
	for v := range into {
		if into[v] == 0 {
			ready = append(ready, int32(v))
		}
	}
	done := 0
	for ; done < len(ready); done++ {
		u := ready[done]
		for _, i := range out[u] {
			a := t.Arcs[i]
			if a.Time <= arrival[u] {
				return fmt.Errorf("sched: arc %d of the task, %d → %d, has time %d but an arc into %d has %d", i, a.From, a.To, a.Time, u, arrival[u])
			}
			arrival[a.To] = max(arrival[a.To], a.Time)
			if into[a.To]--; into[a.To] == 0 {
				ready = append(ready, a.To)
			}
		}
	}
	if done < p {
		return fmt.Errorf("sched: the task graph has a directed cycle through %v: times cannot rise all the way round (errata 2)", cycle(t.Arcs, out, into))
	}
	return nil
}

// cycle finds a directed cycle among the vertices that still wait for arcs.
func cycle(arcs []Arc, out [][]int32, into []int32) []int32 {
	before := make(map[int32]int32) // by vertex that waits: one it waits for
	var v int32
	for u := range out {
		if into[u] > 0 {
			for _, i := range out[u] {
				if into[arcs[i].To] > 0 {
					before[arcs[i].To] = int32(u)
				}
			}
			v = int32(u)
		}
	}
	seen := map[int32]bool{}
	for !seen[v] {
		seen[v] = true
		v = before[v]
	}
	list := []int32{v}
	for u := before[v]; u != v && len(list) < 16; u = before[u] {
		list = append(list, u)
	}
	return list
}
