package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// cutOrder is the most vertices of a graph of which, for some distances alone, the words across
// a cut are counted: they are so many as pairs of vertices.
const cutOrder = 256

// cuts bounds a task by cuts: what must cross from one part of the vertices to the other, over
// the links between them, one word a step on each. A family of cuts is given by levels of the
// vertices: cut j has those of levels up to j on one side, the inside. A broadcast's word crosses
// inward if its source is outside and a vertex that it serves inside, and outward the other way
// round; each crossing takes an arc of that direction. An exchange's word from outside to inside
// crosses inward at least once. So in T steps there are at most T·(arcs inward) crossings
// inward, the same outward, and one-way at most T·(links) of both. An accumulation is a broadcast
// of the turned graph.
type cuts struct {
	p, m     int
	exchange bool
	model    Model
	scope    Scope
	arcs     []cutArc
	pairs    [][2]int32 // source and destination of each word in scope, where it is not all
}

// cutArc is an arc; pair says that it is the second of a link that has two.
type cutArc struct {
	from, to int32
	pair     bool
}

// newCuts are those of a graph, turned for an accumulation, with m words for one. It is nil
// where it would take too long.
func newCuts(g cayley.Graph, task Task, model Model, scope Scope, m int) *cuts {
	p := g.Order()
	if !scope.All() && p > cutOrder {
		return nil
	}
	c := &cuts{p: p, m: m, exchange: task == Exchange, model: model, scope: scope}
	met := map[[2]int32]bool{}
	for u := range p {
		for k := range linksAt(g, u) {
			a := cutArc{from: int32(u), to: int32(g.Neighbor(u, k))}
			if model == OneWay {
				met[[2]int32{a.from, a.to}] = true
				a.pair = met[[2]int32{a.to, a.from}]
			}
			c.arcs = append(c.arcs, a)
		}
		if !scope.All() {
			for v, d := range cayley.DistancesFrom(g, u) {
				if scope.Has(int(d)) {
					c.pairs = append(c.pairs, [2]int32{int32(u), int32(v)})
				}
			}
		}
	}
	return c
}

// across counts, by cut, what crosses it inward and outward: until it is summed up, what begins
// to cross there less what ends.
type across struct{ in, out []int }

func newAcross(levels int) across { return across{make([]int, levels), make([]int, levels)} }

// put adds what goes from one level to another.
func (a across) put(from, to int32) {
	list := a.out
	if from > to {
		list, from, to = a.in, to, from
	}
	list[from]++
	list[to]--
}

func (a across) sum() {
	for j := 1; j < len(a.in); j++ {
		a.in[j] += a.in[j-1]
		a.out[j] += a.out[j-1]
	}
}

// bound is that of the cuts between so many levels, and the arcs inward by cut.
func (c *cuts) bound(level []int32, levels int) (best int, inward []int) {
	arcs, second := newAcross(levels), newAcross(levels)
	for _, a := range c.arcs {
		arcs.put(level[a.from], level[a.to])
		if a.pair {
			second.put(level[a.from], level[a.to])
		}
	}
	arcs.sum()
	second.sum()
	words := c.words(level, levels)
	for j := range levels - 1 {
		least := func(words, links int) {
			if links > 0 {
				best = max(best, (words*c.m+links-1)/links)
			}
		}
		least(words.in[j], arcs.in[j])
		least(words.out[j], arcs.out[j])
		if c.model == OneWay {
			least(words.in[j]+words.out[j], arcs.in[j]+arcs.out[j]-second.in[j]-second.out[j])
		}
	}
	return best, arcs.in
}

// words counts those that cross.
func (c *cuts) words(level []int32, levels int) across {
	words := newAcross(levels)
	if c.scope.All() {
		inside := 0
		for _, at := range level {
			words.out[at]++ // so many there
		}
		for j, n := range words.out {
			inside += n
			words.in[j], words.out[j] = c.p-inside, inside
			if c.exchange {
				words.in[j], words.out[j] = inside*(c.p-inside), inside*(c.p-inside)
			}
		}
		return words
	}
	for i := 0; i < len(c.pairs); {
		from := c.pairs[i][0]
		low, high := level[from], level[from]
		for ; i < len(c.pairs) && c.pairs[i][0] == from; i++ {
			to := level[c.pairs[i][1]]
			if low, high = min(low, to), max(high, to); c.exchange {
				words.put(level[from], to)
			}
		}
		if !c.exchange {
			words.put(level[from], low)
			words.put(level[from], high)
		}
	}
	words.sum()
	return words
}

// balls is the bound of the cuts round a vertex, to which the vertices are so far. Of the words for it
// those from distance k and more come into the ball of radius j < k not before step k-j, and not in the
// last j steps, which they need to go on: T ≥ k-1 + ⌈N_k/arcs⌉, with N_k of them and the arcs into the
// ball. With j = 0 that is LB2.
func (c *cuts) balls(far []int32, size []int) int {
	best, inward := c.bound(far, len(size))
	fewest, beyond := 0, make([]int, len(size)+1)
	for k := len(size) - 1; k > 0; k-- {
		if beyond[k] = beyond[k+1]; c.scope.Has(k) {
			beyond[k] += size[k]
		}
	}
	for k := 1; k < len(size) && beyond[k] > 0; k++ {
		if fewest == 0 || inward[k-1] < fewest {
			fewest = inward[k-1]
		}
		best = max(best, k-1+(beyond[k]+fewest-1)/fewest)
	}
	return best
}

// branches is the bound of the cuts round each branch of a tree of shortest paths from vertex 0: where
// one arc, or one pair of arcs, alone leads to some vertices, they are a branch.
func (c *cuts) branches(g cayley.Graph) (best int) {
	order, parent := []int32{0}, make([]int32, c.p)
	dist := cayley.DistancesFrom(g, 0)
	for i := 0; i < len(order); i++ {
		u := order[i]
		for k := range linksAt(g, int(u)) {
			if v := int32(g.Neighbor(int(u), k)); v != 0 && parent[v] == 0 && dist[v] == dist[u]+1 {
				parent[v] = u + 1
				order = append(order, v)
			}
		}
	}
	level := make([]int32, c.p)
	for _, top := range order[1:] {
		for _, v := range order { // parents come first
			if level[v] = 1; v == top || v != 0 && level[parent[v]-1] == 0 {
				level[v] = 0
			}
		}
		one, _ := c.bound(level, 2)
		best = max(best, one)
	}
	return best
}
