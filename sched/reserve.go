package sched

import (
	"math/rand/v2"
	"slices"
)

// reserver makes broadcast templates that keep a reserve for the end: vertices of which none
// leads to another, and without which all others are reached. Once those are served, every
// generator leads to all of the reserve, so the last steps can be full; before, a generator
// with none of the others to serve takes one of it. Greedy, which has no such reserve, may end
// with vertices that all wait for one generator.
type reserver struct {
	adj       *adjacency
	kept      []bool // the reserve
	gen, time []int32
	offers    [2][][]int32 // by generator, the reserve's last: vertices it led to when offered
	open      [][]int32    // by generator: those it can serve in this step
	turn      []int32
}

// withReserve tries to make a template of `steps` steps; false if all tries fail. O(P·d) a try
// in practice.
func (t *Template) withReserve(adj *adjacency, dist []int32, steps, tries int, seed uint64) bool {
	p, d := len(dist), adj.d
	r := &reserver{adj: adj, open: make([][]int32, d), turn: make([]int32, d), offers: [2][][]int32{make([][]int32, d), make([][]int32, d)}}
	for x := range r.turn {
		r.turn[x] = int32(x)
	}
	m := newKuhn(p, 1, func(x int32) int { return len(r.open[x]) }, func(x int32, i int) int32 { return r.open[x][i] })
	rng := rand.New(rand.NewPCG(seed, 5))
	for range tries {
		r.keep(dist, rng)
		if r.run(steps, m, rng) {
			t.Gen, t.Time, t.Steps = r.gen, r.time, lastTime(r.time)
			return true
		}
	}
	return false
}

// keep picks the reserve, in random order, among the leaves of a tree of shortest paths.
func (r *reserver) keep(dist []int32, rng *rand.Rand) {
	p := len(dist)
	order := rng.Perm(p)
	inner, led := make([]bool, p), make([]bool, p)
	inner[0] = true
	for _, u := range order {
		for x := range int32(r.adj.d) {
			if v := r.adj.next(int32(u), x); dist[v] == dist[u]+1 && !led[v] {
				led[v], inner[u] = true, true
			}
		}
	}
	r.kept = make([]bool, p)
	fed := make([]bool, p) // from the reserve
	for _, v := range order {
		free := !inner[v] && !fed[v]
		for x := int32(0); free && int(x) < r.adj.d; x++ {
			free = !r.kept[r.adj.next(int32(v), x)]
		}
		if !free {
			continue
		}
		r.kept[v] = true
		for x := range int32(r.adj.d) {
			fed[r.adj.next(int32(v), x)] = true
		}
	}
}

// run makes one template; false if it takes more than `steps` steps.
func (r *reserver) run(steps int, m *kuhn, rng *rand.Rand) bool {
	p, d := len(r.kept), r.adj.d
	r.gen, r.time = slices.Repeat([]int32{-1}, p), make([]int32, p)
	for x := range d {
		r.offers[0][x], r.offers[1][x] = r.offers[0][x][:0], r.offers[1][x][:0]
	}
	r.serve(0)
	matched := make([]bool, d)
	for now, left := int32(1), p-1; left > 0; now++ {
		if left > d*(steps-int(now)+1) {
			return false
		}
		rng.Shuffle(d, func(i, j int) { r.turn[i], r.turn[j] = r.turn[j], r.turn[i] })
		m.clear()
		clear(matched)
		for which := range r.offers {
			r.look(which)
			for _, x := range r.turn {
				matched[x] = matched[x] || m.match(x)
			}
		}
		var served []int32
		for _, list := range r.open {
			for _, v := range list {
				for _, c := range m.in(int(v)) {
					if r.time[v] == 0 {
						r.gen[v], r.time[v] = c.thing, now
						served = append(served, v)
					}
				}
			}
		}
		for _, v := range served {
			r.serve(v)
		}
		left -= len(served)
	}
	return true
}

// look takes the latest d+1 offers of every generator that are open still: enough to be
// matched.
func (r *reserver) look(which int) {
	for x, list := range r.offers[which] {
		if which == 0 {
			r.open[x] = r.open[x][:0]
		}
		had, i := len(r.open[x]), len(list)
		for i > 0 && len(r.open[x]) <= had+r.adj.d {
			i--
			if v := list[i]; r.time[v] == 0 {
				r.open[x] = append(r.open[x], v)
			}
		}
		found := r.open[x][had:]
		list = list[:i+len(found)] // without those served since
		for j, v := range found {
			list[len(list)-1-j] = v
		}
		r.offers[which][x] = list
	}
}

// serve lets u offer its neighbours from the next step on.
func (r *reserver) serve(u int32) {
	for x := range int32(r.adj.d) {
		if v := r.adj.next(u, x); v != 0 && r.time[v] == 0 {
			which := 0
			if r.kept[v] {
				which = 1
			}
			r.offers[which][x] = append(r.offers[which][x], v)
		}
	}
}
