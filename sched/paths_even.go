package sched

import (
	"math/rand/v2"
	"slices"
)

// evenLimit is the largest group whose paths are chosen by even: each choice
// looks at all paths between 0 and the vertex.
const evenLimit = 1 << 14

// evenWork is the most letters that even looks at: some seconds.
const evenWork = 1_000_000_000

// even chooses paths anew where that does not raise the sum of the squared
// loads, ties at random, until the loads are equal, 64 rounds are over or `work`
// letters have been looked at, and those of one path more; every
// other round tries paths at random and may raise it a little, to leave local
// minima. The best paths seen stay.
func (w *paths) even(h *hops, load []int, work int64) (left int64) {
	e := &evener{w: w, cost: make([]int, len(w.dist)), mark: make([]int32, len(w.dist)), rng: rand.New(rand.NewPCG(1, 2)), work: work}
	var old []int32
	ideal := (len(h.gen) + len(load) - 1) / len(load)
	least, kept := slices.Max(load), slices.Clone(h.gen)
	for round := 0; round < 64 && least > ideal && e.work > 0; round++ {
		slack := 0
		if e.noise = round%2 == 1; e.noise {
			slack = round % 6 // 1, 3 or 5
		}
		for v := range w.dist {
			path := h.path(v)
			if len(path) == 0 {
				continue
			}
			if e.work <= 0 {
				break
			}
			old = append(old[:0], path...)
			was := price(path, load, -1)
			e.weigh(int32(v), load)
			for i, r := 0, int32(v); i < len(path); i++ {
				x := e.best(r, load)
				path[i], r = int32(w.letter(r, x)), w.without(r, x)
			}
			if now := price(path, load, +1); now <= was+slack {
				continue
			}
			price(path, load, -1)
			copy(path, old)
			price(path, load, +1)
		}
		if top := slices.Max(load); top < least {
			least = top
			copy(kept, h.gen)
		}
	}
	copy(h.gen, kept)
	return e.work
}

// price adds a path to the loads (sign 1) or takes it away (-1) and returns
// what that changes in half the sum of their squares, up to a constant.
func price(path []int32, load []int, sign int) (sum int) {
	for _, x := range path {
		if sign < 0 {
			load[x]--
		}
		sum += load[x]
		if sign > 0 {
			load[x]++
		}
	}
	return sum
}

// evener finds the cheapest path to one vertex, each letter priced by its load.
type evener struct {
	w     *paths
	cost  []int   // by element
	mark  []int32 // by element: the last vertex whose rests include it
	stamp int32
	list  []int32 // those rests, by falling length
	rng   *rand.Rand
	noise bool  // any path will do
	work  int64 // left: letters to look at
}

func (e *evener) weigh(v int32, load []int) {
	w := e.w
	e.stamp++
	e.list = append(e.list[:0], v)
	e.mark[v] = e.stamp
	for i := 0; i < len(e.list); i++ {
		if w.dist[e.list[i]] < 2 {
			continue // one letter is no choice
		}
		for x := range w.d {
			if r := w.without(e.list[i], x); r >= 0 && e.mark[r] != e.stamp {
				e.mark[r] = e.stamp
				e.list = append(e.list, r)
			}
		}
	}
	e.work -= int64(len(e.list)) * int64(w.d)
	for i := len(e.list) - 1; i >= 0; i-- {
		if r := e.list[i]; w.dist[r] > 0 {
			x := e.best(r, load)
			e.cost[r] = load[w.letter(r, x)] + e.cost[w.without(r, x)]
		}
	}
}

// best is the first letter of the cheapest path to r.
func (e *evener) best(r int32, load []int) int {
	if !e.noise && e.w.dist[r] == 1 {
		return int(e.w.last[r])
	}
	best, least := -1, 0
	for x := range e.w.d {
		rest := e.w.without(r, x)
		if rest < 0 {
			continue
		}
		c := load[e.w.letter(r, x)] + e.cost[rest]
		if e.noise {
			c = int(e.rng.Uint32() >> 2)
		}
		if best < 0 || c < least || c == least && e.rng.Uint32()&1 == 0 {
			best, least = x, c
		}
	}
	return best
}
