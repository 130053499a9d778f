package sched

import (
	"math"
	"slices"
)

// raiseExchange raises the bound of an exchange of so many steps, whose generators have
// these loads, by weights and, on small graphs, by prices. inv is the inverses of the generators
// where links are one-way, else nil.
func (b *Bound) raiseExchange(adj *adjacency, dist []int32, load []int, scope Scope, inv []int, steps int) {
	b.raise(weights(adj, dist, load, scope, inv), "weights")
	if len(dist) <= 4*detourLimit && steps > b.Value {
		b.raise(priceBound(adj, dist, scope, inv), "weights")
	}
}

// weights is the bound of the most loaded generators of an exchange: the best
// of the sets of generators whose load is at least some value. A word takes at
// least as many letters of the set as the cheapest path does, and a step has
// as many as the set has links. One-way, where inv are the inverses, the sets are
// closed under these: a generator and its inverse share links, and one that is its
// own has half.
func weights(adj *adjacency, dist []int32, load []int, scope Scope, inv []int) (best int) {
	heavy := make([]bool, adj.d)
	twice := 0 // words a vertex can move in two steps
	add := func(x int) {
		if heavy[x] {
			return
		}
		heavy[x] = true
		twice += 2
		if inv != nil && inv[x] >= 0 {
			heavy[inv[x]] = true
			if inv[x] == x {
				twice--
			}
		}
	}
	for n := 0; n < 16 && slices.Contains(heavy, false); n++ {
		top := -1
		for x, l := range load {
			if !heavy[x] {
				top = max(top, l)
			}
		}
		for x, l := range load {
			if l >= top-top/64 { // loads that are meant to be equal
				add(x)
			}
		}
		sum := 0
		for v, c := range cheapest(adj, heavy) {
			if scope.Has(int(dist[v])) {
				sum += int(c)
			}
		}
		best = max(best, (2*sum+twice-1)/twice)
	}
	return best
}

// load counts the hops of every generator.
func (t *ExchangeTemplate) load() []int {
	return (&hops{gen: t.Gen, letters: t.Graph.Degree()}).load()
}

// load is the same for an exchange written out.
func (e *Explicit) load() []int {
	load := make([]int, e.Graph.Degree())
	arcs := newArcs(e.Graph, len(e.Sends))
	for _, s := range e.Sends {
		load[arcs.find(s.From, s.To)]++
	}
	return load
}

// cheapest is the least number of heavy letters in a path to each vertex.
func cheapest(adj *adjacency, heavy []bool) []int32 {
	cost := slices.Repeat([]int32{-1}, adj.g.Order())
	layer, next := []int32{0}, []int32{}
	for c := int32(0); len(layer) > 0; c++ {
		for i := 0; i < len(layer); i++ {
			u := layer[i]
			if cost[u] >= 0 {
				continue
			}
			cost[u] = c
			for x := range int32(adj.d) {
				if v := adj.next(u, x); cost[v] < 0 {
					if heavy[x] {
						next = append(next, v)
					} else {
						layer = append(layer, v)
					}
				}
			}
		}
		layer, next = next, layer[:0]
	}
	return cost
}

// priceBound is the bound of prices: whatever the price of each letter, the
// words cost together at least the sum of the cheapest, and a step moves at
// most one letter of each kind, over one-way links at most one of a generator and
// its inverse, half a one that is its own. Prices that follow the loads of the cheapest
// paths come close to the best there are. They are whole numbers, so the bound
// is exact.
func priceBound(adj *adjacency, dist []int32, scope Scope, inv []int) (best int) {
	c, l := newCheap(adj, len(dist)), lanesOf(adj.d, inv)
	weight := slices.Repeat([]float64{1}, len(l.takes))
	for range 200 {
		twice := 0.0 // the price of what a vertex can move in two steps
		top := slices.Max(weight)
		price := make([]float64, len(weight))
		for i, w := range weight {
			price[i] = math.Round(1000 * w / top)
			twice += price[i] * float64(2/l.takes[i])
		}
		for x, i := range l.of {
			c.price[x] = price[i]
		}
		c.search(-1)
		sum := 0.0
		load := make([]int, len(weight))
		for v, s := range dist {
			if scope.Has(int(s)) {
				sum += c.cost[v]
				l.put(load, c.path(int32(v)), 1)
			}
		}
		best = max(best, int(math.Ceil(2*sum/twice)))
		most := float64(max(1, slices.Max(load)))
		for i := range weight {
			weight[i] *= math.Exp(0.1 * float64(load[i]) / most)
		}
	}
	return best
}
