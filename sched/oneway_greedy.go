package sched

import (
	"math/rand/v2"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// oneWayGreedy makes broadcast templates for links of one direction a step: in
// every step, every lane takes a vertex over one of its generators.
// A generator that is its own inverse moves only half of its words in a step
// (those that lead up, then those that lead down) and is busy for two.
// O(P·d) a step.
type oneWayGreedy struct {
	adj  *adjacency
	dist []int32
	want []bool
	lanes
	gens  [][]int32 // by lane
	gen   []int32
	start []int32 // by vertex: the step in which its word leaves; 0: not yet
	ready []int32 // by vertex: the step after which it has the word
}

func newOneWayGreedy(g cayley.Cayley, adj *adjacency, dist []int32, scope Scope) *oneWayGreedy {
	l := lanesOf(adj.d, cayley.InverseGens(g))
	o := &oneWayGreedy{adj: adj, dist: dist, want: wanted(adj, dist, scope), lanes: l, gens: make([][]int32, len(l.takes))}
	for x, c := range l.of {
		o.gens[c] = append(o.gens[c], int32(x))
	}
	return o
}

// offer is a vertex that a lane can serve.
type offer struct{ v, x int32 }

// run makes one template of at most `stop` steps, 0 if it takes more.
func (o *oneWayGreedy) run(stop int, rng *rand.Rand) (steps int) {
	p := len(o.dist)
	o.gen, o.start, o.ready = make([]int32, p), make([]int32, p), make([]int32, p)
	left := 0
	for v := range o.gen {
		o.gen[v] = -1
		if v > 0 && (o.want == nil || o.want[v]) {
			left++
		}
	}
	busy := make([]int, len(o.gens)) // by lane: the last step it is taken
	offers := make([][]offer, len(o.gens))
	m := newKuhn(p, 1, func(c int32) int { return len(offers[c]) }, func(c int32, i int) int32 { return offers[c][i].v })
	for now := 1; left > 0; now++ {
		if now > stop {
			return 0
		}
		idle := o.offer(now, busy, offers, rng)
		m.clear()
		for _, c := range idle {
			m.match(int32(c))
		}
		for v := range p {
			for _, h := range m.in(v) {
				c := h.thing
				busy[c] = now + o.takes[c] - 1
				o.gen[v], o.start[v], o.ready[v] = offers[c][h.i].x, int32(now), int32(busy[c])
				steps = max(steps, busy[c])
				left--
			}
		}
	}
	if steps > stop {
		return 0
	}
	return steps
}

// offer lists what every idle lane can serve, nearest vertices first, and the
// idle lanes, those with the fewest offers first.
func (o *oneWayGreedy) offer(now int, busy []int, offers [][]offer, rng *rand.Rand) (idle []int) {
	for c := range offers {
		offers[c] = offers[c][:0]
	}
	most := len(o.gens) + 1
	near := make([][]offer, 0, 8)
	for c, xs := range o.gens {
		if busy[c] >= now {
			continue
		}
		idle = append(idle, c)
		near = near[:0]
		for u := range int32(len(o.dist)) {
			if u != 0 && (o.start[u] == 0 || int(o.ready[u]) >= now) {
				continue
			}
			for _, x := range xs {
				v := o.adj.next(u, x)
				if v == 0 || o.start[v] != 0 || o.want != nil && !o.want[v] {
					continue
				}
				for int(o.dist[v]) >= len(near) {
					near = append(near, nil)
				}
				near[o.dist[v]] = append(near[o.dist[v]], offer{v, x})
			}
		}
		for _, list := range near {
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			offers[c] = append(offers[c], list...)
		}
		offers[c] = offers[c][:min(len(offers[c]), 4*most)]
	}
	rng.Shuffle(len(idle), func(i, j int) { idle[i], idle[j] = idle[j], idle[i] })
	slices.SortStableFunc(idle, func(a, b int) int { return len(offers[a]) - len(offers[b]) })
	return idle
}

// expand writes the template out for all sources.
func (o *oneWayGreedy) expand(g cayley.Cayley, steps int, scope Scope) *Explicit {
	p := len(o.dist)
	in := cayley.In(g)
	e := &Explicit{Graph: g, Task: Broadcast, Model: OneWay, Scope: scope, Steps: steps}
	for v, at := range o.start {
		if at == 0 {
			continue
		}
		x := int(o.gen[v])
		u := in(v, x)
		for s := range p {
			w := Send{Time: at, From: int32(g.Mul(s, u)), To: int32(g.Mul(s, v)), Item: int32(s)}
			if o.takes[o.of[x]] == 2 && w.To < w.From {
				w.Time++
			}
			e.Sends = append(e.Sends, w)
		}
	}
	return e
}
