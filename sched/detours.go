package sched

import (
	"math"
	"math/rand/v2"
	"slices"
)

// detourLimit is the most vertices of which words longer than the shortest are
// tried: one search of the graph a word and round.
const detourLimit = 256

// detours lowers the greatest load of a letter with words that need not be the
// shortest: in rounds every word is chosen anew, letters priced steeply by their
// load. It returns the words by element, or nil if nothing is gained. The sum of
// the words may grow, the time is what the greatest load says.
func detours(adj *adjacency, h hops, bound int) [][]int32 {
	p := len(h.start) - 1
	if p > detourLimit || adj.d < 2 {
		return nil
	}
	words, load := make([][]int32, p), make([]int, adj.d)
	for v := range words {
		words[v] = h.gen[h.start[v]:h.start[v+1]]
		for _, x := range words[v] {
			load[x]++
		}
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
			if len(words[v]) == 0 {
				continue
			}
			for _, x := range words[v] {
				load[x]--
			}
			top := float64(slices.Max(load))
			for x, l := range load {
				c.price[x] = 1e-9 + math.Pow(steep, float64(l)-top)*(1+noise*rng.Float64())
			}
			c.search(int32(v))
			word := c.word(int32(v))
			if was, now := strain(load, words[v], steep), strain(load, word, steep); now <= was {
				words[v] = word
			}
			for _, x := range words[v] {
				load[x]++
			}
		}
		if top := slices.Max(load); top < least {
			least, best = top, slices.Clone(words)
			if least <= bound {
				break
			}
		}
	}
	return best
}

// strain is what a word adds to the sum of steep^load over the letters, in parts
// of the greatest load's.
func strain(load []int, word []int32, steep float64) (sum float64) {
	top := float64(slices.Max(load))
	for _, x := range word {
		sum += math.Pow(steep, float64(load[x])-top)
		load[x]++
	}
	for _, x := range word {
		load[x]--
	}
	return sum
}
