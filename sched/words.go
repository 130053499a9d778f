package sched

import (
	"math/rand/v2"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// words knows the shortest words of every element, letter by letter. With more
// than one orbit its elements are the pairs (orbit, vertex): the words of paths
// from the first vertex of the orbit to the vertex, a letter being an orbit of
// arcs (orbit·d + arc).
type words struct {
	d    int // letters a word can begin with
	p    int // vertices of the graph
	dist []int32
	rest []int32 // v·d + x: v without a leading letter x, or -1 if none is shortest
}

func newWords(g cayley.Cayley, dist []int32) *words {
	w := &words{d: g.Degree(), p: len(dist), dist: dist}
	w.rest = make([]int32, len(dist)*w.d)
	for x := range w.d {
		back := g.Inv(g.Gen(x))
		for v := range dist {
			r := int32(g.Mul(back, v))
			if dist[r] >= dist[v] {
				r = -1
			}
			w.rest[v*w.d+x] = r
		}
	}
	return w
}

// letter is letter x of element v among those of all orbits.
func (w *words) letter(v int32, x int) int {
	if len(w.dist) == w.p {
		return x
	}
	return int(v)/w.p*w.d + x
}

// letters is the number of letters of all orbits.
func (w *words) letters() int { return len(w.dist) / max(w.p, 1) * w.d }

// hops are the words of an exchange, element by element: letters and times. The
// word of v takes start[v] … start[v+1]-1.
type hops struct {
	start     []int
	gen, time []int32
}

// choose picks a word for every element, so that the loads of the letters are
// even: letter by letter the one with the least load so
// far, then, on small groups, word by word the cheapest of all for the loads of
// the others, dearer the more a generator is loaded.
func (w *words) choose(h hops) {
	load := make([]int, w.letters())
	for pass := range 3 {
		for v := range w.dist {
			word := h.gen[h.start[v]:h.start[v+1]]
			if pass > 0 {
				for _, x := range word {
					load[x]--
				}
			}
			for i, r := 0, int32(v); i < len(word); i++ {
				best, least := -1, 0
				for x := range w.d {
					if w.rest[int(r)*w.d+x] < 0 {
						continue
					}
					if l := load[w.letter(r, x)]; best < 0 || l < least {
						best, least = x, l
					}
				}
				word[i] = int32(w.letter(r, best))
				load[word[i]]++
				r = w.rest[int(r)*w.d+best]
			}
		}
	}
	if len(load) > 0 && len(w.dist) <= evenLimit {
		w.even(h, load)
	}
}

// evenLimit is the largest group whose words are chosen by even: each choice
// looks at all words between 0 and the vertex.
const evenLimit = 1 << 14

// evenWork is the most letters that even looks at: some seconds.
const evenWork = 1_000_000_000

// even chooses words anew where that does not raise the sum of the squared
// loads, ties at random, until the loads are equal or 64 rounds are over; every
// other round tries words at random and may raise it a little, to leave local
// minima. The best words seen stay.
func (w *words) even(h hops, load []int) {
	e := &evener{w, make([]int, len(w.dist)), make([]int32, len(w.dist)), 0, nil, rand.New(rand.NewPCG(1, 2)), false, 0}
	var old []int32
	ideal := (len(h.gen) + len(load) - 1) / len(load)
	least, kept := slices.Max(load), slices.Clone(h.gen)
	for round := 0; round < 64 && least > ideal && e.work < evenWork; round++ {
		slack := 0
		if e.noise = round%2 == 1; e.noise {
			slack = round % 6 // 1, 3 or 5
		}
		for v := range w.dist {
			word := h.gen[h.start[v]:h.start[v+1]]
			if len(word) == 0 {
				continue
			}
			old = append(old[:0], word...)
			was := price(word, load, -1)
			e.weigh(int32(v), load)
			for i, r := 0, int32(v); i < len(word); i++ {
				x := e.best(r, load)
				word[i], r = int32(w.letter(r, x)), w.rest[int(r)*w.d+x]
			}
			if now := price(word, load, +1); now <= was+slack {
				continue
			}
			price(word, load, -1)
			copy(word, old)
			price(word, load, +1)
		}
		if top := slices.Max(load); top < least {
			least = top
			copy(kept, h.gen)
		}
	}
	copy(h.gen, kept)
}

// price adds a word to the loads (sign 1) or takes it away (-1) and returns
// what that changes in half the sum of their squares, up to a constant.
func price(word []int32, load []int, sign int) (sum int) {
	for _, x := range word {
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

// evener finds the cheapest word of one vertex, each letter priced by its load.
type evener struct {
	w     *words
	cost  []int   // by element
	mark  []int32 // by element: the last vertex whose rests include it
	stamp int32
	list  []int32 // those rests, by falling length
	rng   *rand.Rand
	noise bool // any word will do
	work  int64
}

func (e *evener) weigh(v int32, load []int) {
	w := e.w
	e.stamp++
	e.list = append(e.list[:0], v)
	e.mark[v] = e.stamp
	for i := 0; i < len(e.list); i++ {
		for _, r := range w.rest[int(e.list[i])*w.d : (int(e.list[i])+1)*w.d] {
			if r >= 0 && e.mark[r] != e.stamp {
				e.mark[r] = e.stamp
				e.list = append(e.list, r)
			}
		}
	}
	e.work += int64(len(e.list)) * int64(w.d)
	for i := len(e.list) - 1; i >= 0; i-- {
		if r := e.list[i]; w.dist[r] > 0 {
			x := e.best(r, load)
			e.cost[r] = load[w.letter(r, x)] + e.cost[w.rest[int(r)*w.d+x]]
		}
	}
}

// best is the first letter of the cheapest word of r.
func (e *evener) best(r int32, load []int) int {
	best, least := -1, 0
	for x, rest := range e.w.rest[int(r)*e.w.d : (int(r)+1)*e.w.d] {
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
