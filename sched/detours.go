package sched

import (
	"math"
	"math/rand/v2"
	"slices"
)

// detourLimit is the most vertices to which paths longer than the shortest are
// tried: one search of the graph a path and round.
const detourLimit = 256

// detours lowers the greatest load of a letter with paths that need not be the
// shortest: in rounds every path is chosen anew, letters priced steeply by their
// load. It returns the paths by element, or nil if nothing is gained. The sum of
// the paths may grow, the time is what the greatest load says.
func detours(adj *adjacency, h *hops, bound int) [][]int32 {
	p := len(h.start) - 1
	if p > detourLimit || adj.d < 2 {
		return nil
	}
	paths, load := make([][]int32, p), h.load()
	for v := range paths {
		paths[v] = h.path(v)
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
			for _, x := range paths[v] {
				load[x]--
			}
			top := float64(slices.Max(load))
			for x, l := range load {
				c.price[x] = 1e-9 + math.Pow(steep, float64(l)-top)*(1+noise*rng.Float64())
			}
			c.search(int32(v))
			path := c.path(int32(v))
			if was, now := strain(load, paths[v], steep), strain(load, path, steep); now <= was {
				paths[v] = path
			}
			for _, x := range paths[v] {
				load[x]++
			}
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

// strain is what a path adds to the sum of steep^load over the letters, in parts
// of the greatest load's.
func strain(load []int, path []int32, steep float64) (sum float64) {
	top := float64(slices.Max(load))
	for _, x := range path {
		sum += math.Pow(steep, float64(load[x])-top)
		load[x]++
	}
	for _, x := range path {
		load[x]--
	}
	return sum
}
