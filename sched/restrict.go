package sched

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Restrict is the part of a broadcast or accumulation that a smaller scope needs: the vertices
// in scope and those on the way to them, without steps that become empty. O(P) for a Template,
// O(m·P·d) for an OrbitSchedule of m templates, for an Explicit what its Verify takes.
func Restrict(s Schedule, scope Scope) (Schedule, error) {
	if err := scope.validate(); err != nil {
		return nil, err
	}
	if s == nil {
		return nil, errors.New("sched: no schedule to restrict")
	}
	if err := s.Verify(); err != nil {
		return nil, err
	}
	var r Schedule
	switch s := s.(type) {
	case *Template:
		r = s.restrict(scope)
	case *OrbitSchedule:
		r = s.restrict(scope)
	case *Explicit:
		if s.Task == Exchange {
			return nil, errors.New("sched: an exchange has no tree to restrict: make it for the smaller scope")
		}
		part, err := s.restrict(scope)
		if err != nil {
			return nil, err
		}
		r = part
	default:
		return nil, fmt.Errorf("sched: a %T cannot be restricted to a scope: a Template, an OrbitSchedule and an Explicit can", s)
	}
	if err := r.Verify(); err != nil {
		return nil, err
	}
	return r, nil
}

// waysTo marks the wanted vertices and those between them and the root; up is
// -1 where no way leads.
func waysTo(root int32, want []bool, up func(v int32) int32) []bool {
	on := make([]bool, len(want))
	for v, w := range want {
		for u := int32(v); w && u >= 0 && u != root && !on[u]; u = up(u) {
			on[u] = true
		}
	}
	return on
}

// around is what is in scope of a root, by distance from it, or to it.
func (s Scope) around(g cayley.Graph, root int, task Task) []bool {
	if task == Accumulate {
		g = cayley.Turned(g)
	}
	want := make([]bool, g.Order())
	for v, r := range cayley.DistancesFrom(g, root) {
		want[v] = s.Has(int(r))
	}
	return want
}

// prune takes out of a tree what is not marked.
func prune(on []bool, label, time []int32) {
	for v := range label {
		if !on[v] || time[v] == 0 {
			label[v], time[v] = -1, 0
		}
	}
}

// closeUp numbers the times in use from 1 on and returns how many there are; 0 is none.
func closeUp(times ...[]int32) (steps int) {
	rank := map[int32]int32{}
	for _, list := range times {
		for _, at := range list {
			rank[at] = 0
		}
	}
	delete(rank, 0)
	for i, at := range slices.Sorted(maps.Keys(rank)) {
		rank[at] = int32(i + 1)
	}
	for _, list := range times {
		for i, at := range list {
			list[i] = rank[at]
		}
	}
	return len(rank)
}

func (t *Template) restrict(scope Scope) *Template {
	r := *t
	r.Scope, r.Gen, r.Time = scope, slices.Clone(t.Gen), slices.Clone(t.Time)
	parent := t.parents()
	up := func(v int32) int32 {
		if t.Gen[v] < 0 {
			return -1
		}
		return int32(parent(int(v), int(t.Gen[v])))
	}
	prune(waysTo(0, scope.around(t.Graph, 0, t.Task), up), r.Gen, r.Time)
	r.Steps = closeUp(r.Time)
	return &r
}

func (o *OrbitSchedule) restrict(scope Scope) *OrbitSchedule {
	r := *o
	r.Scope, r.Next, r.Time = scope, slices.Clone(o.Next), slices.Clone(o.Time)
	for j, root := range o.Roots {
		next, time := slices.Clone(o.Next[j]), slices.Clone(o.Time[j])
		prune(waysTo(root, scope.around(o.Graph, int(root), o.Task), func(v int32) int32 { return o.Next[j][v] }), next, time)
		r.Next[j], r.Time[j] = next, time
	}
	r.Steps = closeUp(r.Time...)
	return &r
}

func (e *Explicit) restrict(scope Scope) (*Explicit, error) {
	p := e.Graph.Order()
	of := make([][]int32, p) // by item: its sends
	for i, s := range e.Sends {
		of[s.Item] = append(of[s.Item], int32(i))
	}
	r := *e
	r.Scope, r.Sends = scope, nil
	around := Explicit{Graph: e.Graph, Scope: scope, Sends: e.Sends} // what is in scope of an item
	if e.Task == Accumulate {
		around.Graph = cayley.Turned(e.Graph)
	}
	each := around.reach(maxLooks)
	up, on := make([]int32, p), make([]int32, p) // by vertex: its parent, and the last item that needs it, +1
	for item, list := range of {
		ends := func(i int32) (v, parent int32) {
			s := e.Sends[i]
			if e.Task == Accumulate {
				return s.From, s.To
			}
			return s.To, s.From
		}
		for _, i := range list {
			v, parent := ends(i)
			up[v] = parent
		}
		if len(list) == 0 {
			continue
		}
		root, now := int32(item), int32(item+1)
		if err := each(root, func(v int32) bool {
			for ; v != root && on[v] != now; v = up[v] {
				on[v] = now
			}
			return true
		}); err != nil {
			return nil, err
		}
		for _, i := range list {
			if v, _ := ends(i); on[v] == now {
				r.Sends = append(r.Sends, e.Sends[i])
			}
		}
	}
	times := make([]int32, len(r.Sends))
	for i := range times {
		times[i] = r.Sends[i].Time
	}
	r.Steps = closeUp(times)
	for i, at := range times {
		r.Sends[i].Time = at
	}
	return &r, nil
}
