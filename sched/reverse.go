package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Reverse turns all arcs and times round (t → T+1-t): a broadcast becomes an
// accumulation and an accumulation a broadcast of the same time (Theorems 2.10
// and 2.11). By errata 3 the result belongs to the reversed graph. Where the
// generators are closed under inverses that is the same graph, and the result
// is on it, generator k replaced by its inverse; otherwise it is on
// cayley.Reverse(Graph), generator k standing for its inverse. O(P).
func (t *Template) Reverse() (*Template, error) {
	r := &Template{Steps: t.Steps, Scope: t.Scope}
	switch t.Task {
	case Broadcast:
		r.Task = Accumulate
	case Accumulate:
		r.Task = Broadcast
	default:
		return nil, fmt.Errorf("sched: a template of task %s has no reverse: broadcast and accumulate have", t.Task)
	}
	inv, symmetric := inverses(t.Graph)
	r.Graph = t.Graph
	if !symmetric {
		r.Graph = cayley.Reverse(t.Graph)
	}
	r.Gen, r.Time = make([]int32, len(t.Gen)), make([]int32, len(t.Time))
	for v, k := range t.Gen {
		r.Gen[v] = -1
		if t.Time[v] == 0 {
			continue
		}
		r.Time[v] = int32(t.Steps) + 1 - t.Time[v]
		r.Gen[v] = k
		if symmetric {
			if k < 0 || int(k) >= len(inv) {
				return nil, fmt.Errorf("sched: vertex %d has generator %d: the graph has 0 to %d", v, k, len(inv)-1)
			}
			r.Gen[v] = int32(inv[k])
		}
	}
	return r, nil
}
