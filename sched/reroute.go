package sched

// rerouteWords is the most words that reroute tries other paths for, those of all orbits.
const rerouteWords = 1 << 12

// reroute finds paths for the words of h that load no letter with more than `bound` words, or
// at least lower the greatest load, also where each path for itself is the best for the
// loads of the others, so that choose and detours are stuck: it anneals. They are longer than the
// shortest only as the loads of all letters together leave room for it. dist is by element.
// Nil if nothing is gained, or the graph is too large: detourLimit vertices, rerouteWords.
func reroute(arcs *arcOrbits, dist []int32, h *hops, bound int) [][]int32 {
	if len(arcs.orbit) > detourLimit || len(dist) > rerouteWords || arcs.graph.Degree() < 2 {
		return nil
	}
	return balance(newPathOptions(arcs, dist, h, bound).paths, h.letters, bound)
}
