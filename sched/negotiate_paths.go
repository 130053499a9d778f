package sched

import "slices"

// route finds the hops of a net anew: end after end the cheapest path from what the tree has.
// What it has late may stand in the way of an end. Then other orders are tried, and at last a
// tree that has everything as early as can be, where nothing stands in the way.
func (n *negotiator) route(w *net) {
	for try := 0; ; try++ {
		w.hops = w.hops[:0]
		for v := range n.came {
			n.came[v] = -1
		}
		n.came[w.source] = 0
		n.rng.Shuffle(len(w.ends), func(i, j int) { w.ends[i], w.ends[j] = w.ends[j], w.ends[i] })
		if !slices.ContainsFunc(w.ends, func(end int32) bool { return n.came[end] < 0 && !n.reach(w, end, try > 3) }) {
			return
		}
	}
}

// unreached is the cost of what cannot be reached.
const unreached = 1 << 60

// reach adds the cheapest path to a vertex, or of those that come first the cheapest.
func (n *negotiator) reach(w *net, end int32, first bool) bool {
	for v := range n.p {
		n.cost[v] = unreached
		if n.came[v] == 0 {
			n.cost[v] = 0
		}
	}
	at := n.steps
	for t := 1; t <= n.steps; t++ {
		n.advance(t)
		if first && n.cost[t*n.p+int(end)] < unreached {
			at = t
			break
		}
	}
	if n.cost[at*n.p+int(end)] == unreached {
		return false
	}
	for v := end; n.came[v] < 0; at-- {
		if a := n.by[at*n.p+int(v)]; a >= 0 {
			w.hops = append(w.hops, hop{a, int32(at)})
			n.came[v] = int32(at)
			v = n.arcs[a].from
		}
	}
	return true
}

// advance finds the costs of step t from those of the step before.
func (n *negotiator) advance(t int) {
	old, now, by := n.cost[(t-1)*n.p:t*n.p], n.cost[t*n.p:(t+1)*n.p], n.by[t*n.p:(t+1)*n.p]
	copy(now, old)
	for v := range by {
		by[v] = -1
		if n.came[v] == int32(t) {
			now[v] = 0
		}
	}
	price := n.price[(t-1)*n.links : t*n.links]
	for a := range n.arcs {
		arc := &n.arcs[a]
		if c := old[arc.from] + price[arc.link]; c < now[arc.to] && n.came[arc.to] < 0 {
			now[arc.to], by[arc.to] = c, int32(a)
		}
	}
	n.work -= int64(len(n.arcs))
}
