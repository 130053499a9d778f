package sched

import (
	"errors"
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Make makes the best template it finds for a universal broadcast or accumulation. Whenever it
// finds one whose time a bound certifies, it is that one (Certify names the bound). It is Build
// with default options.
func Make(g cayley.Cayley, task Task) (*Template, error) {
	t, _, err := Build(g, Options{Task: task})
	return t, err
}

// Options choose what Build makes. The zero value is a universal broadcast by
// every method.
type Options struct {
	Task   Task
	Scope  Scope
	Greedy bool // neither a reserve nor exact search
}

// searchSize is the most vertices the exact search is tried on.
const searchSize = 600

// lb3Size is the most vertices LB3 is asked about when luck fails.
const lb3Size = 400_000

// Build makes and verifies a template. Until a bound is met it tries greedy matching, random
// restarts, a reserve for the last steps (reserver) and, on small graphs, exact search. The
// bound is the cheapest that equals the time of the template, else the best known. For scopes
// that leave distances out (At) the relays are chosen on the way (relayer). The first greedy
// pass costs O(P·d) and at most 64 bytes a vertex for d ≤ 10.
func Build(g cayley.Cayley, o Options) (*Template, Bound, error) {
	if g == nil {
		return nil, Bound{}, errors.New("sched: no graph to build a template for")
	}
	if err := o.Scope.validate(); err != nil {
		return nil, Bound{}, err
	}
	switch o.Task {
	case Broadcast:
	case Accumulate:
		return accumulation(g, o)
	default:
		return nil, Bound{}, fmt.Errorf("sched: a template is a broadcast or an accumulate, not %s: exchanges have BuildExchange", o.Task)
	}
	adj, dist, order, err := numbered(g)
	if err != nil {
		return nil, Bound{}, err
	}
	t := &Template{Graph: g, Task: Broadcast, Scope: o.Scope}
	bound := boundOf(cayley.CountSpheres(dist), 2*adj.d, Broadcast, o.Scope)
	bound.raiseRelays(&adj, dist, o.Scope, 2*adj.d)
	if err := t.fill(&adj, dist, &bound, o); err != nil {
		return nil, Bound{}, err
	}
	if order != nil { // back to the numbers of the graph
		gen := t.Gen
		t.Gen = scatter(make([]int32, len(gen)), gen, order)
		t.Time = scatter(gen, t.Time, order)
	}
	t, err = made(t)
	return t, bound, err
}

// scatter is out with out[order[i]] = list[i].
func scatter(out, list, order []int32) []int32 {
	for i, x := range list {
		out[order[i]] = x
	}
	return out
}

// accumulation makes the broadcast of the reversed graph and turns it round.
func accumulation(g cayley.Cayley, o Options) (t *Template, bound Bound, err error) {
	t, err = reversedOf(g, func(from cayley.Cayley, task Task) (b *Template, err error) {
		o.Task = task
		b, bound, err = Build(from, o)
		return b, err
	})
	return t, bound, err
}

// fill runs the makers in turn until the bound is met.
func (t *Template) fill(adj *adjacency, dist []int32, bound *Bound, o Options) error {
	gr := newGreedy(adj, []int32{0}, dist, nil, 1, wanted(adj, dist, o.Scope))
	moderate := len(dist) <= lb3Size
	tries, seed := gr.tries(), uint64(0)
	if moderate {
		tries = 4 // then ask whether the bound can be met at all
	}
	var err error
	t.Steps, t.Gen, t.Time, err = gr.best(bound.Value, tries, seed)
	if err != nil || t.Steps <= bound.Value {
		return err
	}
	if moderate {
		bound.raise(lb3(adj, dist, o.Scope).Bound.Value, "LB3")
	}
	if t.Steps > bound.Value && moderate {
		seed++
		steps, gen, time, err := gr.best(bound.Value, gr.tries(), seed)
		if err != nil {
			return err
		}
		if steps < t.Steps {
			t.Steps, t.Gen, t.Time = steps, gen, time
		}
	}
	if len(o.Scope.At) > 0 {
		for n := bound.Value; n < t.Steps; n++ {
			if t.withRelays(adj, dist, n, seed) {
				break
			}
		}
		return nil
	}
	if t.Steps <= bound.Value || o.Greedy {
		return nil
	}
	if moderate && o.Scope.All() && t.withReserve(adj, dist, bound.Value, gr.tries(), seed) {
		return nil
	}
	if len(dist) <= searchSize {
		t.search(adj, dist, bound.Value)
	}
	return nil
}

// Certify returns the cheapest bound equal to the time of the template, or the best known when
// none is. O(P·d) unless LB3 is needed, which is tried up to 400,000 vertices.
func (t *Template) Certify() (Bound, error) {
	if err := whole(t); err != nil {
		return Bound{}, err
	}
	b, err := LowerBound(t.Graph, t.Task, TwoWay, t.Scope)
	if err != nil || b.Value >= t.Steps || len(t.Time) > lb3Size {
		return b, err
	}
	c, err := LB3(t.Graph, t.Task, t.Scope)
	if err != nil || b.Value > c.Bound.Value {
		return b, err
	}
	return c.Bound, nil
}
