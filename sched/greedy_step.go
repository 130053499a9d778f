package sched

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A step of greedy: a maximum matching of generators to the vertices in their windows,
// by augmenting paths.

// dead marks a generator from which no search can succeed in this step.
const dead = math.MaxInt32

// step serves a maximum set of vertices at time t, of the `left` that are not
// served, and returns their number.
func (g *greedy) step(t int32, left int, rng *rand.Rand, far bool) (done int) {
	g.limit = min(len(g.win)+1, window)
	for _, x := range g.alive {
		g.refill(x, t, rng, far)
		g.mate[x] = -1
	}
	if rng != nil {
		rng.Shuffle(len(g.turn), func(i, j int) { g.turn[i], g.turn[j] = g.turn[j], g.turn[i] })
	}
	slices.SortStableFunc(g.turn, func(a, b int32) int { return len(g.win[a]) - len(g.win[b]) })
	for {
		for _, x := range g.alive { // windows are new
			if g.mark[x] == dead {
				g.mark[x] = 0
			}
		}
		for _, x := range g.turn {
			if done == left {
				break
			}
			if g.mate[x] >= 0 || len(g.win[x]) == 0 || g.mark[x] == dead {
				continue
			}
			g.marks++
			g.path = g.path[:0]
			if g.match(x, t) {
				done++
				continue
			}
			for _, y := range g.path { // what a vain search met leads nowhere later either
				g.mark[y] = dead
			}
		}
		if done == min(left, len(g.alive)) || g.limit >= min(len(g.win)+1, wide) {
			break
		}
		g.limit = min(4*g.limit, len(g.win)+1, wide) // dense graphs: look further
		for _, x := range g.alive {
			g.refill(x, t, rng, far)
		}
	}
	for _, x := range g.alive {
		if v := g.mate[x]; v >= 0 {
			g.serve(v)
		}
	}
	return done
}

// serve lets v offer its neighbours from the next step on.
func (g *greedy) serve(v int32) {
	c := g.class(v)
	g.served[g.first[c]+g.fill[c]] = v
	g.fill[c]++
	g.deep = max(g.deep, int(g.dist[v]))
}

// match finds an augmenting path from generator x.
func (g *greedy) match(x, t int32) bool {
	g.mark[x] = g.marks
	g.path = append(g.path, x)
	for _, v := range g.win[x] {
		if g.time[v] == 0 {
			g.gen[v], g.time[v], g.mate[x] = x, t, v
			return true
		}
	}
	for _, v := range g.win[x] {
		if y := g.gen[v]; g.mark[y] != g.marks && g.mark[y] != dead && g.match(y, t) {
			g.gen[v], g.mate[x] = x, v
			return true
		}
	}
	return false
}
