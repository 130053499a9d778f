package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// rerouteWords is the most words that reroute tries other paths for, those of all orbits.
const rerouteWords = 1 << 12

// reroute finds paths for the words of h that load no letter with more than `bound` words, or
// at least lower the greatest load, also where each path for itself is the best for the
// loads of the others, so that choose and detours are stuck: it anneals. They are longer than the
// shortest only as the loads of all letters together leave room for it. dist is by element;
// the hops of loose words may be put in any order. Nil if nothing is gained, or the graph
// is too large: detourLimit vertices, rerouteWords.
func reroute(arcs *arcOrbits, dist []int32, h hops, bound int, loose bool) *hops {
	if len(arcs.orbit) > detourLimit || len(dist) > rerouteWords || arcs.graph.Degree() < 2 {
		return nil
	}
	paths := balance(newOptions(arcs, dist, h, bound, loose).paths, len(arcs.first)*arcs.graph.Degree(), bound)
	if paths == nil {
		return nil
	}
	r := &hops{start: make([]int, 0, len(h.start))}
	for _, path := range paths {
		r.start = append(r.start, len(r.gen))
		r.gen = append(r.gen, path...)
	}
	r.start = append(r.start, len(r.gen))
	r.time = make([]int32, len(r.gen))
	return r
}

// rerouted is the template over the paths of reroute, or nil.
func (t *ExchangeTemplate) rerouted(dist []int32, bound int) (*ExchangeTemplate, error) {
	if len(dist) > detourLimit {
		return nil, nil
	}
	arcs, err := newArcOrbits(t.Graph, cayley.FreeActionOf(t.Graph))
	if err != nil {
		return nil, err
	}
	free := cayley.Abelian(t.Graph)
	h := reroute(arcs, dist, hops{t.Start, t.Gen, t.Time}, bound, free)
	if h == nil {
		return nil, nil
	}
	r := &ExchangeTemplate{Graph: t.Graph, Scope: t.Scope, Start: h.start, Gen: h.gen, Time: h.time}
	r.schedule(free, bound)
	return r, nil
}
