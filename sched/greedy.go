package sched

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
)

var errDisconnected = errors.New("sched: the generators do not reach every vertex")

// greedy makes broadcast templates step by step: every generator x offers the
// vertices v not yet served with v·x⁻¹ served before, and a maximum matching of
// generators to vertices is the step. O(P·d) time in practice;
// 16 bytes a vertex besides the adjacency and the result.
//
// A served vertex u offers u·x once for each x: x walks the served vertices,
// sphere by sphere, and keeps what is still open in its window.
//
// With several orbits the vertices are pairs (template, vertex), the generators
// are orbits of arcs, and x walks only the orbit its arcs start from. Some have no arcs
// where the graph is irregular.
type greedy struct {
	adj    *adjacency
	roots  []int32
	dist   []int32
	orbit  []int32 // by vertex; nil: one orbit
	orbits int
	alive  []int32 // generators that have arcs
	wanted []bool  // the vertices to serve; nil: all
	count  int     // how many
	first  []int32 // by sphere and orbit: its place in served; one more at the end
	served []int32 // served vertices, by sphere and orbit
	fill   []int32 // by sphere and orbit: how many are there
	deep   int     // the last sphere in use

	gen, time []int32
	seen      [][]int32 // by generator and sphere: how far x has walked
	skip      [][]int32 // by generator and sphere: where that walk began
	low       []int     // by generator: the first sphere with more to come
	win       [][]int32
	mate      []int32
	turn      []int32 // the generators, scarcest first
	mark      []int32
	marks     int32
	path      []int32 // generators met by the present search
	limit     int
}

func newGreedy(adj *adjacency, roots, dist, orbit []int32, orbits int, wanted []bool) *greedy {
	p, d := len(dist), adj.d*orbits
	g := &greedy{adj: adj, roots: roots, dist: dist, orbit: orbit, orbits: orbits, wanted: wanted,
		served: make([]int32, p), gen: make([]int32, p), time: make([]int32, p),
		seen: make([][]int32, d), skip: make([][]int32, d), low: make([]int, d), win: make([][]int32, d),
		mate: make([]int32, d), mark: make([]int32, d)}
	for x := range int32(d) {
		if adj.next(roots[int(x)/adj.d], x) >= 0 {
			g.alive = append(g.alive, x)
		}
	}
	far := slices.Max(dist)
	n := (int(far) + 1) * orbits
	g.first, g.fill = make([]int32, n+1), make([]int32, n)
	for v := range dist {
		g.first[g.class(int32(v))+1]++
		if dist[v] > 0 && (wanted == nil || wanted[v]) {
			g.count++
		}
	}
	for c := range n {
		g.first[c+1] += g.first[c]
	}
	for _, x := range g.alive {
		g.seen[x] = make([]int32, far+1)
		if d > window {
			g.skip[x] = make([]int32, far+1)
		}
	}
	return g
}

// class is the place of v's sphere and orbit in first and fill.
func (g *greedy) class(v int32) int {
	if g.orbit == nil {
		return int(g.dist[v])
	}
	return int(g.dist[v])*g.orbits + int(g.orbit[v])
}

// run makes one template of at most `stop` steps and returns its steps. Without
// rng the order is fixed, nearest vertices first; with it ties are broken at
// random, farthest first if far.
func (g *greedy) run(stop int, rng *rand.Rand, far bool) (steps int, err error) {
	for v := range g.gen {
		g.gen[v], g.time[v] = -1, 0
	}
	for _, x := range g.alive {
		clear(g.seen[x])
		clear(g.skip[x])
		g.low[x], g.win[x], g.mark[x] = 0, g.win[x][:0], 0
	}
	g.turn = append(g.turn[:0], g.alive...)
	clear(g.fill)
	g.deep, g.marks = 0, 0
	for _, v := range g.roots {
		g.serve(v)
		g.time[v] = -1 // before the start
	}
	defer func() {
		for _, v := range g.roots {
			g.time[v] = 0
		}
	}()
	for left := g.count; left > 0; {
		if steps++; steps > stop {
			return steps, nil
		}
		done := g.step(int32(steps), left, rng, far)
		if done == 0 {
			return steps, errDisconnected
		}
		left -= done
	}
	return steps, nil
}

// tries is as many random runs as about 4 million vertices cost.
func (g *greedy) tries() int { return max(4, min(100, 4_000_000/len(g.dist))) }

// best runs once in fixed order and then at random until `bound` is met or the
// tries are over, and returns the shortest result.
func (g *greedy) best(bound, tries int, seed uint64) (steps int, gen, time []int32, err error) {
	steps, err = g.run(math.MaxInt, nil, false)
	if err != nil || steps <= bound {
		return steps, g.gen, g.time, err
	}
	gen, time = g.gen, g.time
	g.gen, g.time = make([]int32, len(gen)), make([]int32, len(gen))
	rng := rand.New(rand.NewPCG(seed, 0x9E3779B97F4A7C15))
	for i := 0; i < tries && steps > bound; i++ {
		n, err := g.run(steps-1, rng, i%3 == 1)
		if err != nil {
			return 0, nil, nil, err
		}
		if n < steps {
			steps = n
			gen, g.gen = g.gen, gen
			time, g.time = g.time, time
		}
	}
	return steps, gen, time, nil
}
