package sched

import (
	"math"
	"math/rand/v2"
	"slices"
)

// detourLimit is the most vertices to which paths longer than the shortest are
// tried: one search of the graph a path and round.
const detourLimit = 256

// detours lowers the greatest load of a lane with paths that need not be the
// shortest: in rounds every path is chosen anew, letters priced steeply by the
// load of their lanes. It returns the paths by element, or nil if nothing is gained. The
// sum of the paths may grow, the time is what the greatest load says.
func detours(adj *adjacency, h *hops, l lanes, bound int) [][]int32 {
	p := len(h.start) - 1
	if p > detourLimit || adj.d < 2 {
		return nil
	}
	paths, load := make([][]int32, p), make([]int, len(l.takes))
	for v := range paths {
		paths[v] = h.path(v)
		l.put(load, paths[v], 1)
	}
	least := slices.Max(load)
	if least <= bound {
		return nil
	}
	var best [][]int32
	c := newCheap(adj, p)
	rng := rand.New(rand.NewPCG(5, 8))
	for round := range min(300, 12*detourLimit/p) {
		steep := 1 + 6*float64(round%12+1)/float64(1+least/8) // gentle first, then steeper
		noise := 0.01 + 0.5*rng.Float64()*float64(round/12%2)
		for _, v := range rng.Perm(p) {
			if len(paths[v]) == 0 {
				continue
			}
			l.put(load, paths[v], -1)
			top := float64(slices.Max(load))
			for x, i := range l.of {
				c.price[x] = 1e-9 + float64(l.takes[i])*math.Pow(steep, float64(load[i])-top)*(1+noise*rng.Float64())
			}
			c.search(int32(v))
			path := c.path(int32(v))
			if was, now := l.strain(load, paths[v], steep), l.strain(load, path, steep); now <= was {
				paths[v] = path
			}
			l.put(load, paths[v], 1)
		}
		if top := slices.Max(load); top < least {
			least, best = top, slices.Clone(paths)
			if least <= bound {
				break
			}
		}
	}
	return best
}

// strain is what a path adds to the sum of steep^load over the lanes, in parts
// of the greatest load's.
func (l *lanes) strain(load []int, path []int32, steep float64) (sum float64) {
	top := float64(slices.Max(load))
	for i, x := range path {
		sum += float64(l.takes[l.of[x]]) * math.Pow(steep, float64(load[l.of[x]])-top)
		l.put(load, path[i:i+1], 1)
	}
	l.put(load, path, -1)
	return sum
}
