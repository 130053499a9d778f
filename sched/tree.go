package sched

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Tree makes the naive schedule of a breadth-first spanning tree: a vertex hangs under its
// first closest neighbour, and one vertex after another is served: layer by layer, and within a
// layer generator by generator. So one generator works at a time, and the schedule takes P-1
// steps. O(P·d + P log P).
func Tree(g cayley.Cayley, task Task) (*Template, error) {
	if task == Accumulate {
		return reversedOf(g, Tree)
	}
	if task != Broadcast {
		return nil, fmt.Errorf("sched: a tree serves broadcast and accumulate, not %s", task)
	}
	p := g.Order()
	adj := newAdjacency(g)
	dist := adj.distances()
	if v := slices.Index(dist, -1); v >= 0 {
		return nil, apart(g, false, 0, v)
	}
	t := &Template{Graph: g, Task: Broadcast, Steps: p - 1, Gen: slices.Repeat([]int32{-1}, p), Time: make([]int32, p)}
	for u := range int32(p) {
		for k := range int32(adj.d) {
			if v := adj.next(u, k); dist[v] == dist[u]+1 && (t.Gen[v] < 0 || k < t.Gen[v]) {
				t.Gen[v] = k
			}
		}
	}
	order := make([]int32, p)
	for v := range order {
		order[v] = int32(v)
	}
	slices.SortFunc(order, func(u, v int32) int {
		return cmp.Or(cmp.Compare(dist[u], dist[v]), cmp.Compare(t.Gen[u], t.Gen[v]), cmp.Compare(u, v))
	})
	for i, v := range order { // 0 comes first, at time 0
		t.Time[v] = int32(i)
	}
	return made(t)
}
