package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Reverse turns all arcs and times round (t → T+1-t): a broadcast becomes an accumulation and
// an accumulation a broadcast of the same time (Theorems 2.10 and 2.11), less the first steps if
// they are idle, which would be the last. By errata 3 the result belongs to the reversed graph.
// If the generators are closed under inverses that is the same graph: the result is on it, with
// generator k replaced by its inverse. Otherwise it is on cayley.Reverse(Graph), whose
// generator k is the inverse of the old one. O(P).
func (t *Template) Reverse() (*Template, error) {
	if err := whole(t); err != nil {
		return nil, err
	}
	if err := t.checkForm(); err != nil {
		return nil, err
	}
	d := t.Graph.Degree()
	for v, k := range t.Gen {
		if t.Time[v] != 0 && (k < 0 || int(k) >= d) {
			return nil, fmt.Errorf("sched: vertex %d has generator %d: the graph has 0 to %d", v, k, d-1)
		}
	}
	return t.back(), nil
}

// back is Reverse of a template whose form and generators are right.
func (t *Template) back() *Template {
	other := Accumulate
	if t.Task == Accumulate {
		other = Broadcast
	}
	r := &Template{Graph: turned(t.Graph), Task: other, Scope: t.Scope}
	inv := cayley.InverseGens(t.Graph)
	symmetric := !slices.Contains(inv, -1)
	r.Gen, r.Time = make([]int32, len(t.Gen)), make([]int32, len(t.Time))
	for v, k := range t.Gen {
		r.Gen[v] = -1
		if t.Time[v] == 0 {
			continue
		}
		r.Time[v] = int32(t.Steps) + 1 - t.Time[v]
		r.Gen[v] = k
		if symmetric {
			r.Gen[v] = int32(inv[k])
		}
	}
	r.Steps = lastTime(r.Time)
	return r
}

// reverse turns the sends of a broadcast or accumulation round. The graph stays: whose
// arcs have no opposites turns that too.
func (e *Explicit) reverse() *Explicit {
	r := *e
	r.Task = Accumulate - e.Task
	r.Sends = make([]Send, len(e.Sends))
	for i, s := range e.Sends {
		r.Sends[len(e.Sends)-1-i] = Send{Time: int32(e.Steps) + 1 - s.Time, From: s.To, To: s.From, Item: s.Item}
	}
	return &r
}

// reversedOf makes an accumulation from the broadcast of the reversed graph.
func reversedOf(g cayley.Cayley, make func(cayley.Cayley, Task) (*Template, error)) (*Template, error) {
	b, err := make(turned(g), Broadcast)
	if err != nil {
		return nil, err
	}
	return made(b.back())
}

// turned is the graph whose broadcasts are, reversed, the accumulations of g:
// g itself where Δ = Δ⁻¹, which spares the slower arithmetic.
func turned(g cayley.Cayley) cayley.Cayley {
	return cayley.Turned(g).(cayley.Cayley)
}
