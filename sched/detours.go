package sched

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
)

// detourLimit is the most vertices of which words longer than the shortest are
// tried: one search of the graph a word and round.
const detourLimit = 256

// cheap finds the cheapest words when letter x costs price[x].
type cheap struct {
	adj   *adjacency
	price []float64
	cost  []float64
	from  []int32 // by vertex: the vertex before it
	by    []int32 // by vertex: the letter that leads there
	heap  nearest
}

func newCheap(adj *adjacency, p int) *cheap {
	return &cheap{adj: adj, price: make([]float64, adj.d), cost: make([]float64, p), from: make([]int32, p), by: make([]int32, p)}
}

type near struct {
	cost float64
	v    int32
}

type nearest []near

func (h nearest) Len() int           { return len(h) }
func (h nearest) Less(i, j int) bool { return h[i].cost < h[j].cost }
func (h nearest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nearest) Push(x any)        { *h = append(*h, x.(near)) }
func (h *nearest) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// search is Dijkstra's, from 0 until vertex `to` is settled; all of them if < 0.
func (c *cheap) search(to int32) {
	for v := range c.cost {
		c.cost[v] = math.Inf(1)
	}
	c.cost[0] = 0
	c.heap = append(c.heap[:0], near{0, 0})
	for len(c.heap) > 0 {
		at := heap.Pop(&c.heap).(near)
		if at.cost > c.cost[at.v] {
			continue
		}
		if at.v == to {
			return
		}
		for x := range int32(c.adj.d) {
			v := c.adj.next(at.v, x)
			if cost := at.cost + c.price[x]; cost < c.cost[v] {
				c.cost[v], c.from[v], c.by[v] = cost, at.v, x
				heap.Push(&c.heap, near{cost, v})
			}
		}
	}
}

// word is the cheapest word of v after a search, first letter first.
func (c *cheap) word(v int32) (w []int32) {
	for ; v != 0; v = c.from[v] {
		w = append(w, c.by[v])
	}
	slices.Reverse(w)
	return w
}

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

// priceBound is the bound of prices: whatever the price of each letter, the
// words cost together at least the sum of the cheapest, and a step moves at
// most one letter of each kind. Prices that follow the loads of the cheapest
// words come close to the best there are. They are whole numbers, so the bound
// is exact.
func priceBound(adj *adjacency, dist []int32, scope Scope) (best int) {
	c := newCheap(adj, len(dist))
	weight := make([]float64, adj.d)
	for x := range weight {
		weight[x] = 1
	}
	for range 200 {
		whole := 0.0
		top := slices.Max(weight)
		for x, w := range weight {
			c.price[x] = math.Round(1000 * w / top)
			whole += c.price[x]
		}
		c.search(-1)
		sum := 0.0
		load := make([]float64, adj.d)
		most := 1.0
		for v, s := range dist {
			if !scope.Has(int(s)) {
				continue
			}
			sum += c.cost[v]
			for u := int32(v); u != 0; u = c.from[u] {
				load[c.by[u]]++
				most = max(most, load[c.by[u]])
			}
		}
		best = max(best, int(math.Ceil(sum/whole)))
		for x := range weight {
			weight[x] *= math.Exp(0.1 * load[x] / most)
		}
	}
	return best
}
