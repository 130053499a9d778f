package sched

import (
	"math/rand/v2"
	"slices"
)

const (
	moreHops = 3       // by how much more than a shortest path an option may have
	walkWork = 1 << 23 // about how many arcs the walks of all words look at
)

// pathOptions are the paths that the words of an exchange may take, by element: the one that
// they have first, then some that random walks find. Of the paths that have the same
// letters in another order there is one, since it is the loads that count.
type pathOptions struct {
	arcs  *arcOrbits
	adj   adjacency
	dist  []int32
	far   []int32 // v·P + u: the distance from u to v
	paths [][][]int32
	sums  [][]uint64 // by element and path: the names of its letters
	names []uint64   // by letter, at random
	rng   *rand.Rand
	met   []int32 // by vertex: the last walk that met it
	walks int32
	path  []int32 // of the last walk
	loose bool    // no word may meet a vertex twice in any order of its hops
}

// newPathOptions walks for the words that have a path in h; dist is by element. All together
// they take at most `bound` hops a letter, so none is longer than what that leaves over
// above the shortest. O(P² + walkWork) and 4·P² bytes; for loose hops up to P times as much.
func newPathOptions(arcs *arcOrbits, dist []int32, h *hops, bound int) *pathOptions {
	p, d := len(arcs.orbit), arcs.graph.Degree()
	o := &pathOptions{arcs: arcs, adj: arcs.table(), dist: dist, far: make([]int32, p*p), paths: make([][][]int32, len(dist)), sums: make([][]uint64, len(dist)),
		names: make([]uint64, h.letters), rng: rand.New(rand.NewPCG(5, 8)), met: make([]int32, p), loose: h.loose}
	for x := range o.names {
		o.names[x] = o.rng.Uint64()
	}
	for u := range p {
		back := arcs.act.Inv(int(arcs.elem[u]))
		for v := range p {
			o.far[v*p+u] = dist[int(arcs.orbit[u])*p+arcs.act.Act(back, v)]
		}
	}
	room := len(o.names) * bound
	for e, r := range dist {
		if len(h.path(e)) > 0 {
			room -= int(r)
		}
	}
	more := min(moreHops, max(0, room))
	tries := min(64, max(4, walkWork/(1+len(h.gen)*d)))
	for e, r := range dist {
		path := h.path(e)
		o.keep(e, path, o.sum(path))
		for i := 0; i < tries && len(path) > 0; i++ {
			if o.walk(e, min(int(r)+i%(more+1), bound)) {
				o.add(e)
			}
		}
	}
	return o
}

// add keeps the path of the last walk if none has the same letters.
func (o *pathOptions) add(e int) {
	sum := o.sum(o.path)
	if !slices.Contains(o.sums[e], sum) && !(o.loose && len(o.path) > int(o.dist[e]) && o.returns(o.path)) {
		o.keep(e, o.path, sum)
	}
}

func (o *pathOptions) keep(e int, path []int32, sum uint64) {
	o.paths[e], o.sums[e] = append(o.paths[e], slices.Clone(path)), append(o.sums[e], sum)
}

// sum is the same for the same letters in any order.
func (o *pathOptions) sum(path []int32) (sum uint64) {
	for _, x := range path {
		sum += o.names[x]
	}
	return sum
}

// walk goes at random from the first vertex of the orbit to the vertex of element e, in at
// most so many hops and to no vertex twice; false if it has lost its way.
func (o *pathOptions) walk(e, hops int) bool {
	p, d := len(o.arcs.orbit), o.adj.d
	to := e % p
	o.walks++
	o.path = o.path[:0]
	for u := int32(o.arcs.first[e/p]); int(u) != to; hops-- {
		o.met[u] = o.walks
		next, by, n := int32(-1), int32(0), 0
		for k := range int32(d) {
			w := o.adj.next(u, k)
			if w < 0 || o.met[w] == o.walks || int(o.far[to*p+int(w)]) >= hops {
				continue
			}
			if n++; o.rng.IntN(n) == 0 {
				next, by = w, k
			}
		}
		if next < 0 {
			return false
		}
		o.path = append(o.path, o.arcs.orbit[u]*int32(d)+by)
		u = next
	}
	return true
}

// returns reports whether some letters of the path lead from 0 to 0, in an abelian group:
// no shortest path has such.
func (o *pathOptions) returns(path []int32) bool {
	o.walks++
	sums := []int32{0} // of the letters so far, of some and of none
	for _, x := range path {
		for _, u := range sums[:len(sums):len(sums)] {
			v := o.adj.next(u, x)
			if v == 0 {
				return true
			}
			if o.met[v] != o.walks {
				o.met[v] = o.walks
				sums = append(sums, v)
			}
		}
	}
	return false
}
