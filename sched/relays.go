package sched

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// relayer makes broadcast templates for scopes that leave distances out, in a
// given number of steps: which vertices to pass through is part of the choice.
// Every step serves the most valuable set of vertices that generators can be
// matched to. A vertex in scope that is still two steps away or more lends its
// value to the vertices on its shortest ways, the more the fewer there are, and
// all the more when it is as far as there are steps left. Relays take only slots
// that the vertices in scope can spare. O(P·d) a step.
type relayer struct {
	adj   *adjacency
	scope []bool
	rng   *rand.Rand
	gen   []int32
	time  []int32
	near  []int32 // by vertex: steps from what is served
	queue []int32 // by rising near
	value []float64
	gens  [][]int32 // by candidate: generators that lead there
	slots *kuhn     // of one step: vertices at generators
}

// relayLimit is the most arcs that one try may look at, and a fifth of it what
// all tries but the first may: about a second.
const relayLimit = 200_000_000

// withRelays tries to serve the scope in `steps` steps; false if all tries fail.
func (t *Template) withRelays(adj *adjacency, dist []int32, steps int, seed uint64) bool {
	p := len(dist)
	r := &relayer{adj: adj, scope: make([]bool, p), rng: rand.New(rand.NewPCG(seed, uint64(steps))),
		near: make([]int32, p), value: make([]float64, p), gens: make([][]int32, p)}
	r.slots = newKuhn(adj.d, 1, func(v int32) int { return len(r.gens[v]) }, func(v int32, i int) int32 { return r.gens[v][i] })
	for v, s := range dist {
		r.scope[v] = t.Scope.Has(int(s))
	}
	cost := int64(p) * int64(adj.d) * int64(steps)
	if cost > relayLimit {
		return false
	}
	tries := min(400, 1+relayLimit/5/(cost+1))
	for range tries {
		if r.run(steps) {
			r.prune()
			t.Gen, t.Time, t.Steps = r.gen, r.time, lastTime(r.time)
			return true
		}
	}
	return false
}

func (r *relayer) served(v int32) bool { return v == 0 || r.time[v] != 0 }

func (r *relayer) run(steps int) bool {
	p := len(r.scope)
	r.gen, r.time = make([]int32, p), make([]int32, p)
	left := 0
	for v := range r.gen {
		if r.gen[v] = -1; r.scope[v] {
			left++
		}
	}
	for now := 1; left > 0; now++ {
		slots := r.adj.d * (steps - now + 1)
		if now > steps || left > slots || !r.weigh(int32(steps-now+1)) {
			return false
		}
		left -= r.step(int32(now), slots-left)
	}
	return true
}

// weigh finds the steps to every vertex from what is served and the values. It
// says no if a vertex in scope cannot be reached in the steps left.
func (r *relayer) weigh(left int32) bool {
	r.queue = r.queue[:0]
	for v := range r.near {
		r.near[v], r.value[v] = -1, 0
		if r.served(int32(v)) {
			r.near[v] = 0
			r.queue = append(r.queue, int32(v))
		}
	}
	for i := 0; i < len(r.queue); i++ {
		u := r.queue[i]
		for x := range int32(r.adj.d) {
			if v := r.adj.next(u, x); r.near[v] < 0 {
				r.near[v] = r.near[u] + 1
				r.queue = append(r.queue, v)
			}
		}
	}
	ways := make([]float64, len(r.near)) // by vertex: shortest ways' last arcs
	for _, u := range r.queue {
		for x := range int32(r.adj.d) {
			if v := r.adj.next(u, x); r.near[v] == r.near[u]+1 {
				ways[v]++
			}
		}
	}
	for i := len(r.queue) - 1; i >= 0; i-- {
		u := r.queue[i]
		if r.near[u] == 0 {
			break
		}
		for x := range int32(r.adj.d) {
			if v := r.adj.next(u, x); r.near[v] == r.near[u]+1 {
				r.value[u] += r.value[v] / ways[v]
			}
		}
		if r.scope[u] {
			switch {
			case r.near[u] > left:
				return false
			case r.near[u] == left:
				r.value[u] += 100
			default:
				r.value[u]++
			}
		}
	}
	return true
}

// step serves vertices one step away, at most `spare` relays among them, and
// returns how many are in scope.
func (r *relayer) step(now int32, spare int) (done int) {
	var list []int32
	for _, u := range r.queue {
		if r.near[u] > 0 {
			break
		}
		for x := range int32(r.adj.d) {
			if v := r.adj.next(u, x); r.near[v] == 1 {
				if len(r.gens[v]) == 0 {
					list = append(list, v)
					r.value[v] *= 0.7 + 0.6*r.rng.Float64()
				}
				r.gens[v] = append(r.gens[v], x)
			}
		}
	}
	slices.SortFunc(list, func(a, b int32) int { return cmp.Compare(r.value[b], r.value[a]) })
	r.slots.clear()
	for _, v := range list {
		if relay := !r.scope[v]; relay && (spare == 0 || r.value[v] == 0) {
			continue
		}
		if r.slots.match(v) {
			if r.scope[v] {
				done++
			} else {
				spare--
			}
		}
	}
	for x := range r.adj.d {
		for _, c := range r.slots.in(x) {
			r.gen[c.thing], r.time[c.thing] = int32(x), now
		}
	}
	for _, v := range list {
		r.gens[v] = r.gens[v][:0]
	}
	return done
}

// prune takes out relays that lead nowhere.
func (r *relayer) prune() {
	from := make([]int32, len(r.gen))
	for u := range int32(len(r.gen)) {
		for x := range int32(r.adj.d) {
			if v := r.adj.next(u, x); r.gen[v] == x {
				from[v] = u
			}
		}
	}
	for v, on := range waysTo(0, r.scope, func(v int32) int32 { return from[v] }) {
		if !on {
			r.gen[v], r.time[v] = -1, 0
		}
	}
}
