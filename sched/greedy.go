package sched

import (
	"errors"
	"math/rand/v2"
	"slices"
)

// window is the most candidates a generator looks at in one step. d+1 are
// always enough to be matched; the cap keeps dense graphs linear.
const window = 64

var errDisconnected = errors.New("sched: the generators do not reach every vertex")

// greedy makes broadcast templates step by step: every generator x offers the
// vertices v not yet served with v·x⁻¹ served before, and a maximum matching of
// generators to vertices is the step (algorithms.md 3). O(P·d) time in practice;
// 16 bytes a vertex besides the adjacency and the result.
//
// A served vertex u offers u·x once for each x: x walks the served vertices,
// sphere by sphere, and keeps what is still open in its window.
type greedy struct {
	adj    *adjacency
	dist   []int32
	wanted []bool  // the vertices to serve; nil: all
	count  int     // how many
	first  []int32 // by sphere: its place in served
	served []int32 // served vertices, by sphere
	fill   []int32 // by sphere: how many are there
	deep   int     // the last sphere in use

	gen, time []int32
	seen      [][]int32 // by generator and sphere: how far x has walked
	low       []int     // by generator: the first sphere with more to come
	win       [][]int32
	mate      []int32
	turn      []int32 // the generators, scarcest first
	mark      []int32
	marks     int32
	limit     int
}

func newGreedy(adj *adjacency, dist []int32, wanted []bool) *greedy {
	p, d := len(dist), adj.d
	size := spheres(dist)
	g := &greedy{adj: adj, dist: dist, wanted: wanted, limit: min(d+1, window),
		first: make([]int32, len(size)), fill: make([]int32, len(size)),
		served: make([]int32, p), gen: make([]int32, p), time: make([]int32, p),
		seen: make([][]int32, d), low: make([]int, d), win: make([][]int32, d),
		mate: make([]int32, d), turn: make([]int32, d), mark: make([]int32, d)}
	for s := 1; s < len(size); s++ {
		g.first[s] = g.first[s-1] + int32(size[s-1])
	}
	for v := 1; v < p; v++ {
		if wanted == nil || wanted[v] {
			g.count++
		}
	}
	for x := range g.seen {
		g.seen[x] = make([]int32, len(size))
	}
	return g
}

// run makes one template of at most `stop` steps and returns its steps. Without
// rng the order is fixed, nearest vertices first; with it ties are broken at
// random, farthest first if far.
func (g *greedy) run(stop int, rng *rand.Rand, far bool) (steps int, err error) {
	for v := range g.gen {
		g.gen[v], g.time[v] = -1, 0
	}
	for x := range g.seen {
		clear(g.seen[x])
		g.low[x], g.win[x], g.mark[x] = 0, g.win[x][:0], 0
		g.turn[x] = int32(x)
	}
	clear(g.fill)
	g.deep, g.marks, g.served[0], g.fill[0] = 0, 0, 0, 1
	g.time[0] = -1 // served before the start
	defer func() { g.time[0] = 0 }()
	for left := g.count; left > 0; {
		if steps++; steps > stop {
			return steps, nil
		}
		done := g.step(int32(steps), rng, far)
		if done == 0 {
			return steps, errDisconnected
		}
		left -= done
	}
	return steps, nil
}

// step serves a maximum set of vertices at time t and returns their number.
func (g *greedy) step(t int32, rng *rand.Rand, far bool) (done int) {
	for x := range g.win {
		g.refill(int32(x), rng, far)
		g.mate[x] = -1
	}
	if rng != nil {
		rng.Shuffle(len(g.turn), func(i, j int) { g.turn[i], g.turn[j] = g.turn[j], g.turn[i] })
	}
	slices.SortStableFunc(g.turn, func(a, b int32) int { return len(g.win[a]) - len(g.win[b]) })
	for _, x := range g.turn {
		g.marks++
		if len(g.win[x]) > 0 && g.match(x, t) {
			done++
		}
	}
	for _, v := range g.mate {
		if v >= 0 {
			s := g.dist[v]
			g.served[g.first[s]+g.fill[s]] = v
			g.fill[s]++
			g.deep = max(g.deep, int(s))
		}
	}
	return done
}

// match finds an augmenting path from generator x.
func (g *greedy) match(x, t int32) bool {
	g.mark[x] = g.marks
	for _, v := range g.win[x] {
		if g.time[v] == 0 {
			g.gen[v], g.time[v], g.mate[x] = x, t, v
			return true
		}
	}
	for _, v := range g.win[x] {
		if y := g.gen[v]; g.mark[y] != g.marks && g.match(y, t) {
			g.gen[v], g.mate[x] = x, v
			return true
		}
	}
	return false
}

// refill drops served vertices from the window of x and adds open ones.
func (g *greedy) refill(x int32, rng *rand.Rand, far bool) {
	w := g.win[x]
	n := 0
	for _, v := range w {
		if g.time[v] == 0 {
			w[n] = v
			n++
		}
	}
	w = w[:n]
	seen := g.seen[x]
	for s := g.low[x]; s <= g.deep && len(w) < g.limit; s++ {
		for seen[s] < g.fill[s] && len(w) < g.limit {
			v := g.adj.next(g.served[g.first[s]+seen[s]], x)
			seen[s]++
			if g.time[v] == 0 && (g.wanted == nil || g.wanted[v]) {
				w = append(w, v)
				g.place(w, rng, far)
			}
		}
		if s == g.low[x] && seen[s] == g.size(s) {
			g.low[x]++
		}
	}
	g.win[x] = w
}

// place moves the last entry of w to its rank by distance.
func (g *greedy) place(w []int32, rng *rand.Rand, far bool) {
	for i := len(w) - 1; i > 0; i-- {
		c := g.dist[w[i]] - g.dist[w[i-1]]
		if far {
			c = -c
		}
		if c > 0 || c == 0 && (rng == nil || rng.Uint32()&1 == 0) {
			return
		}
		w[i], w[i-1] = w[i-1], w[i]
	}
}

// size is the number of vertices in sphere s.
func (g *greedy) size(s int) int32 {
	if s+1 < len(g.first) {
		return g.first[s+1] - g.first[s]
	}
	return int32(len(g.served)) - g.first[s]
}
