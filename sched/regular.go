package sched

import (
	"errors"
	"fmt"

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
	Gens     []int32 // by position: the generator that leads there; the first, -1, is not looked at
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
