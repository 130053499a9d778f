package sched

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// Tree makes the naive schedule of a breadth-first spanning tree: a vertex hangs under
// its first closest neighbour, and one vertex after another is served, layer by layer and
// in a layer generator by generator, so that one generator works at a time and the
// schedule takes P-1 steps. O(P·d + P log P).
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
		return nil, unreachable(g, v)
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
	return t, t.Verify()
}

// Doubling is the allgather by recursive doubling on Q_d, P = 2^d: in round k
// everybody passes all it has over direction k, 2^k words one after another.
// P-1 steps, d rounds.
func Doubling(d int) (*Template, error) {
	g, err := cayley.Hypercube(d)
	if err != nil {
		return nil, err
	}
	p := g.Order()
	t := &Template{Graph: g, Task: Broadcast, Steps: p - 1, Gen: make([]int32, p), Time: make([]int32, p)}
	t.Gen[0] = -1
	for v := 1; v < p; v++ {
		k := 0
		for v>>(k+1) > 0 {
			k++
		}
		t.Gen[v], t.Time[v] = int32(k), int32(v)
	}
	return t, t.Verify()
}

// Bruck is Bruck's allgather for any P on the circulant graph with steps 1, 2,
// 4, …: in round k everybody passes its first min(2^k, P-2^k) words to the
// vertex 2^k further on, one after another. P-1 steps, ⌈log2 P⌉ rounds.
func Bruck(p int) (*Template, error) {
	var steps []int
	for s := 1; s < min(p, cayley.MaxOrder); s *= 2 {
		steps = append(steps, s)
	}
	g, err := cayley.Circulant(p, steps...)
	if err != nil {
		return nil, err
	}
	t := &Template{Graph: g, Task: Broadcast, Steps: p - 1, Gen: make([]int32, p), Time: make([]int32, p)}
	t.Gen[0] = -1
	for k, s := range steps {
		for v := s; v < min(2*s, p); v++ {
			t.Gen[v], t.Time[v] = int32(k), int32(v)
		}
	}
	return t, t.Verify()
}

// Binomial is the broadcast from one root (2.8) by a binomial tree on the
// complete graph of P vertices, or with accumulate its reverse (2.9): in round k
// every vertex that has the word passes it 2^k on. ⌈log2 P⌉ steps.
func Binomial(p, root int, task Task) (*Explicit, error) {
	g, err := cayley.Complete(p)
	if err != nil {
		return nil, err
	}
	e := &Explicit{Graph: g, Task: Broadcast, Rooted: true, Root: root}
	if root < 0 || root >= p {
		return nil, fmt.Errorf("sched: root %d is not a vertex: they are 0 to %d", root, p-1)
	}
	for s := 1; s < p; s *= 2 {
		e.Steps++
		for v := 0; v < s && v+s < p; v++ {
			e.Sends = append(e.Sends, Send{Time: int32(e.Steps), From: int32((v + root) % p), To: int32((v + s + root) % p), Item: int32(root)})
		}
	}
	if task == Accumulate {
		e = e.reverse()
	} else if task != Broadcast {
		return nil, fmt.Errorf("sched: a binomial tree serves broadcast and accumulate, not %s", task)
	}
	return e, e.Verify()
}
