package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// paths knows the shortest paths from 0 to every element, letter by letter: the letters
// of a path are its generators. With more than one orbit its elements are the pairs
// (orbit, vertex): the paths from the first vertex of the orbit to the vertex, a letter
// being an orbit of arcs (orbit·d + arc).
type paths struct {
	d    int // letters a path can begin with
	p    int // vertices of the graph
	dist []int32
	rest []int32 // v·d + x: v without a leading letter x, or -1 if none is shortest
	last []int32 // by element at distance 1: its letter

	g    cayley.Cayley // where rest would be too large
	back []int         // and the inverses of the generators
}

// newPaths makes the table of rests up to pathLimit numbers; more are counted
// out as they are asked for.
func newPaths(g cayley.Cayley, dist []int32) *paths {
	w := &paths{d: g.Degree(), p: len(dist), dist: dist, g: g}
	for x := range w.d {
		w.back = append(w.back, g.Inv(g.Gen(x)))
	}
	w.last = make([]int32, len(dist))
	for x := range w.d {
		w.last[g.Gen(x)] = int32(x)
	}
	if int64(w.p)*int64(w.d) <= pathLimit {
		rest := make([]int32, w.p*w.d)
		for x := range w.d {
			for v := range dist {
				rest[v*w.d+x] = w.without(int32(v), x)
			}
		}
		w.rest = rest
	}
	return w
}

// without is v without a leading letter x, or -1 if no shortest path begins so.
func (w *paths) without(v int32, x int) int32 {
	if w.rest != nil {
		return w.rest[int(v)*w.d+x]
	}
	if r := int32(w.g.Mul(w.back[x], int(v))); w.dist[r] < w.dist[v] {
		return r
	}
	return -1
}

// letter is letter x of element v among those of all orbits.
func (w *paths) letter(v int32, x int) int {
	if len(w.dist) == w.p {
		return x
	}
	return int(v)/w.p*w.d + x
}

// choose picks a path to every element, so that the loads of the letters are
// even: letter by letter the lightest so far, on graphs of many arcs with regard to
// the next, then, on small groups, path by path the cheapest of all for the loads
// of the others, dearer the more a generator is loaded, in `work` looks.
func (w *paths) choose(h *hops, work int64) {
	load := make([]int, h.letters)
	ahead := int64(len(w.dist))*int64(w.d) > aheadArcs
	for pass := range 3 {
		for v := range w.dist {
			path := h.path(v)
			if pass > 0 {
				for _, x := range path {
					load[x]--
				}
			}
			for i, r := 0, int32(v); i < len(path); i++ {
				x := w.lightest(r, load, ahead)
				path[i] = int32(w.letter(r, x))
				load[path[i]]++
				r = w.without(r, x)
			}
		}
	}
	if len(load) > 0 && len(w.dist) <= evenLimit {
		w.even(h, load, work)
	}
}

// aheadArcs is the most arcs of a graph whose first paths may be picked without
// regard to the next letter: even will mend them.
const aheadArcs = 1 << 18

// lightest is the first letter of a path to r with the least load, to which,
// ahead, the other letter of a path of two belongs: it has no choice any more.
func (w *paths) lightest(r int32, load []int, ahead bool) int {
	if w.dist[r] == 1 {
		return int(w.last[r])
	}
	best, least := -1, 0
	for x := range w.d {
		rest := w.without(r, x)
		if rest < 0 {
			continue
		}
		l := load[w.letter(r, x)]
		if ahead && w.dist[rest] == 1 {
			l += load[w.letter(rest, int(w.last[rest]))]
		}
		if best < 0 || l < least {
			best, least = x, l
		}
	}
	return best
}
