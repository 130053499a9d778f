package sched

import "math/rand/v2"

// window is the most candidates a generator looks at in one step, wide the most
// when some stay idle. d+1 are always enough to be matched; the caps keep dense
// graphs linear.
const (
	window = 64
	wide   = 1024
)

// refill drops vertices served before time t from the window of x and adds open
// ones.
func (g *greedy) refill(x, t int32, rng *rand.Rand, far bool) {
	w := g.win[x]
	n := 0
	for _, v := range w {
		if g.time[v] == 0 || g.time[v] == t {
			w[n] = v
			n++
		}
	}
	w = w[:n]
	seen, from := g.seen[x], 0
	if g.orbits > 1 {
		from = int(x) / g.adj.d
	}
	for s := g.low[x]; s <= g.deep && len(w) < g.limit; s++ {
		c := s*g.orbits + from
		for seen[s] < g.fill[c] && len(w) < g.limit {
			at, size := g.first[c]+seen[s], g.first[c+1]-g.first[c]
			if skip := g.skip[x]; skip != nil { // windows of a few must not be those of all
				if seen[s] == 0 && g.fill[c] == size {
					skip[s] = int32(uint32(x) * 2654435769 % uint32(size))
				}
				if at += skip[s]; at >= g.first[c]+size {
					at -= size
				}
			}
			v := g.adj.next(g.served[at], x)
			seen[s]++
			if v >= 0 && (g.time[v] == 0 || g.time[v] == t) && (g.wanted == nil || g.wanted[v]) {
				w = append(w, v)
				g.place(w, rng, far)
			}
		}
		if s == g.low[x] && seen[s] == g.first[c+1]-g.first[c] {
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
