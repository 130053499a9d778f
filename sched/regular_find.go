package sched

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// FindRegularOrder decides whether g has a regular order. Yes comes with the verified order; No
// with a proof in one sentence; Unknown with the limit that stopped the exact search, a number
// of choices. It is an error if the generators do not reach every vertex, or if the order found
// is invalid, by a fault here or in the graph.
//
// A block of a regular order lies in one sphere or meets two. Vertices and slots (generator,
// block) must have a perfect matching in which v gets a block that meets its sphere and a
// generator that leads to v from a closer vertex; without one there is no regular order. All
// that a matching can get wrong is that a vertex is led to from its own block, in the few
// blocks that meet two spheres. Exchanging vertices of the same sphere and generator repairs
// that. If it fails, all ways to fill those blocks are searched, in at most 200,000 choices; where
// these decide nothing, again with the generators by rising element, and by falling.
// O(P) on complete graphs, O(P·d) on tori, cubes and star graphs, more where many blocks meet two spheres.
func FindRegularOrder(g cayley.Cayley) (*RegularOrder, Answer, string, error) {
	r, answer, why, err := regularOrder(g)
	for _, at := range sortings(g) {
		if answer != Unknown || err != nil {
			break
		}
		r, answer, why, err = sortedOrder(g, at)
	}
	if err != nil || r == nil {
		return nil, answer, why, err
	}
	if err := r.Verify(); err != nil {
		return nil, Unknown, "", fmt.Errorf("sched: internal error: made an invalid regular order: %w", err)
	}
	return r, answer, why, nil
}

// regularOrder is FindRegularOrder for generators in one order; nothing is verified.
func regularOrder(g cayley.Cayley) (*RegularOrder, Answer, string, error) {
	p, d := g.Order(), g.Degree()
	if p == 1 {
		return &RegularOrder{g, []int32{0}, []int32{-1}}, Yes, "a single vertex", nil
	}
	if own := ownGens(g); own != nil {
		return completeOrder(g, own), Yes, fmt.Sprintf("1 block of %d", d), nil
	}
	adj := newAdjacency(g)
	dist := adj.distances()
	if v := slices.Index(dist, -1); v >= 0 {
		return nil, Unknown, "", apart(g, false, 0, v)
	}
	size := cayley.CountSpheres(dist)
	if why := crowded(size, d); why != "" {
		return nil, No, why, nil
	}
	m, hall := blockMatching(&adj, dist, size)
	if hall != nil {
		return nil, No, noMatching(hall, dist), nil
	}
	b := &blocks{g: g, adj: &adj, dist: dist, size: size, d: d}
	b.gen, b.time = m.matching()
	if !b.repair() {
		if answer, why := b.search(); answer != Yes {
			return nil, answer, why, nil
		}
	}
	return b.order(), Yes, fmt.Sprintf("%d blocks of %d", (p+d-2)/d, d), nil
}

// crowded is the counting argument of errata 12: a block that holds all of a
// sphere and more beyond it leads the latter from within itself.
func crowded(size []int, d int) string {
	before := 0 // vertices at distances 1 … s-1
	for s := 1; s+1 < len(size); s++ {
		if first, last := before/d, (before+size[s]-1)/d; first == last && (before+size[s])%d != 0 {
			return fmt.Sprintf("all %d vertices at distance %d fall into one block together with some at distance %d", size[s], s, s+1)
		}
		before += size[s]
	}
	return ""
}

// noMatching says what broke Hall's condition. Numbers past the vertices stand
// for the places of the last block that stay empty.
func noMatching(hall, dist []int32) string {
	n, lo, hi := 0, int32(len(dist)), int32(0)
	for _, v := range hall {
		if int(v) < len(dist) {
			n++
			lo, hi = min(lo, dist[v]), max(hi, dist[v])
		}
	}
	empty := ""
	if n < len(hall) {
		empty = fmt.Sprintf(" and %d places to leave empty", len(hall)-n)
	}
	return fmt.Sprintf("%d vertices at distances %d to %d%s, but only %d pairs of generator and block for them", n, lo, hi, empty, len(hall)-1)
}

// blockMatching matches vertices to (generator, block) as FindRegularOrder says.
// Places that the last block leaves empty are matched too, to dummies, so that
// all other blocks are full.
func blockMatching(adj *adjacency, dist []int32, size []int) (*matcher, []int32) {
	d, p := adj.d, len(dist)
	m := newMatcher(adj, dist, Scope{})
	first := make([]int32, len(size))
	m.late = make([]int32, len(size))
	before := 0
	for s := 1; s < len(size); s++ {
		first[s] = int32(before/d + 1)
		before += size[s]
		m.late[s] = int32((before-1)/d + 1)
	}
	steps := (p + d - 2) / d
	ways := make([]uint8, p) // by vertex: the generators that lead there from a closer one
	for v := 1; v < p; v++ {
		for x := range d {
			i := v*d + x
			if m.soon[i] == dist[v] { // v·x⁻¹ is closer by one
				m.soon[i] = first[dist[v]]
				ways[v] = uint8(min(255, int(ways[v])+1))
			} else {
				m.soon[i] = int32(steps + 1)
			}
		}
	}
	slices.SortStableFunc(m.order, func(u, v int32) int { // fewest choices first: fewer have to move
		return cmp.Or(int(dist[v]-dist[u]), int(ways[u])-int(ways[v]))
	})
	m.late = append(m.late, int32(steps))
	m.dist = slices.Clip(m.dist)
	var dummies []int32
	for v := p; v < p+steps*d-(p-1); v++ {
		dummies = append(dummies, int32(v))
		m.dist = append(m.dist, int32(len(size)))
		m.slot = append(m.slot, 0)
		for range d {
			m.soon = append(m.soon, int32(steps))
		}
	}
	m.order = append(dummies, m.order...)
	hall := m.run(steps)
	m.order = m.order[len(dummies):]
	m.dist = m.dist[:p]
	return m, hall
}
