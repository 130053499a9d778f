package sched

import (
	"cmp"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// blocks is a matching of vertices to (generator, block) on its way to a
// regular order; time is the block, from 1.
type blocks struct {
	g         cayley.Cayley
	adj       *adjacency
	dist      []int32
	size      []int
	d         int
	gen, time []int32
	tail      func(v, k int) int
	peers     map[[2]int32][]int32 // by (sphere, generator): vertices
}

// clash reports whether v is led to from its own block.
func (b *blocks) clash(v int32) bool {
	u := b.tail(int(v), int(b.gen[v]))
	return u != 0 && b.time[u] == b.time[v]
}

// troubled counts the clashes v has a part in: its own and those of the
// vertices it leads to.
func (b *blocks) troubled(v int32) (n int) {
	if b.clash(v) {
		n++
	}
	for k := range int32(b.d) {
		if w := b.adj.next(v, k); b.gen[w] == k && b.time[w] == b.time[v] {
			n++
		}
	}
	return n
}

// repair exchanges the blocks of vertices of one sphere and one generator until
// nothing clashes, and reports whether that worked. It ends: every exchange leaves fewer
// clashes.
func (b *blocks) repair() bool {
	b.tail = b.adj.in()
	b.peers = map[[2]int32][]int32{}
	var bad []int32
	for v := 1; v < len(b.dist); v++ {
		key := [2]int32{b.dist[v], b.gen[v]}
		b.peers[key] = append(b.peers[key], int32(v))
		if b.clash(int32(v)) {
			bad = append(bad, int32(v))
		}
	}
	for len(bad) > 0 {
		v := bad[len(bad)-1]
		bad = bad[:len(bad)-1]
		if !b.clash(v) {
			continue
		}
		u := int32(b.tail(int(v), int(b.gen[v])))
		w := b.exchange(v)
		if w < 0 {
			w = b.exchange(u)
		} else {
			u = v
		}
		if w < 0 {
			return false
		}
		bad = append(bad, v)
		for _, moved := range [2]int32{u, w} { // fewer clashes, but there may be new ones
			bad = append(bad, moved)
			for k := range int32(b.d) {
				if x := b.adj.next(moved, k); x != 0 && b.gen[x] == k {
					bad = append(bad, x)
				}
			}
		}
	}
	return true
}

// exchange swaps v with a peer so that fewer clashes remain, and returns the
// peer; -1 if none helps.
func (b *blocks) exchange(v int32) int32 {
	for _, w := range b.peers[[2]int32{b.dist[v], b.gen[v]}] {
		if b.time[w] == b.time[v] {
			continue
		}
		before := b.troubled(v) + b.troubled(w)
		b.time[v], b.time[w] = b.time[w], b.time[v]
		if b.troubled(v)+b.troubled(w) < before {
			return w
		}
		b.time[v], b.time[w] = b.time[w], b.time[v]
	}
	return -1
}

// order lists the vertices by block, within a block by sphere.
func (b *blocks) order() *RegularOrder {
	r := &RegularOrder{Graph: b.g, Vertices: make([]int32, len(b.dist))}
	for v := range r.Vertices {
		r.Vertices[v] = int32(v)
	}
	slices.SortStableFunc(r.Vertices, func(u, v int32) int {
		return int(cmp.Or(b.time[u]-b.time[v], b.dist[u]-b.dist[v]))
	})
	for _, v := range r.Vertices {
		r.Gens = append(r.Gens, b.gen[v])
	}
	return r
}
