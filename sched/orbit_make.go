package sched

import (
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// BuildOrbits makes a universal schedule on any graph by a group of automorphisms that acts
// freely (cayley.FreeActionOf finds one, if only the identity). It uses the greedy matching of
// Build, with orbits of arcs in place of generators and one template for each orbit, and
// restarts until it meets the bound of LowerBound. An accumulation is the broadcast of the
// reversed graph, backwards (errata 3). O(m·P·d) in practice, for m orbits.
func BuildOrbits(g cayley.Graph, act cayley.FreeAction, o Options) (*OrbitSchedule, Bound, error) {
	if err := early(g, fewTemplates(g, act, 1)); err != nil {
		return nil, Bound{}, err
	}
	bound, err := LowerBound(g, o.Task, TwoWay, o.Scope)
	if err != nil {
		return nil, Bound{}, err
	}
	list, err := buildOrbits(g, act, o, 1, bound)
	if err != nil {
		return nil, Bound{}, err
	}
	s, err := made(list[0].(*OrbitSchedule))
	return s, bound, err
}

// buildOrbits schedules so many segments together, which compete for the same arcs: an
// OrbitSchedule each.
func buildOrbits(g cayley.Graph, act cayley.FreeAction, o Options, segments int, bound Bound) (list []Segment, err error) {
	if o.Task != Broadcast && o.Task != Accumulate {
		return nil, fmt.Errorf("sched: an orbit schedule is a broadcast or an accumulate, not %s", o.Task)
	}
	if err := o.Scope.validate(); err != nil {
		return nil, err
	}
	if err := fewTemplates(g, act, segments); err != nil {
		return nil, err
	}
	from := g
	if o.Task == Accumulate {
		from = cayley.Turned(g)
	}
	arcs, err := newArcOrbits(from, act)
	if err != nil {
		return nil, err
	}
	p, d, m := from.Order(), from.Degree(), len(arcs.first)
	adj := arcs.table()
	var roots, dist, orbit []int32
	var want []bool
	for _, root := range arcs.first {
		far := cayley.DistancesFrom(from, root)
		if v := slices.Index(far, -1); v >= 0 {
			return nil, apart(g, o.Task == Accumulate, root, v)
		}
		if w := wanted(&adjacency{g: from, d: d}, far, o.Scope); w != nil {
			want = append(want, w...)
		}
		dist, orbit = append(dist, far...), append(orbit, arcs.orbit...)
	}
	dist, orbit = slices.Repeat(dist, segments), slices.Repeat(orbit, segments)
	if want != nil {
		want = slices.Repeat(want, segments)
	}
	for j := range segments * m {
		roots = append(roots, int32(j*p+arcs.first[j%m]))
	}
	gr := newGreedy(&adj, roots, dist, orbit, m, want)
	steps, gen, time, err := gr.best(bound.Value, gr.tries(), 0)
	if err != nil {
		return nil, err
	}
	for n := m * p; len(gen) > 0; gen, time = gen[n:], time[n:] {
		s := &OrbitSchedule{Graph: g, Action: act, Task: o.Task, Scope: o.Scope}
		s.fill(arcs, &adj, steps, gen[:n], time[:n])
		list = append(list, s)
	}
	return list, nil
}

// early is a refusal that need not wait for LowerBound and its distances: of a graph that is not
// known to be vertex-transitive LowerBound says first what is too much.
func early(g cayley.Graph, refusal error) error {
	if cayley.VertexTransitive(g) {
		return refusal
	}
	return nil
}

// fewTemplates refuses more than MaxSends entries of templates, so many for each orbit of
// vertices, before there is any work.
func fewTemplates(g cayley.Graph, act cayley.FreeAction, segments int) error {
	templates := orbitsOf(g, act) // the factors are below 2^31 and 2^27
	if int64(segments) <= MaxSends/(int64(templates)*int64(g.Order())) {
		return nil
	}
	return fmt.Errorf("sched: %s: %d templates of %d vertices are too many: want a smaller graph, or one with more symmetry, of at most %d entries in all", cayley.ShortName(g), int64(templates)*int64(segments), g.Order(), MaxSends)
}

// fill turns generators into the vertices the arcs come from, and the times of an
// accumulation round, of so many steps.
func (o *OrbitSchedule) fill(arcs *arcOrbits, adj *adjacency, steps int, gen, time []int32) {
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
					at[v] = int32(steps) + 1 - t
				}
			}
		}
		o.Roots = append(o.Roots, int32(root))
		o.Next, o.Time = append(o.Next, next), append(o.Time, at)
		o.Steps = max(o.Steps, lastTime(at))
	}
}
