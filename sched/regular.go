package sched

import (
	"errors"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Answer is the outcome of an exact decision.
type Answer uint8

const (
	Unknown Answer = iota // the search stopped at its limit
	Yes
	No
)

func (a Answer) String() string {
	switch a {
	case Unknown:
		return "unknown"
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return fmt.Sprintf("Answer(%d)", uint8(a))
}

// RegularOrder is a regular order of a Cayley graph (Definition 4.3 with H
// trivial and errata 8): the vertices by rising distance in blocks of d, each
// block reached over different generators from closer vertices of earlier
// blocks.
type RegularOrder struct {
	Graph    cayley.Cayley
	Vertices []int32 // g_0 = 0, g_1, … g_{P-1}
	Gens     []int32 // by position: the generator that leads there; -1 first
}

// Verify checks the order against Definition 4.3, (i) to (iii). O(P·d).
func (r *RegularOrder) Verify() error {
	if r.Graph == nil {
		return errors.New("sched: regular order without a graph")
	}
	p, d := r.Graph.Order(), r.Graph.Degree()
	if len(r.Vertices) != p || len(r.Gens) != p {
		return fmt.Errorf("sched: regular order of %d vertices and %d generators for a graph of %d", len(r.Vertices), len(r.Gens), p)
	}
	dist := cayley.DistancesFrom(r.Graph, 0)
	at := make([]int32, p) // by vertex: its position +1
	tail := cayley.In(r.Graph)
	for i, v := range r.Vertices {
		if v < 0 || int(v) >= p || at[v] != 0 {
			return fmt.Errorf("sched: regular order: position %d holds %d, which is not a vertex or comes twice", i, v)
		}
		at[v] = int32(i + 1)
		if i == 0 {
			if v != 0 {
				return fmt.Errorf("sched: regular order starts at %d, not at 0: 4.3(i)", v)
			}
			continue
		}
		if dist[v] < dist[r.Vertices[i-1]] {
			return fmt.Errorf("sched: regular order: position %d is closer than the one before: 4.3(ii)", i)
		}
	}
	used := newBits(int64(d), (p+d-1)/max(d, 1)+1, p)
	for i := 1; i < p; i++ {
		v, k, block := r.Vertices[i], r.Gens[i], (i-1)/d
		if k < 0 || int(k) >= d || used.set(int64(k), block+1) {
			return fmt.Errorf("sched: regular order: position %d has generator %d, again in its block or out of range: 4.3(iii)", i, k)
		}
		u := tail(int(v), int(k))
		if int(at[u])-1 > block*d {
			return fmt.Errorf("sched: regular order: position %d is led to from its own block or a later one: 4.3(iii)", i)
		}
		if dist[u] != dist[v]-1 {
			return fmt.Errorf("sched: regular order: position %d is led to from no closer vertex: 4.3(iii)", i)
		}
	}
	return nil
}

// Template is the schedule of Theorem 4.5: block a is served at time a+1, so
// the time is ⌈(P-1)/d⌉.
func (r *RegularOrder) Template() *Template {
	p, d := len(r.Vertices), r.Graph.Degree()
	t := &Template{Graph: r.Graph, Gen: make([]int32, p), Time: make([]int32, p)}
	t.Gen[0] = -1
	for i := 1; i < p; i++ {
		v := r.Vertices[i]
		t.Gen[v], t.Time[v] = r.Gens[i], int32((i-1)/d+1)
		t.Steps = (i-1)/d + 1
	}
	return t
}

// FindRegularOrder decides whether g has a regular order. Yes comes with the
// order, verified; No with a proof in a sentence; Unknown with the limit that
// was met: of the exact search, which counts choices (0: 200,000).
//
// A block of a regular order lies in one sphere or meets two. Vertices and
// slots (generator, block) must have a perfect matching in which v gets a
// block that meets its sphere and a generator that leads to it from a closer
// vertex; where none exists there is no regular order. What a matching can get
// wrong is only a vertex led to from its own block, in the few blocks that meet
// two spheres: exchanging vertices of one sphere and generator repairs it. If
// that fails, all ways to fill those blocks are searched, in at most limit steps
// (0: 200,000). O(P·d) on tori, cubes and star graphs, more where many blocks meet two
// spheres: pancake:9 takes 10 to 60 s.
func FindRegularOrder(g cayley.Cayley, limit int) (*RegularOrder, Answer, string) {
	if limit == 0 {
		limit = 200_000
	}
	p, d := g.Order(), g.Degree()
	if p == 1 {
		return &RegularOrder{g, []int32{0}, []int32{-1}}, Yes, "a single vertex"
	}
	adj := newAdjacency(g)
	dist := adj.distances()
	size := cayley.CountSpheres(dist)
	if why := crowded(size, d); why != "" {
		return nil, No, why
	}
	m, hall := blockMatching(&adj, dist, size)
	if hall != nil {
		return nil, No, noMatching(hall, dist)
	}
	b := &blocks{g: g, adj: &adj, dist: dist, size: size, d: d}
	b.gen, b.time = m.matching(m.steps)
	if !b.repair() {
		if answer, why := b.search(limit); answer != Yes {
			return nil, answer, why
		}
	}
	r := b.order()
	if err := r.Verify(); err != nil {
		return nil, Unknown, "internal error: " + err.Error()
	}
	n, of := (p+d-2)/d, "blocks"
	if n == 1 {
		of = "block"
	}
	return r, Yes, fmt.Sprintf("%d %s of %d", n, of, d)
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
	for v := 1; v < p; v++ {
		for x := range d {
			i := v*d + x
			if m.soon[i] == dist[v] { // v·x⁻¹ is closer by one
				m.soon[i] = first[dist[v]]
			} else {
				m.soon[i] = int32(steps + 1)
			}
		}
	}
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
