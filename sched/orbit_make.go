package sched

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// BuildOrbits makes a universal schedule of a vertex-transitive graph over a
// group that acts freely (cayley.FreeActionOf finds one): the greedy matching
// of Build, with orbits of arcs for generators and one template an orbit, and
// restarts until the bound is met. The bound is that of LowerBound for the
// worst vertex or, where arcs have no way back, UniversalBound's. Accumulations are made on undirected graphs. O(m·P·d) in
// practice, m orbits.
func BuildOrbits(g cayley.Graph, act cayley.FreeAction, o Options) (*OrbitSchedule, Bound, error) {
	if o.Task != Broadcast && o.Task != Accumulate {
		return nil, Bound{}, fmt.Errorf("sched: an orbit schedule is a broadcast or an accumulate, not %s", o.Task)
	}
	if err := o.Scope.validate(); err != nil {
		return nil, Bound{}, err
	}
	if o.Task == Accumulate && !cayley.IsSymmetric(g) {
		return nil, Bound{}, fmt.Errorf("sched: %s: an accumulation by orbits needs an undirected graph", g.Name())
	}
	arcs, err := newArcOrbits(g, act)
	if err != nil {
		return nil, Bound{}, err
	}
	p, d, m := g.Order(), g.Degree(), len(arcs.first)
	if int64(m)*int64(p) > MaxSends {
		return nil, Bound{}, fmt.Errorf("sched: %s: %d templates of %d vertices are too many", g.Name(), m, p)
	}
	adj := adjacency{g: g, d: d, table: make([]int32, p*d), order: int32(p)}
	for u := range p {
		for k := range d { // arc k of u is the image of arc k of the first vertex
			w := g.Neighbor(arcs.first[arcs.orbit[u]], k)
			if w < 0 {
				return nil, Bound{}, fmt.Errorf("sched: %s: vertex %d has fewer arcs than others", g.Name(), arcs.first[arcs.orbit[u]])
			}
			adj.table[u*d+k] = int32(act.Act(int(arcs.elem[u]), w))
		}
	}
	var roots, dist, orbit []int32
	var want []bool
	bound := Bound{Kind: "none"}
	for j, root := range arcs.first {
		far := cayley.DistancesFrom(g, root)
		for v, r := range far {
			if r < 0 {
				return nil, Bound{}, fmt.Errorf("sched: %s: vertex %d cannot be reached from %d", g.Name(), v, root)
			}
		}
		b := boundOf(cayley.CountSpheres(far), 2*d, Broadcast, o.Scope)
		bound.raise(b.Value, b.Kind)
		one := adjacency{g: g, d: d}
		if w := wanted(&one, far, o.Scope); w != nil {
			want = append(want, w...)
		}
		roots = append(roots, int32(j*p+root))
		dist, orbit = append(dist, far...), append(orbit, arcs.orbit...)
	}
	if !cayley.IsSymmetric(g) { // a vertex may have other distances from it than to it
		if bound, err = UniversalBound(g, o.Task, TwoWay, o.Scope); err != nil {
			return nil, Bound{}, err
		}
	}
	gr := newOrbitGreedy(&adj, roots, dist, orbit, m, want)
	steps, gen, time, err := gr.best(bound.Value, o)
	if err != nil {
		return nil, Bound{}, err
	}
	s := &OrbitSchedule{Graph: g, Action: act, Task: o.Task, Scope: o.Scope, Steps: steps}
	s.fill(arcs, &adj, gen, time)
	if err := s.Verify(); err != nil {
		return nil, Bound{}, fmt.Errorf("sched: internal error: made an invalid schedule: %w", err)
	}
	return s, bound, nil
}

// fill turns generators into the vertices the arcs come from.
func (o *OrbitSchedule) fill(arcs *arcOrbits, adj *adjacency, gen, time []int32) {
	p, d := len(arcs.orbit), adj.d
	tail := func(v int, x int32) int32 { // the image of the first vertex under what carries the arc to v
		o := arcs.first[int(x)/d]
		a := arcs.act.Mul(int(arcs.elem[v]), arcs.act.Inv(int(arcs.elem[adj.table[o*d+int(x)%d]])))
		return int32(arcs.act.Act(a, o))
	}
	for j, root := range arcs.first {
		next, at := make([]int32, p), make([]int32, p)
		for v := range p {
			next[v] = -1
			if t := time[j*p+v]; t > 0 {
				next[v], at[v] = tail(v, gen[j*p+v]), t
				if o.Task == Accumulate {
					at[v] = int32(o.Steps) + 1 - t
				}
			}
		}
		o.Roots = append(o.Roots, int32(root))
		o.Next, o.Time = append(o.Next, next), append(o.Time, at)
	}
}
